import type { Resource } from '@sluice/contract'
import { ListPage } from './list-page.tsx'

/** A list and its form, drawn from the resource alone. */
export default function ResourceScreen({ resource }: { resource: Resource }) {
  return <ListPage resource={resource} />
}
