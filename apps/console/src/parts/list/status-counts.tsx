import type { DeviceStatus, Field, FieldName, Resource } from '@sluice/contract'
import { useQueries } from '@tanstack/react-query'
import { useText } from '../../lib/text.ts'
import { Glyph, type GlyphName } from '../glyphs.tsx'
import type { Filters, FiltersOf, QueryOf } from './list-query.ts'
import type { SetFilter } from './list-slots.ts'

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
type WithStatus = Resource & { fields: { status: Field } }

interface Counted<R extends Resource> {
  filter: FieldName<R>
  value: string
  glyph: GlyphName
  label: string
}
/** A number beside those of the status: rows of which a yes-or-no filter holds. */
export type CountedMark<R extends Resource> = Omit<Counted<R>, 'value'>

interface StatusCountsProps<R extends Resource> {
  /** Tells the cached counts of one list from those of another. */
  name: string
  label: string
  /** How many rows these filters leave. */
  count: (filters: FiltersOf<R>, signal: AbortSignal) => Promise<number>
  marks?: readonly CountedMark<R>[]
  query: QueryOf<R>
  onFilter: SetFilter<R>
}

function othersOf(filters: Filters, filter: string): Filters {
  const { sort: _sort, order: _order, [filter]: _mine, ...others } = filters
  return others
}

/** Numbers above the table are filters (docs/spec/look.md#3): each counts the rows the other filters leave. */
export function StatusCounts<R extends WithStatus>({
  name,
  label,
  count,
  marks = [],
  query,
  onFilter,
}: StatusCountsProps<R>) {
  const { byName } = useText()
  const counted: readonly Counted<R>[] = [
    ...COUNTED.map(
      (status): Counted<R> => ({
        filter: 'status',
        value: status,
        glyph: GLYPHS[status],
        label: byName(`enum.deviceStatus.${status}`),
      }),
    ),
    ...marks.map((mark) => ({ ...mark, value: 'true' })),
  ]
  const counts = useQueries({
    queries: counted.map(({ filter, value }) => {
      const filters = { ...othersOf(query.filters as Filters, filter), [filter]: value }
      return {
        queryKey: ['count', name, filters],
        queryFn: ({ signal }: { signal: AbortSignal }) => count(filters as FiltersOf<R>, signal),
        refetchInterval: COUNT_EVERY_MS,
      }
    }),
  })
  return (
    <fieldset className="counts" aria-label={label}>
      {counted.map(({ filter, value, glyph, label: word }, at) => {
        const total = counts[at]?.data
        const chosen = query.filters[filter]?.split(',').includes(value) === true
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
