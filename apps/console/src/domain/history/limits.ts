import { LOW_BATTERY_PCT, type ProductPoint } from '@sluice/contract'
import type { Curve, Spot } from '../series/curve.ts'

/** One metric of a device. */
export interface Line {
  point: ProductPoint
  curve: Curve
}

/** One end of what is usual for a metric. */
export interface Limit {
  side: 'low' | 'high'
  value: number
  /** The fault level of a value beyond it. */
  level: number
}

/** Values outside of a point's range are stored as BAD, and a low battery is a fault: both of the second level. */
const LEVEL = 2
/** How far from the values a limit may lie and still be drawn, as a share of their span. */
const NEAR_SHARE = 0.1

/** The limits of a metric: those of its point, and the one below which a battery counts as low. */
export function limitsOf({ key, min, max }: ProductPoint): Limit[] {
  const low = key.split('.')[0] === 'batteryPct' ? LOW_BATTERY_PCT : min
  return [
    ...(low === undefined ? [] : [{ side: 'low' as const, value: low, level: LEVEL }]),
    ...(max === undefined ? [] : [{ side: 'high' as const, value: max, level: LEVEL }]),
  ]
}

interface Ends {
  min: number
  max: number
}

/** The least and the greatest value of curves; null without any. */
export function extentOf(curves: readonly Curve[]): Ends | null {
  const values = curves.flatMap(({ runs }) => runs.flat().map(([, value]) => value))
  if (values.length === 0) return null
  return values.reduce(({ min, max }, value) => ({ min: Math.min(min, value), max: Math.max(max, value) }), {
    min: values[0]!,
    max: values[0]!,
  })
}

/**
 * The limits that a frame shows: those inside its scale, where that is given, else those that the values come near or
 * pass. A limit far away would flatten the line, and one at an end of the scale is its edge already.
 */
export function shownLimits(limits: readonly Limit[], extent: Ends | null, scale: Partial<Ends>): Limit[] {
  const { min, max } = scale
  if (min !== undefined && max !== undefined) return limits.filter(({ value }) => value > min && value < max)
  if (!extent) return []
  const reach = (extent.max - extent.min) * NEAR_SHARE
  return limits.filter(({ side, value }) =>
    side === 'low'
      ? extent.min - reach <= value && (min === undefined || value > min)
      : extent.max + reach >= value && (max === undefined || value < max),
  )
}

const isBeyond = ({ side, value }: Limit, at: number) => (side === 'low' ? at < value : at > value)

/** The parts of a line beyond a limit, cut where it passes the limit; null breaks them apart. */
export function beyond({ runs }: Curve, limit: Limit, isStepped: boolean): (readonly [number, number | null])[] {
  return runs.flatMap((run) => {
    const parts: (readonly [number, number | null])[] = []
    const crossing = (from: Spot, to: Spot): Spot => {
      // A stepped line stays where it is until the next value.
      const share = isStepped ? 1 : (limit.value - from[1]) / (to[1] - from[1])
      return [from[0] + share * (to[0] - from[0]), limit.value]
    }
    for (const [at, spot] of run.entries()) {
      const before = run[at - 1]
      const [was, is] = [before !== undefined && isBeyond(limit, before[1]), isBeyond(limit, spot[1])]
      if (before && was !== is) {
        const cut = crossing(before, spot)
        if (isStepped && was) parts.push([cut[0], before[1]])
        else parts.push(cut)
      }
      if (is) parts.push(spot)
      else if (was) parts.push([spot[0] + 1, null])
    }
    const last = run.at(-1)
    if (last && isBeyond(limit, last[1])) parts.push([last[0] + 1, null])
    return parts
  })
}
