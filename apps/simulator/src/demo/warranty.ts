import { seedOf } from '../random.ts'

const DAY_MS = 86_400_000
/** From a year ago to two years ahead. */
const [OVER_DAYS, AHEAD_DAYS] = [365, 730]
/** One of so many has papers that nobody found. */
const UNKNOWN_OF = 12

/** Until when the warranty of a device of the county is: over for some, unknown of a few; the same at every start of a day. */
export function warrantyOf(deviceNo: string, nowMs: number): string | null {
  const drawn = seedOf(0, 'warranty', deviceNo)
  if (drawn % UNKNOWN_OF === 0) return null
  const days = (drawn % (OVER_DAYS + AHEAD_DAYS)) - OVER_DAYS
  return new Date(nowMs + days * DAY_MS).toISOString().slice(0, 10)
}
