import { happensAt } from '../model/mishap.ts'
import { chanceAt, seedOf } from '../random.ts'
import { HOUR_MS } from '../station-clock.ts'
import type { PastSource } from './past.types.ts'

/** Single reports that never arrived. */
const LOST_SHARE = 0.011
/** A station that was disconnected for hours and stored no reports of them. */
const AWAY = { name: 'away', perDay: 0.05, minutes: [60, 360] } as const

/** Whether nothing is known of this hour: what an earlier system has, it has with gaps (about 2 %). */
export function isMissing({ seed, stationSeed }: Pick<PastSource, 'seed' | 'stationSeed'>, ms: number): boolean {
  if (chanceAt(seedOf(seed, 'lost'), Math.floor(ms / HOUR_MS)) < LOST_SHARE) return true
  // The line of a station is the line of all that is behind it.
  return happensAt(stationSeed, AWAY, ms, 1)
}
