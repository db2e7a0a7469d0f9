import { instantOfWall, wallClock } from '../../../lib/time/time.ts'

const HOUR_MS = 3_600_000
const EVENING_H = 18
const MORNING_H = 8
const DAYS = 7

type IgnorePreset = 'hours2' | 'tonight' | 'tomorrow' | 'days7'

/** The ends that are offered, in the zone of the reader; this evening only while it is ahead. */
export function ignorePresets(now: number, zone: string): { name: IgnorePreset; until: number }[] {
  const today = wallClock(now, zone)
  const at = (days: number, hour: number) =>
    instantOfWall({ ...today, day: today.day + days, hour, minute: 0, second: 0 }, zone)
  const all: { name: IgnorePreset; until: number }[] = [
    { name: 'hours2', until: now + 2 * HOUR_MS },
    { name: 'tonight', until: at(0, EVENING_H) },
    { name: 'tomorrow', until: at(1, MORNING_H) },
    { name: 'days7', until: now + DAYS * 24 * HOUR_MS },
  ]
  return all.filter(({ until }) => until > now)
}
