import type { ListedRow, Page, Resource } from '@sluice/contract'
import { useAsked } from '../../lib/api/answer.ts'
import type { CallOptions } from '../../lib/api/api.ts'
import { useFreshRows } from '../../lib/api/fresh-rows.ts'
import { pageOf, type Query, valueOf } from '../../lib/api/resource-calls.ts'
import { type ListQuery, toQuery } from './list-query.ts'
import type { DrawnRow } from './table/table-props.ts'
import type { TreeRow } from './table/tree-rows.ts'

const PAGE_LIMIT = 100
const MOST_PAGES = 20

/** The whole tree: all pages, nested by the parent field. */
async function wholeTree<R extends Resource>(
  resource: R,
  filters: ListQuery['filters'],
  how: CallOptions,
): Promise<Page<DrawnRow<R>>> {
  const { parent, way = false } = resource.tree!
  const { list, total } = await allPages(resource, filters, how)
  const isSearched = Object.keys(filters).some((name) => name !== 'sort' && name !== 'order')
  const rows = way && isSearched ? withWay(list, (await allPages(resource, {}, how)).list, parent) : list
  return { list: nest(rows, parent), total, page: 1, limit: total }
}

/** All rows that a search finds, page by page. */
export async function allPages<R extends Resource>(resource: R, filters: ListQuery['filters'], how: CallOptions) {
  const list: ListedRow<R>[] = []
  let total = 0
  for (let page = 1; page <= MOST_PAGES; page++) {
    const answer = await pageOf(resource, { ...filters, page, limit: PAGE_LIMIT } as Query<R>, how)
    list.push(...answer.list)
    total = answer.total
    if (list.length >= total || answer.list.length === 0) break
  }
  return { list, total }
}

/** The found rows and all their ancestors, in the order of `all`. */
export function withWay<T extends { id: string }>(found: readonly T[], all: readonly T[], parentField: string): T[] {
  const byId = new Map(all.map((row) => [row.id, row]))
  const shown = new Set<string>()
  for (const { id } of found)
    for (let at: string | null = id; at !== null && !shown.has(at); ) {
      shown.add(at)
      const row = byId.get(at)
      const above = row && valueOf(row, parentField)
      at = typeof above === 'string' ? above : null
    }
  return all.filter(({ id }) => shown.has(id))
}

/** Nests rows by their parent; rows whose parent is not among them become roots. */
export function nest<T extends { id: string }>(rows: readonly T[], parentField: string): TreeRow<T>[] {
  const byId = new Map(rows.map((row): [string, TreeRow<T>] => [row.id, { ...row }]))
  const roots: TreeRow<T>[] = []
  for (const row of byId.values()) {
    const parent = byId.get(String(valueOf(row, parentField)))
    if (parent) parent.children = [...(parent.children ?? []), row]
    else roots.push(row)
  }
  return roots
}

interface RowsOptions {
  /** The refresh interval. */
  refetchMs?: number | false | undefined
  /** The rows stay as they are until somebody asks for new ones. */
  isHeld?: boolean
}

/** The rows of a list. A failure is shown in place; earlier rows stay. */
export function useRows<R extends Resource>(
  resource: R,
  query: ListQuery,
  { refetchMs = false, isHeld = false }: RowsOptions = {},
) {
  useFreshRows(isHeld ? null : resource.name)
  return useAsked(
    ['page', resource.name, query],
    async (how, askedAt) => {
      const page: Page<DrawnRow<R>> = resource.tree
        ? await wholeTree(resource, query.filters, how)
        : await pageOf(resource, toQuery(query) as Query<R>, how)
      return { ...page, askedAt }
    },
    { keep: true, everyMs: refetchMs },
  )
}
