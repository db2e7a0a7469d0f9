import type { Resource } from '@sluice/contract'
import { DetailPage } from './detail-page.tsx'

/** The page of a row, drawn from the resource alone. */
export default function DetailScreen({ resource }: { resource: Resource }) {
  return <DetailPage resource={resource} />
}
