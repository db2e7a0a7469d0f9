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

/** One number: how many rows a filter with this value leaves. */
interface Counted {
  filter: string
  value: string
  glyph: GlyphName
  label: string
}
/** A number beside those of the status: rows of which a yes-or-no filter holds. */
export type CountedMark = Omit<Counted, 'value'>

interface StatusCountsProps {
  /** Tells the cached counts of one list from those of another. */
  name: string
  label: string
  /** How many rows these filters leave. */
  count: (filters: Record<string, string>, signal: AbortSignal) => Promise<number>
  marks?: readonly CountedMark[]
  query: ListQuery
  onFilter: (filter: string, value: string | undefined) => void
}

function othersOf({ filters }: ListQuery, filter: string): Record<string, string> {
  const { sort: _sort, order: _order, [filter]: _mine, ...others } = filters
  return others
}

/** Numbers above the table are filters (look.md 3): each counts the rows the other filters leave. */
export function StatusCounts({ name, label, count, marks = [], query, onFilter }: StatusCountsProps) {
  const { byName } = useText()
  const counted: readonly Counted[] = [
    ...COUNTED.map((status) => ({
      filter: 'status',
      value: status,
      glyph: GLYPHS[status],
      label: byName(`enum.deviceStatus.${status}`),
    })),
    ...marks.map((mark) => ({ ...mark, value: 'true' })),
  ]
  const counts = useQueries({
    queries: counted.map(({ filter, value }) => {
      const filters = { ...othersOf(query, filter), [filter]: value }
      return {
        queryKey: ['count', name, filters],
        queryFn: ({ signal }: { signal: AbortSignal }) => count(filters, signal),
        refetchInterval: COUNT_EVERY_MS,
      }
    }),
  })
  return (
    <fieldset className="counts" aria-label={label}>
      {counted.map(({ filter, value, glyph, label: word }, at) => {
        const total = counts[at]?.data
        const chosen = query.filters[filter] === value
        if (!total && !chosen) return null
        return (
          <button
            key={`${filter} ${value}`}
            type="button"
            className={`count count-${glyph}`}
            aria-pressed={chosen}
            onClick={() => onFilter(filter, chosen ? undefined : value)}
          >
            <Glyph name={glyph} />
            {word} <b className="num">{total ?? 0}</b>
          </button>
        )
      })}
    </fieldset>
  )
}
