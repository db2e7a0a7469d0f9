import type { DashboardWater } from '@sluice/contract'

type Hours = readonly (number | null)[]

const sumOf = (hours: Hours) => hours.reduce<number>((sum, m3) => sum + (m3 ?? 0), 0)
const isKnown = (m3: number | null) => m3 !== null

/** m³ of today's whole hours, and the comparison with the same hours of yesterday; null without data. */
export interface WaterSum {
  today: number
  /** Percent more than yesterday until then, negative for less; null when yesterday had no data or no flow. */
  more: number | null
}

export function waterSum({ today, yesterday }: DashboardWater): WaterSum | null {
  const hours = today.findLastIndex(isKnown) + 1
  if (hours === 0) return null
  const [sum, before] = [sumOf(today), sumOf(yesterday.slice(0, hours))]
  return { today: sum, more: before > 0 ? (100 * (sum - before)) / before : null }
}

/**
 * Today's volume beyond its whole hours, and the hour it is drawn in: the current one, or the previous one for the
 * minutes until its rollup exists, since nearly all of it belongs there. Null when that is unknown.
 */
export function unmade(
  { today }: DashboardWater,
  hour: number,
  volumeTodayM3: number | null,
): { hour: number; m3: number } | null {
  const isMade = (at: number) => at < 0 || isKnown(today[at] ?? null)
  if (volumeTodayM3 === null || isMade(hour)) return null
  const at = [hour, hour - 1].find((one) => isMade(one - 1) && !isMade(one))
  return at === undefined ? null : { hour: at, m3: Math.max(0, volumeTodayM3 - sumOf(today)) }
}

const STEPS = [1, 2, 3, 4, 5, 6, 8, 10]

/** The top of the scale: the next round number whose half is round too. */
export function scaleTop(highest: number): number {
  if (!(highest > 0)) return 1
  const power = 10 ** Math.floor(Math.log10(highest))
  return power * STEPS.find((step) => step * power >= highest * (1 - 1e-9))!
}
