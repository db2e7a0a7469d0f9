const WEEK_MS = 7 * 86_400_000

/** A time that a telephone says: never in the future, and not longer ago than anything waits on one, ms. */
export function believedTime(said: number, now: number): number {
  return Math.min(Math.max(said, now - WEEK_MS), now)
}
