import type { FilterName, Resource } from '@sluice/contract'
import { rangeBounds, DEFAULT_PAGE_LIMIT, PAGE_SIZES } from '@sluice/contract'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Query, TODAY } from '../../lib/api/resource-calls.ts'
import { COLUMNS_PARAM, VIEW_PARAM } from './layout/shared-columns.ts'

export interface ListQuery {
  page: number
  limit: number
  /** keyword, filters, sort and order, as in the address. */
  filters: Readonly<Record<string, string>>
}

export type Filters = ListQuery['filters']

/** The same, typed by the fields of one resource. */
export type FiltersOf<R extends Resource> = { readonly [name in FilterName<R> | 'days']?: string }
export type QueryOf<R extends Resource> = Omit<ListQuery, 'filters'> & { filters: FiltersOf<R> }

/** A saved view as the address shows it: its name, and the columns that belong to it. */
export interface ShownView {
  name: string
  columns: readonly string[]
}

/** In the address, the value of a default filter that was removed. */
const ALL = 'ALL'
/** The days that the shortcuts of a time range reach back (TM-4). */
export const RANGE_DAYS = [7, 30, 90] as const
const NOTHING: Filters = {}

/**
 * PG-7: an unusable number in the address counts as the default. A filter in `defaultFilters` that the address does not
 * contain has the value there.
 */
export function parseListQuery(
  resource: Resource,
  search: URLSearchParams,
  defaultFilters: Filters = NOTHING,
): ListQuery {
  const page = Math.max(1, Math.trunc(Number(search.get('page')) || 1))
  const asked = Number(search.get('limit'))
  const limit = PAGE_SIZES.includes(asked) ? asked : DEFAULT_PAGE_LIMIT
  const filters: Record<string, string> = {}
  for (const name of ['keyword', 'sort', 'order', ...(resource.list.filters ?? [])]) {
    const value = search.get(name) ?? defaultFilters[name]
    if (value && !(name in defaultFilters && value === ALL)) filters[name] = value
  }
  for (const name of resource.list.ranges ?? []) {
    const isTime = resource.fields[name]!.kind === 'time'
    const bounds = Object.values(rangeBounds(resource, name))
    for (const bound of bounds) {
      const value = search.get(bound)?.trim()
      if (value && Number.isFinite((isTime ? Date.parse : Number)(value))) filters[bound] = value
    }
    const days = isTime && !bounds.some((bound) => bound in filters) && daysOf(search.get('days'), defaultFilters)
    if (days) filters['days'] = days
  }
  return { page, limit, filters }
}

function daysOf(asked: string | null, defaultFilters: Filters): string | undefined {
  if (asked === ALL) return undefined
  const known = asked === TODAY || RANGE_DAYS.some((days) => String(days) === asked)
  return known ? asked! : defaultFilters['days']
}

export function toSearch(query: ListQuery, defaultFilters: Filters = NOTHING): URLSearchParams {
  const search = new URLSearchParams(query.filters)
  for (const [name, value] of Object.entries(defaultFilters)) {
    const isBounded = name === 'days' && (search.has('startTime') || search.has('endTime'))
    if (isBounded) search.delete(name)
    else if (query.filters[name] === undefined) search.set(name, ALL)
    else if (query.filters[name] === value) search.delete(name)
  }
  if (query.page > 1) search.set('page', String(query.page))
  if (query.limit !== DEFAULT_PAGE_LIMIT) search.set('limit', String(query.limit))
  return search
}

/** Parameters of the address that do not belong to this list, e.g. the tab of a page. */
function othersIn(resource: Resource, search: URLSearchParams): [string, string][] {
  const { filters = [], ranges = [] } = resource.list
  const bounds = ranges.flatMap((name) => Object.values(rangeBounds(resource, name)))
  const own = new Set(['page', 'limit', 'keyword', 'sort', 'order', 'days', ...filters, ...bounds])
  return [...search].filter(([name]) => !own.has(name))
}

export function toQuery({ page, limit, filters }: ListQuery): Query {
  return { page, limit, ...filters }
}

/**
 * The list's state is in the address: a reload, a link and the tab keep it. `fixedFilters`: filters that always apply
 * and are not in the address.
 */
export function useListQuery<R extends Resource>(
  resource: R,
  defaultFilters: Filters = NOTHING,
  fixedFilters: Filters = NOTHING,
) {
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => {
    const asked = parseListQuery(resource, search, defaultFilters)
    return { ...asked, filters: { ...asked.filters, ...fixedFilters } }
  }, [resource, search, defaultFilters, fixedFilters])
  const change = useCallback(
    (next: Partial<ListQuery>, view?: ShownView) => {
      const wanted = [...toSearch({ ...query, ...next }, defaultFilters)].filter(([name]) => !(name in fixedFilters))
      const others = othersIn(resource, search).filter(
        ([name]) => !(name === VIEW_PARAM && next.filters) && !(name === COLUMNS_PARAM && view),
      )
      const named: [string, string][] = view
        ? [
            [VIEW_PARAM, view.name],
            [COLUMNS_PARAM, view.columns.join(',')],
          ]
        : []
      setSearch([...others, ...named, ...wanted], { replace: true })
    },
    [resource, query, search, setSearch, defaultFilters, fixedFilters],
  )
  /** PG-6: a new search starts at page 1. */
  const filter = useCallback((filters: Filters, view?: ShownView) => change({ filters, page: 1 }, view), [change])
  const setFilter = useCallback(
    (name: FilterName<R>, value: string | undefined) => {
      const { [name as string]: _old, ...others } = query.filters
      filter(value ? { ...others, [name]: value } : others)
    },
    [filter, query.filters],
  )
  return { query, change, filter, setFilter, view: search.get(VIEW_PARAM) }
}
