import { describe, expect, test } from 'vitest'
import {
  ACCOUNT_DELAY,
  ADDRESS_LOCKOUT,
  countStranger,
  countTry,
  forgive,
  guardedAddress,
  type GuardState,
  LOCKOUT,
  UNTRIED,
} from './lockout.rules.ts'

const { firstLockMs, longestLockMs } = LOCKOUT
const locked = (lockCount: number, lockedUntil: number): GuardState => ({ ...UNTRIED, lockCount, lockedUntil })
/** Five failures in a row from `at` on; answers the lock they led to. */
function lockAfter(state: GuardState, at: number): number {
  let now = state
  for (let n = 0; n < 5; n++) now = countTry(now, at + n).state
  return now.lockedUntil! - (at + 4)
}

test('the next lock is twice as long until a day without a lock has passed, to the millisecond', () => {
  expect(lockAfter(UNTRIED, 1_000)).toBe(firstLockMs)
  expect(lockAfter(locked(1, 0), longestLockMs - 4)).toBe(2 * firstLockMs)
  expect(lockAfter(locked(1, 0), longestLockMs + 1)).toBe(firstLockMs)
  expect(lockAfter(locked(30, 0), 1_000)).toBe(longestLockMs)
})

test('a locked account waits until that moment and no longer, and attempts meanwhile are not counted', () => {
  const state = locked(1, 5_000)
  expect(countTry(state, 4_999)).toEqual({ state, waitMs: 1 })
  expect(countTry(state, 5_000).waitMs).toBe(0)
})

test('a right password takes back its own try and the lock that try led to, and no lock of others', () => {
  const five: GuardState = { ...UNTRIED, failedAt: [1, 2, 3, 4, 5], lockCount: 1, lockedUntil: 5 + firstLockMs }
  expect(forgive(five, 5)).toEqual({ ...UNTRIED, failedAt: [1, 2, 3, 4] })
  const more: GuardState = { ...five, failedAt: [1, 2, 3, 4, 5, 6] }
  expect(forgive(more, 5)).toEqual({ ...more, failedAt: [1, 2, 3, 4, 6] })
  const over: GuardState = { ...UNTRIED, failedAt: [9], lockCount: 1, lockedUntil: 8 }
  expect(forgive(over, 9)).toEqual({ ...UNTRIED, lockCount: 1, lockedUntil: 8 })
})

test('a lock longer than the maximum was set by a wrong clock and has no effect; nor have failures in the future', () => {
  expect(countTry(locked(1, longestLockMs), 0).waitMs).toBe(longestLockMs)
  expect(countTry(locked(1, longestLockMs + 1), 0).waitMs).toBe(0)
  const ahead = [1, 2, 3, 4].map((n) => n * 86_400_000)
  expect(countTry({ ...UNTRIED, failedAt: ahead }, 0).state).toMatchObject({ failedAt: [0], lockedUntil: null })
})

describe('an account from everywhere', () => {
  const { free, firstMs, longestMs, windowMs } = ACCOUNT_DELAY
  const failed = (count: number, at = 0): GuardState => ({
    ...UNTRIED,
    failedAt: Array.from({ length: count }, () => at),
  })
  const guards = (account: GuardState, pair = UNTRIED) => ({ account, address: UNTRIED, pair })

  test('is not slowed down before ten failures within an hour, then twice as long with each, ten minutes at most', () => {
    const waits = [free - 1, free, free + 1, free + 4, free + 10, 1_000].map(
      (count) => countStranger(guards(failed(count)), 1).waitMs,
    )
    expect(waits).toEqual([0, firstMs, 2 * firstMs, 16 * firstMs, longestMs, longestMs])
    expect(countStranger(guards(failed(free)), windowMs - 1).waitMs).toBe(firstMs)
    expect(countStranger(guards(failed(free)), windowMs).waitMs).toBe(0)
  })

  test('lets a client that waited out its delay through, once, and counts no waiting as a failure', () => {
    const told = countStranger(guards(failed(100)), 1_000)
    expect(told.guards.account).toEqual(failed(100))
    expect(told.guards.pair).toMatchObject({ failedAt: [], waitingSince: 1_000 })
    // Asking again neither shortens nor lengthens it.
    const again = countStranger(told.guards, 61_000)
    expect(again).toMatchObject({ waitMs: longestMs - 60_000, guards: { pair: { waitingSince: 1_000 } } })
    const through = countStranger(again.guards, 1_000 + longestMs)
    expect(through).toMatchObject({
      waitMs: 0,
      guards: { pair: { waitingSince: null, failedAt: [1_000 + longestMs] } },
    })
    expect(countStranger({ ...through.guards, account: failed(100, longestMs) }, 2_000 + longestMs).waitMs).toBe(
      longestMs,
    )
  })

  test('does not make a second step wait again, and a turn that was not taken for an hour is over', () => {
    expect(countStranger(guards(failed(100)), 1, true).waitMs).toBe(0)
    const late = guards(failed(100, 3_600_000), { ...UNTRIED, waitingSince: 0 })
    expect(countStranger(late, 3_599_999).waitMs).toBe(0)
    expect(countStranger(late, 3_600_000).waitMs).toBe(longestMs)
  })

  test('remembers no more failures than make a difference', () => {
    const { account } = countStranger(guards(failed(100)), 1, true).guards
    expect(account.failedAt).toHaveLength(20)
    expect(countStranger(guards(account), 2).waitMs).toBe(longestMs)
  })

  test('the locks of address and pair hold, whatever the delay is', () => {
    const address = locked(1, 5_000)
    expect(countStranger({ ...guards(UNTRIED), address }, 1_000)).toMatchObject({ waitMs: 4_000, guards: { address } })
    expect(countStranger(guards(UNTRIED, locked(1, 9_000)), 1_000).waitMs).toBe(8_000)
    expect(lockAfter(UNTRIED, 0)).toBe(ADDRESS_LOCKOUT.firstLockMs)
  })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3::', '1:2:3:0::/64'],
])('an address is counted with its neighbours: %s as %s', (ip, counted) => {
  expect(guardedAddress(ip)).toBe(counted)
})
