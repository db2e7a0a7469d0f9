import type { InputOf } from '@sluice/contract'
import { CONDITION_STATES, DEFAULT_PAGE_LIMIT, type faultPage, HANDLE_STATES, PAGE_SIZES } from '@sluice/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'

export type FaultFilters = Pick<
  InputOf<typeof faultPage>,
  'level' | 'code' | 'conditionState' | 'handleState' | 'keyword' | 'deviceId'
>
export interface FaultQuery {
  page: number
  limit: number
  filters: FaultFilters
}

const among = <T extends string>(values: readonly T[], text: string | null): T | undefined =>
  values.find((one) => one === text)

/** What is not usable in the address counts as not asked. Without a word about it only active faults are shown. */
export function parseFaultQuery(search: URLSearchParams): FaultQuery {
  const level = Number(search.get('level'))
  const limit = Number(search.get('limit'))
  const state = search.get('conditionState')
  const conditionState = state === 'ALL' ? undefined : (among(CONDITION_STATES, state) ?? 'ACTIVE')
  const handleState = among(HANDLE_STATES, search.get('handleState'))
  const [code, keyword, deviceId] = ['code', 'keyword', 'deviceId'].map((name) => search.get(name) || undefined)
  return {
    page: Math.max(1, Math.trunc(Number(search.get('page')) || 1)),
    limit: PAGE_SIZES.includes(limit) ? limit : DEFAULT_PAGE_LIMIT,
    filters: {
      ...(level >= 1 && level <= 4 ? { level } : {}),
      ...(conditionState ? { conditionState } : {}),
      ...(handleState ? { handleState } : {}),
      ...(code ? { code } : {}),
      ...(keyword ? { keyword } : {}),
      ...(deviceId ? { deviceId } : {}),
    },
  }
}

/** The list's state lives in the address: a reload, a link and the tab keep it. */
export function useFaultQuery() {
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => parseFaultQuery(search), [search])
  /** PG-6: a new search starts at page 1. */
  const set = (name: keyof FaultFilters | 'page' | 'limit', value: string | undefined) => {
    const next = new URLSearchParams(search)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    if (name !== 'page') next.delete('page')
    setSearch(next, { replace: true })
  }
  const turn = (page: number, limit: number) => {
    const next = new URLSearchParams(search)
    next.set('page', String(page))
    next.set('limit', String(limit))
    setSearch(next, { replace: true })
  }
  return { query, set, turn, clear: () => setSearch({ conditionState: 'ALL' }, { replace: true }) }
}
