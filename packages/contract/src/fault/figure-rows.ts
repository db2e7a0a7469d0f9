import type { CostKind } from '../aftersale/repair-cost.operations.ts'
import { type FaultFigure, NONE, whole } from './fault-figure.ts'
import type { FaultFigures, ReliabilityRun } from './figures.operations.ts'

const COST_FILTER = { PRODUCT: 'productId', AREA: 'areaId', PERSON: 'assigneeId' } as const satisfies Record<
  CostKind,
  string
>

type Filters = Record<string, string>

/** What figures are of: a time without its end, and what they are narrowed to. */
export interface FiguresAsked extends Partial<Record<'deptId' | 'areaId' | 'level' | 'code' | 'productId', string>> {
  startTime: string
  endTime: string
}

export type BarKind = 'codes' | 'devices' | 'products' | 'areas'
const FILTER_OF = { codes: 'code', devices: 'deviceId', products: 'productId', areas: 'areaId' } as const

/** The last instant before the end: a list takes both ends of a time in. */
const before = (end: string): string => new Date(Date.parse(end) - 1).toISOString()

/** Filters of the record of faults: the rows that a figure counts. A consequence never does. */
export function rowsOfFigures({ startTime, endTime, ...others }: FiguresAsked, own: Filters = {}): Filters {
  return { startTime, endTime: before(endTime), explained: 'false', ...others, ...own }
}

/** Those of a bar; an area without those below it, as its bar is. */
export function rowsOfBar(asked: FiguresAsked, kind: BarKind, key: string): Filters {
  const value = kind === 'areas' && key !== '' ? whole(key) : key
  return rowsOfFigures(asked, { [FILTER_OF[kind]]: value === '' ? NONE : value })
}

export const rowsOfPerson = (asked: FiguresAsked, name: string): Filters =>
  rowsOfFigures(asked, { takenName: whole(name) })

export const rowsCounted = (asked: FiguresAsked, figures: readonly FaultFigure[], own: Filters = {}): Filters =>
  rowsOfFigures(asked, { figures: figures.join(','), ...own })

/** What of those that a person took was counted so. */
export const rowsOfPersonCounted = (asked: FiguresAsked, name: string, figures: readonly FaultFigure[]): Filters =>
  rowsCounted(asked, figures, { takenName: whole(name) })

/** Those that are active now, whenever they began. */
export function rowsOpen(asked: FiguresAsked, own: Filters = {}): Filters {
  const { startTime: _start, endTime: _end, ...others } = rowsOfFigures(asked, own)
  return { ...others, conditionState: 'ACTIVE' }
}

/** Those that began on a day or in a week of the figures. */
export function rowsOfPoint(asked: FiguresAsked, { series }: Pick<FaultFigures, 'series'>, at: number): Filters {
  const from = series[at]!.from
  const next = series[at + 1]?.from ?? asked.endTime
  const startTime = Date.parse(from) < Date.parse(asked.startTime) ? asked.startTime : from
  return rowsOfFigures({ ...asked, startTime, endTime: next })
}

/** Those between which the time of a product and firmware is measured. */
export function rowsOfRun(
  asked: FiguresAsked,
  { productId, firmware }: Pick<ReliabilityRun, 'productId' | 'firmware'>,
): Filters {
  return rowsCounted(asked, ['IN_SERVICE'], { productId, firmware: firmware ?? NONE })
}

/** Filters of the repair orders that a bar of costs counts. */
export function ordersOfCost(asked: FiguresAsked, kind: CostKind, key: string): Filters {
  const { startTime, endTime, code, ...others } = asked
  const value = key === '' ? NONE : kind === 'AREA' ? whole(key) : key
  return {
    ...others,
    ...(code && { faultCode: code }),
    [COST_FILTER[kind]]: value,
    finishTime: `${startTime}/${endTime}`,
  }
}
