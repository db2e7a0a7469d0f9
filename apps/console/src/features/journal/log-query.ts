import { DEFAULT_PAGE_LIMIT, PAGE_SIZES } from '@sluice/contract'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { lastDays } from '../../lib/time.ts'

/** The last so many days, everything, or two instants (TM-4). */
export type LogRange = { days: number } | { all: true } | { startTime: string; endTime: string }

export interface LogQuery {
  page: number
  limit: number
  range: LogRange
  filters: Readonly<Record<string, string>>
}

export const RANGE_DAYS = [7, 30, 90] as const
const DEFAULT_DAYS = 7

/** What is not usable in the address counts as not asked. */
export function parseLogQuery(search: URLSearchParams, names: readonly string[]): LogQuery {
  const limit = Number(search.get('limit'))
  const filters = names.flatMap((name) => {
    const value = search.get(name)
    return value ? [[name, value] as const] : []
  })
  return {
    page: Math.max(1, Math.trunc(Number(search.get('page')) || 1)),
    limit: PAGE_SIZES.includes(limit) ? limit : DEFAULT_PAGE_LIMIT,
    range: parseRange(search),
    filters: Object.fromEntries(filters),
  }
}

function parseRange(search: URLSearchParams): LogRange {
  const [start, end] = [search.get('from') ?? '', search.get('to') ?? '']
  if (!Number.isNaN(Date.parse(start)) && !Number.isNaN(Date.parse(end))) return { startTime: start, endTime: end }
  const days = search.get('days')
  if (days === 'all') return { all: true }
  return { days: RANGE_DAYS.find((one) => String(one) === days) ?? DEFAULT_DAYS }
}

export function toLogSearch({ page, limit, range, filters }: LogQuery): URLSearchParams {
  const search = new URLSearchParams(filters)
  if (page > 1) search.set('page', String(page))
  if (limit !== DEFAULT_PAGE_LIMIT) search.set('limit', String(limit))
  if ('all' in range) search.set('days', 'all')
  else if ('days' in range) {
    if (range.days !== DEFAULT_DAYS) search.set('days', String(range.days))
  } else {
    search.set('from', range.startTime)
    search.set('to', range.endTime)
  }
  return search
}

/** TM-4, TM-5: what is sent. A shortcut ends now, which needs no word: lines of the future there are none. */
export function boundsOf(range: LogRange, now: number): { startTime?: string; endTime?: string } {
  if ('all' in range) return {}
  if ('days' in range) return { startTime: lastDays(range.days, now).startTime }
  return { startTime: range.startTime, endTime: range.endTime }
}

/** The list's state lives in the address: a reload, a link and the tab keep it. */
export function useLogQuery(names: readonly string[]) {
  const [search, setSearch] = useSearchParams()
  const query = useMemo(() => parseLogQuery(search, names), [search, names])
  const change = (next: Partial<LogQuery>) => setSearch(toLogSearch({ ...query, ...next }), { replace: true })
  return { query, change }
}
