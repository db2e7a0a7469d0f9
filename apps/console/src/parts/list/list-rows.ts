import type { Page, Resource } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type AnyRow, pageOf } from '../../lib/resource-calls.ts'
import { type ListQuery, toQuery } from './list-query.ts'

const TREE_LIMIT = 100
const TREE_PAGES = 20

/** A tree is shown whole: all its pages, nested by the parent field. */
async function wholeTree(
  resource: Resource,
  filters: ListQuery['filters'],
  signal: AbortSignal,
): Promise<Page<AnyRow>> {
  const { parent, way = false } = resource.tree!
  const { list, total } = await allPages(resource, filters, signal)
  const isSearched = Object.keys(filters).some((name) => name !== 'sort' && name !== 'order')
  const rows = way && isSearched ? withWay(list, (await allPages(resource, {}, signal)).list, parent) : list
  return { list: nest(rows, parent), total, page: 1, limit: total }
}

async function allPages(resource: Resource, filters: ListQuery['filters'], signal: AbortSignal) {
  const list: AnyRow[] = []
  let total = 0
  for (let page = 1; page <= TREE_PAGES; page++) {
    const answer = await pageOf(resource, { ...filters, page, limit: TREE_LIMIT }, { inPlace: true, signal })
    list.push(...answer.list)
    total = answer.total
    if (list.length >= total || answer.list.length === 0) break
  }
  return { list, total }
}

/** What was found and everything above it, in the order of `all`. */
export function withWay(found: readonly AnyRow[], all: readonly AnyRow[], parentField: string): AnyRow[] {
  const byId = new Map(all.map((row) => [row.id, row]))
  const shown = new Set<string>()
  for (const { id } of found)
    for (let at: string | null = id; at !== null && !shown.has(at); ) {
      shown.add(at)
      const above: unknown = byId.get(at)?.[parentField]
      at = typeof above === 'string' ? above : null
    }
  return all.filter(({ id }) => shown.has(id))
}

/** Rows whose parent is not among them become roots: a search shows its finds without their ancestors. */
export function nest(rows: readonly AnyRow[], parentField: string): AnyRow[] {
  const byId = new Map(rows.map((row) => [row.id, { ...row } as AnyRow]))
  const roots: AnyRow[] = []
  for (const row of byId.values()) {
    const parent = byId.get(String(row[parentField]))
    if (parent) parent.children = [...(parent.children ?? []), row]
    else roots.push(row)
  }
  return roots
}

/** The rows of a list. A failure is shown in place; rows fetched before stay. `againMs`: asked again so often. */
export function useRows(resource: Resource, query: ListQuery, againMs: number | false = false) {
  return useQuery({
    queryKey: ['page', resource.name, query],
    queryFn: async ({ signal }) => {
      const askedAt = Date.now()
      const page = resource.tree
        ? await wholeTree(resource, query.filters, signal)
        : await pageOf(resource, toQuery(query), { inPlace: true, signal })
      return { ...page, askedAt }
    },
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
  })
}
