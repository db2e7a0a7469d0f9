import { chanceAt, seedOf } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'

/** Something that goes wrong for a while: how often, and for how long. */
export interface MishapKind {
  name: string
  perDay: number
  minutes: readonly [min: number, max: number]
}

const WINDOW_MS = 6 * HOUR_MS
const WINDOWS_PER_DAY = 4

/** Mishaps of a station in the field, at the rates of an ordinary county. */
export const MISHAPS = {
  doorOpen: { name: 'doorOpen', perDay: 0.06, minutes: [8, 40] },
  mainsLost: { name: 'mainsLost', perDay: 0.08, minutes: [15, 150] },
  batteryLow: { name: 'batteryLow', perDay: 0.04, minutes: [60, 300] },
  meterFault: { name: 'meterFault', perDay: 0.03, minutes: [20, 200] },
  offline: { name: 'offline', perDay: 0.1, minutes: [6, 60] },
} as const satisfies Record<string, MishapKind>

export type MishapName = keyof typeof MISHAPS

/**
 * Whether a mishap is under way: fixed for a seed and an instant, no matter how often one asks. `rate` scales how
 * often it happens; 0 is never.
 */
export function happensAt(seed: number, kind: MishapKind, ms: number, rate: number): boolean {
  if (rate <= 0) return false
  const own = seedOf(seed, kind.name)
  const current = Math.floor(ms / WINDOW_MS)
  return [current - 1, current].some((window) => {
    if (chanceAt(own, window * 3) >= (kind.perDay * rate) / WINDOWS_PER_DAY) return false
    const start = window * WINDOW_MS + chanceAt(own, window * 3 + 1) * WINDOW_MS
    const [min, max] = kind.minutes
    const lastsMs = (min + (max - min) * chanceAt(own, window * 3 + 2)) * 60_000
    return ms >= start && ms < start + lastsMs
  })
}
