import {
  type Conversion,
  converted,
  convertedDecimals,
  convertedSpan,
  type history,
  type HistoryPoint,
  type OutputOf,
  type ProductPoint,
} from '@sluice/contract'
import { wayFrom } from '../../lib/text/units.ts'

type Bounds = NonNullable<ProductPoint['warn']>
type Answer = OutputOf<typeof history>

const bounds = ({ min, max }: Bounds, way: Conversion): Bounds => ({
  ...(min === undefined ? {} : { min: converted(min, way) }),
  ...(max === undefined ? {} : { max: converted(max, way) }),
})

/**
 * A point of a product in the reader's unit: its unit, its decimals, and every limit drawn of it. It is told by its own
 * unit, so it may be converted again without harm.
 */
export function shownPoint(point: ProductPoint): ProductPoint {
  const way = wayFrom(point.unit)
  if (!way) return point
  const decimals = convertedDecimals(point.decimals, way)
  return {
    ...point,
    ...bounds(point, way),
    unit: way.unit,
    ...(decimals === undefined ? {} : { decimals }),
    ...(point.warn ? { warn: bounds(point.warn, way) } : {}),
    ...(point.serious ? { serious: bounds(point.serious, way) } : {}),
  }
}

function shownHistoryPoint(point: HistoryPoint, way: Conversion): HistoryPoint {
  const shown = { ...point }
  if (typeof shown.v === 'number') shown.v = converted(shown.v, way)
  for (const name of ['min', 'max', 'first', 'last'] as const) {
    const value = shown[name]
    if (value !== undefined) shown[name] = converted(value, way)
  }
  // A difference of two values has no zero of its own.
  if (typeof shown.delta === 'number') shown.delta = convertedSpan(shown.delta, way)
  return shown
}

/** Curves of metrics in the reader's units: `points` say what they are stored in. */
export function shownHistory(answer: Answer, points: readonly ProductPoint[]): Answer {
  const told = points.flatMap(({ key, unit }) => {
    const way = wayFrom(unit)
    const series = way && answer.series[key]
    return series ? [[key, series.map((point) => shownHistoryPoint(point, way))] as const] : []
  })
  return told.length === 0 ? answer : { ...answer, series: { ...answer.series, ...Object.fromEntries(told) } }
}
