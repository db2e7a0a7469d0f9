import { tempExcursionResource } from '@sluice/contract'
import { useText } from '../../lib/text/text.ts'
import { EmptyState } from '../../parts/fetched/empty-state.tsx'
import { ListPage } from '../../parts/list/list-page.tsx'
import { EXCURSION_SLOTS } from './excursion-slots.tsx'

/** When probes were outside their limits, newest first. */
export default function ExcursionScreen() {
  const { t } = useText()
  const empty = <EmptyState icon="history" text={t('temp.noExcursions')} hint={t('temp.noExcursionsHint')} />
  return <ListPage resource={tempExcursionResource} slots={{ ...EXCURSION_SLOTS, empty }} />
}
