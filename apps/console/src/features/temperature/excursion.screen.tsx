import { tempExcursionResource } from '@sluice/contract'
import { ListPage } from '../../parts/list/list-page.tsx'
import { EXCURSION_SLOTS } from './excursion-slots.tsx'

/** When probes were outside their limits, newest first. */
export default function ExcursionScreen() {
  return <ListPage resource={tempExcursionResource} slots={EXCURSION_SLOTS} />
}
