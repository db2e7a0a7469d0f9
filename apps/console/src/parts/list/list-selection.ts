import { useEffect, useState } from 'react'
import type { ListQuery } from './list-query.ts'

/** Most ids of rows that one call may delete or send. */
export const BATCH_MOST = 1000

export interface Selection {
  ids: readonly string[]
  /** All rows that the search finds are selected, on every page. */
  allFound: boolean
  /** How many rows are selected. */
  count: number
  choose: (ids: readonly string[]) => void
  chooseAll: () => void
  clear: () => void
  toggle: (row: { id: string }) => void
}

/**
 * The selection stays from page to page; another search clears it. `inSight`: only rows of this page can be selected,
 * because commands are not sent to rows the user does not see.
 */
export function useSelection(
  { filters }: ListQuery,
  rows: readonly { id: string }[],
  total: number,
  inSight: boolean,
): Selection {
  const [kept, setIds] = useState<readonly string[]>([])
  const [allFound, setAllFound] = useState(false)
  const search = JSON.stringify(filters)
  useEffect(() => {
    setIds([])
    setAllFound(false)
  }, [search])
  const onPage = new Set(rows.map(({ id }) => id))
  const ids = inSight ? kept.filter((id) => onPage.has(id)) : kept
  return {
    ids,
    allFound,
    count: allFound ? total : ids.length,
    choose: (chosen) => {
      setAllFound(false)
      setIds([...ids.filter((id) => !onPage.has(id)), ...chosen.filter((id) => onPage.has(id))])
    },
    chooseAll: () => setAllFound(true),
    clear: () => {
      setAllFound(false)
      setIds([])
    },
    toggle: ({ id }) => {
      // Of all found rows, only the names of those on this page are known.
      const now = allFound ? [...new Set([...ids, ...onPage])] : ids
      setAllFound(false)
      setIds(now.includes(id) ? now.filter((one) => one !== id) : [...now, id])
    },
  }
}
