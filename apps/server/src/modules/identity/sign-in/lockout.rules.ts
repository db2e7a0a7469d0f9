/** How failed sign-ins are locked out (README "Settled"). */
export interface LockoutLimits {
  failures: number
  windowMs: number
  firstLockMs: number
  longestLockMs: number
}

const MINUTE = 60_000

/** An account from one address, or from one browser that is known to it. */
export const LOCKOUT: LockoutLimits = {
  failures: 5,
  windowMs: 10 * MINUTE,
  firstLockMs: 10 * MINUTE,
  longestLockMs: 24 * 60 * MINUTE,
}

/** An address, over all accounts: many people may share one, so nobody is locked out for longer than an hour. */
export const ADDRESS_LOCKOUT: LockoutLimits = {
  failures: 50,
  windowMs: 10 * MINUTE,
  firstLockMs: 10 * MINUTE,
  longestLockMs: 60 * MINUTE,
}

/** An account from everywhere: beyond `free` failures within the window each new place waits before it may try. */
export const ACCOUNT_DELAY = { free: 10, windowMs: 60 * MINUTE, firstMs: 1_000, longestMs: 10 * MINUTE }
/** More failures than these cannot make the delay any longer. */
const MAX_COUNTED = ACCOUNT_DELAY.free + Math.ceil(Math.log2(ACCOUNT_DELAY.longestMs / ACCOUNT_DELAY.firstMs))
/** A client that waited and did not come back must wait again. */
const TURN_MS = 60 * MINUTE

/** Times are Unix ms. */
export interface GuardState {
  failedAt: readonly number[]
  /** How often it was locked in a row. */
  lockCount: number
  lockedUntil: number | null
  /** Since when a place waits for its turn at an account that is slowed down. */
  waitingSince: number | null
}

export const UNTRIED: GuardState = { failedAt: [], lockCount: 0, lockedUntil: null, waitingSince: null }

/** The guards of an attempt from a place that the account does not know. */
export interface StrangerGuards {
  account: GuardState
  address: GuardState
  pair: GuardState
}

/**
 * Counts one attempt as failed before its password is checked, so that many simultaneous attempts cannot all pass.
 * `waitMs` above 0: the attempt is refused and the state is unchanged. A success takes the attempt back (`forgive`).
 */
export function countTry(state: GuardState, now: number, limits = LOCKOUT): { state: GuardState; waitMs: number } {
  const waitMs = lockedFor(state, now, limits)
  if (waitMs > 0) return { state, waitMs }
  // Failures that led to a lock no longer count.
  const since = Math.max(now - limits.windowMs, Math.min(state.lockedUntil ?? Number.NEGATIVE_INFINITY, now))
  const failedAt = [...state.failedAt.filter((at) => at > since && at <= now + limits.windowMs), now]
  const lockCount = isForgotten(state, now, limits) ? 0 : state.lockCount
  if (failedAt.length < limits.failures) return { state: { ...state, failedAt, lockCount }, waitMs: 0 }
  const lockMs = Math.min(limits.firstLockMs * 2 ** lockCount, limits.longestLockMs)
  return { state: { ...state, failedAt, lockCount: lockCount + 1, lockedUntil: now + lockMs }, waitMs: 0 }
}

/** A lock that would last longer than any lock does was set by a clock that stood elsewhere. */
function lockedFor({ lockedUntil }: GuardState, now: number, limits: LockoutLimits): number {
  if (lockedUntil === null || lockedUntil <= now || lockedUntil - now > limits.longestLockMs) return 0
  return lockedUntil - now
}

/** After a day without a lock the next one is short again. */
function isForgotten({ lockedUntil }: GuardState, now: number, limits: LockoutLimits): boolean {
  return lockedUntil === null || now - lockedUntil > limits.longestLockMs
}

/**
 * The same for a place from which the account has not signed in: locked together with its address, slowed down when
 * others fail. A client that waits out the delay at the place that was told of it is let through, however many others
 * try; `hasWaited`: it did so for the step before.
 */
export function countStranger(
  guards: StrangerGuards,
  now: number,
  hasWaited = false,
): { guards: StrangerGuards; waitMs: number } {
  const address = countTry(guards.address, now, ADDRESS_LOCKOUT)
  const pair = countTry(guards.pair, now)
  const lockedMs = Math.max(address.waitMs, pair.waitMs)
  if (lockedMs > 0) return { guards, waitMs: lockedMs }
  const delayMs = hasWaited ? 0 : delayOf(guards.account, now)
  const since = waitingSince(guards.pair, now) ?? now
  if (since + delayMs > now) {
    return { guards: { ...guards, pair: { ...guards.pair, waitingSince: since } }, waitMs: since + delayMs - now }
  }
  const account = { ...guards.account, failedAt: [...recent(guards.account, now), now].slice(-MAX_COUNTED) }
  return { guards: { account, address: address.state, pair: { ...pair.state, waitingSince: null } }, waitMs: 0 }
}

function waitingSince({ waitingSince: since }: GuardState, now: number): number | null {
  return since !== null && since <= now && now - since < TURN_MS ? since : null
}

function recent({ failedAt }: GuardState, now: number): number[] {
  return failedAt.filter((at) => at > now - ACCOUNT_DELAY.windowMs && at <= now + ACCOUNT_DELAY.windowMs)
}

function delayOf(account: GuardState, now: number): number {
  const beyond = recent(account, now).length - ACCOUNT_DELAY.free
  return beyond < 0 ? 0 : Math.min(ACCOUNT_DELAY.firstMs * 2 ** beyond, ACCOUNT_DELAY.longestMs)
}

/**
 * Takes back the attempt counted at `at`, and the lock it caused; other failures of an address or an account remain.
 */
export function forgive(state: GuardState, at: number, limits = LOCKOUT): GuardState {
  const index = state.failedAt.lastIndexOf(at)
  const failedAt = state.failedAt.filter((_, position) => position !== index)
  const locked = state.lockedUntil !== null && state.lockedUntil > at && failedAt.length < limits.failures
  return locked
    ? { ...state, failedAt, lockCount: Math.max(0, state.lockCount - 1), lockedUntil: null }
    : { ...state, failedAt }
}

/** The key an address is counted under: for IPv6 its /64, which one subscriber has as a whole. */
export function guardedAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.replace(/%.*$/, '').split('::')
  const [left, right] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':')))
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left!.length - right!.length)
  const groups = [...left!, ...Array.from({ length: missing }, () => '0'), ...right!]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
