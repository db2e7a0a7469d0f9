import type { HistoryPoint, HistoryStep } from '@sluice/contract'
import { type Curve, curveOf, type Spot } from './curve.ts'

/** The value a device holds now; `at` is the present, not its report. Epoch ms. */
export interface Present {
  v: number
  at: number
}

/**
 * The curve of a day up to the present: the newest value lasts until now where its next report is not overdue, and there
 * is a gap until now where it is.
 */
export function dayCurveOf(points: readonly HistoryPoint[], step: HistoryStep, present: Present | null): Curve {
  const reported = curveOf(points, step)
  const last = reported.runs.at(-1)?.at(-1)
  if (!present || !last || present.at <= last[0]) return reported
  const curve = curveOf([...points, { t: new Date(present.at).toISOString(), v: present.v }], step)
  const overdue = curve.gaps.at(-1)?.to === present.at
  return overdue ? { ...reported, gaps: curve.gaps } : curve
}

/** The ends of a scale that holds every value. */
export function endsOf({ runs }: Curve, zeroBased: boolean, top: number | undefined): { low: number; high: number } {
  let [low, high] = zeroBased ? [0, top ?? 0] : [Infinity, top ?? -Infinity]
  for (const [, value] of runs.flat()) {
    low = Math.min(low, value)
    high = Math.max(high, value)
  }
  return { low, high }
}

/** A run as the path of a picture; a stepped one keeps each value until the next. */
export function pathOf(run: readonly Spot[], place: (spot: Spot) => Spot, stepped: boolean): string {
  return run
    .map((spot, at) => {
      const [x, y] = place(spot).map((number) => number.toFixed(1)) as [string, string]
      if (at === 0) return `M${x} ${y}`
      return stepped ? `H${x}V${y}` : `L${x} ${y}`
    })
    .join('')
}
