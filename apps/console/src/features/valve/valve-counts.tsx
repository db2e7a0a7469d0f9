import { useText } from '../../lib/text.ts'
import type { ListQuery } from '../../parts/list/list-query.ts'
import { StatusCounts } from '../../parts/list/status-counts.tsx'
import { countValves } from './valve-rows.ts'

/** The valve list's numbers. */
export function ValveCounts({ query, onFilter }: { query: ListQuery; onFilter: (status: string | undefined) => void }) {
  const { t } = useText()
  return <StatusCounts name="valves" label={t('valve.counts')} count={countValves} query={query} onFilter={onFilter} />
}
