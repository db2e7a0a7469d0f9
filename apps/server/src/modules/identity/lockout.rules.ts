/** How failed sign-ins are slowed down (README "Settled"): the same rule for an account and for an address. */
export interface LockoutLimits {
  failures: number
  windowMs: number
  firstLockMs: number
  longestLockMs: number
}

export const LOCKOUT: LockoutLimits = {
  failures: 5,
  windowMs: 10 * 60_000,
  firstLockMs: 10 * 60_000,
  longestLockMs: 24 * 3_600_000,
}

/** Times are Unix ms. */
export interface GuardState {
  failedAt: readonly number[]
  /** How often it was locked in a row. */
  lockCount: number
  lockedUntil: number | null
}

export const UNTRIED: GuardState = { failedAt: [], lockCount: 0, lockedUntil: null }

/**
 * Counts one try as failed before its password is looked at, so that many tries at once cannot all pass the check.
 * `waitMs` above 0: the try is refused and the state stays. A success takes the try back (`forgive`).
 */
export function countTry(state: GuardState, now: number, limits = LOCKOUT): { state: GuardState; waitMs: number } {
  if (state.lockedUntil !== null && state.lockedUntil > now) return { state, waitMs: state.lockedUntil - now }
  // What led to a lock has been paid for.
  const since = Math.max(now - limits.windowMs, state.lockedUntil ?? Number.NEGATIVE_INFINITY)
  const failedAt = [...state.failedAt.filter((at) => at > since), now]
  const lockCount = isForgotten(state, now, limits) ? 0 : state.lockCount
  if (failedAt.length < limits.failures)
    return { state: { failedAt, lockCount, lockedUntil: state.lockedUntil }, waitMs: 0 }
  const lockMs = Math.min(limits.firstLockMs * 2 ** lockCount, limits.longestLockMs)
  return { state: { failedAt, lockCount: lockCount + 1, lockedUntil: now + lockMs }, waitMs: 0 }
}

/** After a day without a lock the next one is short again. */
function isForgotten({ lockedUntil }: GuardState, now: number, limits: LockoutLimits): boolean {
  return lockedUntil === null || now - lockedUntil > limits.longestLockMs
}

/** Takes back the try counted at `at`, and the lock it caused; other failures of an address stay. */
export function forgive(state: GuardState, at: number, limits = LOCKOUT): GuardState {
  const index = state.failedAt.lastIndexOf(at)
  const failedAt = state.failedAt.filter((_, position) => position !== index)
  const locked = state.lockedUntil !== null && state.lockedUntil > at && failedAt.length < limits.failures
  return locked
    ? { failedAt, lockCount: Math.max(0, state.lockCount - 1), lockedUntil: null }
    : { failedAt, lockCount: state.lockCount, lockedUntil: state.lockedUntil }
}
