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

/** PG-7: what is not a usable number in the address counts as the default. */
export function parseListQuery(resource: Resource, search: URLSearchParams): ListQuery {
  const page = Math.max(1, Math.trunc(Number(search.get('page')) || 1))
  const asked = Number(search.get('limit'))
  const limit = PAGE_SIZES.includes(asked) ? asked : DEFAULT_PAGE_LIMIT
  const filters: Record<string, string> = {}
  for (const name of ['keyword', 'sort', 'order', ...(resource.list.filters ?? [])]) {
    const value = search.get(name)
    if (value) filters[name] = value
  }
  for (const name of resource.list.ranges ?? []) {
    for (const bound of [`${name}From`, `${name}To`]) {
      const value = search.get(bound)?.trim()
      if (value && Number.isFinite(Number(value))) filters[bound] = value
    }
  }
  return { page, limit, filters }
}

export function toSearch(query: ListQuery): URLSearchParams {
  const search = new URLSearchParams(query.filters)
  if (query.page > 1) search.set('page', String(query.page))
  if (query.limit !== DEFAULT_PAGE_LIMIT) search.set('limit', String(query.limit))
  return search
}

export function toQuery({ page, limit, filters }: ListQuery): Query {
  return { page, limit, ...filters }
}

/** The list's state lives in the address: a reload, a link and the tab keep it. */
export function useListQuery(resource: Resource) {
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => parseListQuery(resource, search), [resource, search])
  const change = useCallback(
    (next: Partial<ListQuery>) => setSearch(toSearch({ ...query, ...next }), { replace: true }),
    [query, setSearch],
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
