const DAY_MS = 86_400_000
/** A clock may differ from known times by this much: more than any correction, less than any retention. */
export const BELIEVED_MS = DAY_MS
/**
 * A clock that ran steadily for this long is trusted, whatever was known before: the platform may have been off for a
 * month.
 */
const STEADY_MS = 7 * DAY_MS

/** Times to compare a clock with; epoch ms. */
export interface ClockSight {
  now: number
  /** The last time that was believed; null: none yet. */
  trusted: number | null
  /** When the newest row was stored; null: there is none. */
  newest: number | null
  /** The time of day at the database server. */
  database: number
  /** For how long this process has seen a doubtful clock go on without a leap, ms. */
  steadyMs: number
}

export type ClockDoubt = 'AHEAD' | 'BEHIND' | 'DATABASE_DIFFERS'

/** Why a clock is not believed; null: it is. */
export function doubtOf({ now, trusted, newest, database, steadyMs }: ClockSight): ClockDoubt | null {
  if (Math.abs(now - database) > BELIEVED_MS) return 'DATABASE_DIFFERS'
  if (steadyMs >= STEADY_MS) return null
  // Before any time was trusted, only the stored rows give one.
  const known = trusted ?? newest
  if (known === null) return null
  if (now > known + BELIEVED_MS) return 'AHEAD'
  return now < known - BELIEVED_MS ? 'BEHIND' : null
}

/** Whether rows past their retention by this clock may be deleted: nothing is deleted while nothing new is stored. */
export function mayDelete(sight: ClockSight): boolean {
  return doubtOf(sight) === null && sight.newest !== null && sight.now <= sight.newest + BELIEVED_MS
}
