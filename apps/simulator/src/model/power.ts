import { noiseAt, chanceAt } from '../random.ts'
import { DAY_MS, hourOfDay } from '../station-clock.ts'

export type PowerSupply = 'SOLAR' | 'BATTERY' | 'MAINS'

const CELL_LIFE_DAYS = 420

/** Sun on the panel, 0..1, between 6 and 18 o'clock. */
function sunAt(hour: number): number {
  return Math.max(0, Math.sin((Math.PI * (hour - 6)) / 12))
}

/**
 * Supply voltage of a 12 V station. Solar: up to 14.4 at a clear noon, sinking through the night. A cell pack sinks
 * over a year and is then replaced. Mains: a charger's float voltage.
 */
export function supplyVoltageAt(supply: PowerSupply, seed: number, cloud: number, ms: number): number {
  const ripple = 0.04 * noiseAt(seed, ms / 600_000)
  if (supply === 'MAINS') return 13.6 + ripple
  if (supply === 'BATTERY') {
    const age = (ms / DAY_MS + chanceAt(seed, 1) * CELL_LIFE_DAYS) % CELL_LIFE_DAYS
    return 13.1 - 1.0 * (age / CELL_LIFE_DAYS) ** 1.4 + ripple
  }
  const hour = hourOfDay(ms)
  const sinceSunset = (hour + 6) % 24
  // The charge of a clear day is used up at night.
  const rest = sinceSunset < 12 ? 12.95 - 0.05 * sinceSunset : 12.35 + 0.05 * (sinceSunset - 12)
  return Math.min(14.4, rest + sunAt(hour) * (1.75 - 1.1 * cloud) + ripple)
}

/** Voltage of a lithium cell that drives a small valve or sensor: flat for most of its life, then replaced. */
export function cellVoltageAt(seed: number, ms: number): number {
  const age = ((ms / DAY_MS + chanceAt(seed, 1) * CELL_LIFE_DAYS) % CELL_LIFE_DAYS) / CELL_LIFE_DAYS
  return 3.66 - 0.16 * age - 0.2 * age ** 6 + 0.008 * noiseAt(seed, ms / 600_000)
}
