import type { DeviceStatus } from '@sluice/contract'
import { useQueries } from '@tanstack/react-query'
import { useText } from '../../lib/text.ts'
import { Glyph, type GlyphName } from '../glyphs.tsx'
import type { ListQuery } from './list-query.ts'

/** In the order a person looks for them. */
const COUNTED = ['ONLINE', 'OFFLINE', 'INACTIVE', 'DISABLED'] as const satisfies readonly DeviceStatus[]
const GLYPHS: Record<DeviceStatus, GlyphName> = {
  ONLINE: 'online',
  OFFLINE: 'offline',
  INACTIVE: 'unknown',
  DISABLED: 'disabled',
}
const COUNT_EVERY_MS = 15_000

interface StatusCountsProps {
  /** Tells the cached counts of one list from those of another. */
  name: string
  label: string
  /** How many rows these filters leave. */
  count: (filters: Record<string, string>, signal: AbortSignal) => Promise<number>
  query: ListQuery
  onFilter: (status: string | undefined) => void
}

/** Numbers above the table are filters (look.md 3): each counts the rows the other filters leave. */
export function StatusCounts({ name, label, count, query, onFilter }: StatusCountsProps) {
  const { byName } = useText()
  const { status: chosen, sort: _sort, order: _order, ...others } = query.filters
  const counts = useQueries({
    queries: COUNTED.map((status) => ({
      queryKey: ['count', name, status, others],
      queryFn: ({ signal }: { signal: AbortSignal }) => count({ ...others, status }, signal),
      refetchInterval: COUNT_EVERY_MS,
    })),
  })
  return (
    <fieldset className="counts" aria-label={label}>
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
