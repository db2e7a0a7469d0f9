import type { DeviceStatus } from '@sluice/contract'
import { useQueries } from '@tanstack/react-query'
import { useText } from '../../lib/text.ts'
import { Glyph, type GlyphName } from '../../parts/glyphs.tsx'
import type { ListQuery } from '../../parts/list/list-query.ts'
import { countValves } from './valve-rows.ts'

const COUNTED = ['ONLINE', 'OFFLINE', 'INACTIVE', 'DISABLED'] as const satisfies readonly DeviceStatus[]
const GLYPHS: Record<DeviceStatus, GlyphName> = {
  ONLINE: 'online',
  OFFLINE: 'offline',
  INACTIVE: 'unknown',
  DISABLED: 'disabled',
}
const COUNT_EVERY_MS = 15_000

/** Numbers above the table are filters (look.md 3): each counts the rows the other filters leave. */
export function ValveCounts({ query, onFilter }: { query: ListQuery; onFilter: (status: string | undefined) => void }) {
  const { t, byName } = useText()
  const { status: chosen, sort: _sort, order: _order, ...others } = query.filters
  const counts = useQueries({
    queries: COUNTED.map((status) => ({
      queryKey: ['count', 'device', 'valves', status, others],
      queryFn: ({ signal }: { signal: AbortSignal }) => countValves({ ...others, status }, signal),
      refetchInterval: COUNT_EVERY_MS,
    })),
  })
  return (
    <fieldset className="counts" aria-label={t('valve.counts')}>
      {COUNTED.map((status, at) => {
        const total = counts[at]?.data
        if (!total && status !== chosen) return null
        return (
          <button
            key={status}
            type="button"
            className={`count count-${GLYPHS[status]}`}
            aria-pressed={status === chosen}
            onClick={() => onFilter(status === chosen ? undefined : status)}
          >
            <Glyph name={GLYPHS[status]} />
            {byName(`enum.deviceStatus.${status}`)} <b className="num">{total ?? 0}</b>
          </button>
        )
      })}
    </fieldset>
  )
}
