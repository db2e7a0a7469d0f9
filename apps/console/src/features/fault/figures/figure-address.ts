import type { FiguresAsked } from '@sluice/contract'

const NARROWING = ['deptId', 'areaId', 'level', 'code', 'productId'] as const

/** What the figures of an address are of. */
export function askedOf(search: URLSearchParams, bounds: Pick<FiguresAsked, 'startTime' | 'endTime'>): FiguresAsked {
  const named = NARROWING.flatMap((name) => (search.get(name) ? [[name, search.get(name)!] as const] : []))
  return { startTime: bounds.startTime, endTime: bounds.endTime, ...Object.fromEntries(named) }
}

/** Where faults are listed by these filters. */
export const recordsAt = (filters: Readonly<Record<string, string>>): string =>
  `/fault/fault-record?${new URLSearchParams(filters)}`

/** Where repair orders are: also those that are done, of everybody. */
export const ordersAt = (filters: Readonly<Record<string, string>>): string =>
  `/aftersale/repair-record?${new URLSearchParams({ status: 'ALL', assigneeId: 'ALL', ...filters })}`
