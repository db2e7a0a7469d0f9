import type { Resource } from '@sluice/contract'
import { DEFAULT_PAGE_LIMIT, PAGE_SIZES } from '@sluice/contract'
import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Query } from '../../lib/resource-calls.ts'

export interface ListQuery {
  page: number
  limit: number
  /** keyword, filters, sort and order, as they stand in the address. */
  filters: Readonly<Record<string, string>>
}

export type Filters = ListQuery['filters']

/** Stands in the address where a filter the list begins with was taken away. */
const ALL = 'ALL'
const NOTHING: Filters = {}

/**
 * PG-7: what is not a usable number in the address counts as the default. Of a filter in `begin` an address that says
 * nothing means the value there.
 */
export function parseListQuery(resource: Resource, search: URLSearchParams, begin: Filters = NOTHING): ListQuery {
  const page = Math.max(1, Math.trunc(Number(search.get('page')) || 1))
  const asked = Number(search.get('limit'))
  const limit = PAGE_SIZES.includes(asked) ? asked : DEFAULT_PAGE_LIMIT
  const filters: Record<string, string> = {}
  for (const name of ['keyword', 'sort', 'order', ...(resource.list.filters ?? [])]) {
    const value = search.get(name) ?? begin[name]
    if (value && !(name in begin && value === ALL)) filters[name] = value
  }
  for (const name of resource.list.ranges ?? []) {
    const numberOf = resource.fields[name]!.kind === 'time' ? Date.parse : Number
    for (const bound of [`${name}From`, `${name}To`]) {
      const value = search.get(bound)?.trim()
      if (value && Number.isFinite(numberOf(value))) filters[bound] = value
    }
  }
  return { page, limit, filters }
}

export function toSearch(query: ListQuery, begin: Filters = NOTHING): URLSearchParams {
  const search = new URLSearchParams(query.filters)
  for (const [name, value] of Object.entries(begin)) {
    if (query.filters[name] === undefined) search.set(name, ALL)
    else if (query.filters[name] === value) search.delete(name)
  }
  if (query.page > 1) search.set('page', String(query.page))
  if (query.limit !== DEFAULT_PAGE_LIMIT) search.set('limit', String(query.limit))
  return search
}

export function toQuery({ page, limit, filters }: ListQuery): Query {
  return { page, limit, ...filters }
}

/** The list's state lives in the address: a reload, a link and the tab keep it. */
export function useListQuery(resource: Resource, begin: Filters = NOTHING) {
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => parseListQuery(resource, search, begin), [resource, search, begin])
  const change = useCallback(
    (next: Partial<ListQuery>) => setSearch(toSearch({ ...query, ...next }, begin), { replace: true }),
    [query, setSearch, begin],
  )
  /** PG-6: a new search starts at page 1. */
  const filter = useCallback((filters: Record<string, string>) => change({ filters, page: 1 }), [change])
  const setFilter = useCallback(
    (name: string, value: string | undefined) => {
      const { [name]: _old, ...others } = query.filters
      filter(value ? { ...others, [name]: value } : others)
    },
    [filter, query.filters],
  )
  return { query, change, filter, setFilter }
}
