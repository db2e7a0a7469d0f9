import { hourOfDay } from '../station-clock.ts'

const NIGHT_FLOOR = 0.15
const MORNING = { hour: 7.5, widthH: 1.3 }
const EVENING = { hour: 19, widthH: 1.6, height: 0.95 }
/** The demand between the peaks. */
const DAYTIME = { from: 6, to: 22, height: 0.3 }
/** Pressure at the head without any draw, and what the highest draw costs, MPa (domain 15.2). */
const BASE_MPA = 0.4
const FULL_DEMAND_MPA = 0.08

function bell(hour: number, { hour: peak, widthH }: { hour: number; widthH: number }): number {
  // The clock is round: half past eleven at night is one hour before half past midnight.
  const apart = Math.abs(hour - peak)
  const distance = Math.min(apart, 24 - apart) / widthH
  return Math.exp((-distance * distance) / 2)
}

function daytime(hour: number): number {
  const rising = 1 / (1 + Math.exp((DAYTIME.from - hour) * 2))
  const falling = 1 / (1 + Math.exp((hour - DAYTIME.to) * 2))
  return DAYTIME.height * rising * falling
}

/** Share of the highest draw, 0.15 at night to 1, with peaks at 07:30 and 19:00 local time (domain 15.2). */
export function demandAt(ms: number): number {
  const hour = hourOfDay(ms)
  const idle = (1 - bell(hour, MORNING)) * (1 - EVENING.height * bell(hour, EVENING)) * (1 - daytime(hour))
  return NIGHT_FLOOR + (1 - NIGHT_FLOOR) * (1 - idle)
}

/** Pressure in the main, MPa: base 0.40 - 0.08 · demand(t). */
export function inletPressureAt(ms: number): number {
  return BASE_MPA - FULL_DEMAND_MPA * demandAt(ms)
}
