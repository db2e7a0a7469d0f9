import type { Resource } from '@sluice/contract'
import { DetailPage } from './detail-page.tsx'

/** The page of a row as the resource alone says it. */
export default function DetailScreen({ resource }: { resource: Resource }) {
  return <DetailPage resource={resource} />
}
