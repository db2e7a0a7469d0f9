import { useEffect, useState } from 'react'
import type { ListQuery } from './list-query.ts'

/** Ids of rows that can be deleted or sent at once. */
export const BATCH_MOST = 1000

export interface Selection {
  ids: readonly string[]
  /** Everything the search finds is meant, on whatever page it stands. */
  allFound: boolean
  /** How many rows are meant. */
  count: number
  choose: (ids: readonly string[]) => void
  chooseAll: () => void
  clear: () => void
  toggle: (row: { id: string }) => void
}

/**
 * What is chosen stays chosen from page to page; another search begins anew. `inSight`: only rows of this page are
 * chosen, for what is out of sight is not sent to.
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
      // Of all that were found, those of this page are known by name.
      const now = allFound ? [...new Set([...ids, ...onPage])] : ids
      setAllFound(false)
      setIds(now.includes(id) ? now.filter((one) => one !== id) : [...now, id])
    },
  }
}
