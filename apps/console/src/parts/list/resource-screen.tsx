import type { Resource } from '@sluice/contract'
import { ListPage } from './list-page.tsx'

/** A list and its form as the resource alone says them. */
export default function ResourceScreen({ resource }: { resource: Resource }) {
  return <ListPage resource={resource} />
}
