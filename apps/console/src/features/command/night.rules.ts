import { displayZone, showTime } from '../../lib/time/clock.ts'
import { instantOf } from '../../lib/time/time.ts'

const DAY_MS = 86_400_000
/** A night begins at this hour of the evening. */
const EVENING_H = 18

/** The last beginning of a night: today's once it is evening, else yesterday's. */
export function nightSince(now: number): string {
  const at = (day: number) => instantOf(`${showTime(day, '{y}-{m}-{d}')} ${EVENING_H}:00:00`, displayZone()) ?? day
  const today = at(now)
  return new Date(today <= now ? today : at(now - DAY_MS)).toISOString()
}
