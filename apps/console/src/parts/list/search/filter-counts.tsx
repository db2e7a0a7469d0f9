import type { FieldName, Resource } from '@sluice/contract'
import { useAskedEach } from '../../../lib/api/answer.ts'
import type { CallOptions } from '../../../lib/api/api.ts'
import { Glyph, type GlyphName } from '../../icon/glyphs.tsx'
import type { Filters, FiltersOf, QueryOf } from '../list-query.ts'
import type { SetFilter } from '../layout/list-slots.ts'

/** One number: how many rows match a filter with this value. */
export interface Counted<R extends Resource> {
  filter: FieldName<R>
  value: string
  glyph?: GlyphName
  label: string
}

export interface FilterCountsProps<R extends Resource> {
  /** Separates the cached counts of one list from those of another. */
  name: string
  label: string
  counted: readonly Counted<R>[]
  /** How many rows match these filters. */
  count: (filters: FiltersOf<R>, signal: AbortSignal) => Promise<number>
  query: QueryOf<R>
  onFilter: SetFilter<R>
  refetchMs?: number
}

function othersOf(filters: Filters, filter: string): Filters {
  const { sort: _sort, order: _order, [filter]: _mine, ...others } = filters
  return others
}

/** Numbers above the table that filter (docs/spec/look.md#3): each counts the rows that match the other filters too. */
export function FilterCounts<R extends Resource>(props: FilterCountsProps<R>) {
  const { name, label, counted, count, query, onFilter, refetchMs = false } = props
  const asked = counted.map(({ filter, value }) => {
    const filters = { ...othersOf(query.filters as Filters, filter), [filter]: value }
    const ask = ({ signal }: CallOptions) => count(filters as FiltersOf<R>, signal!)
    return { key: ['count', name, filter, filters], ask }
  })
  const counts = useAskedEach(asked, { keep: true, everyMs: refetchMs })
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
            className="count"
            aria-pressed={chosen}
            onClick={() => onFilter(filter, chosen ? undefined : value)}
          >
            {glyph && <Glyph name={glyph} toned />}
            {word} <b className="num">{total ?? 0}</b>
          </button>
        )
      })}
    </fieldset>
  )
}
