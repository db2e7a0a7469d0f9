import { dictTypeResource, type DictTypeRow } from '@sluice/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageOf } from '../../lib/resource-calls.ts'

const PAGE = 100
const PAGES = 20

/** All types whose name or key holds the text: a chooser shows the whole list. */
export function useTypeRows(keyword: string) {
  return useQuery({
    // Also read again when an entry changes: each type says how many it has.
    queryKey: ['page', 'dictType', 'dictEntry', keyword],
    queryFn: async ({ signal }) => {
      const rows: DictTypeRow[] = []
      for (let page = 1; page <= PAGES; page++) {
        const { list, total } = await pageOf(
          dictTypeResource,
          { keyword: keyword || undefined, page, limit: PAGE },
          { inPlace: true, signal },
        )
        rows.push(...list)
        if (rows.length >= total || list.length === 0) break
      }
      return rows
    },
    placeholderData: keepPreviousData,
  })
}
