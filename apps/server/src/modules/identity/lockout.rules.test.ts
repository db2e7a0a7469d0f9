import { expect, test } from 'vitest'
import { countTry, forgive, type GuardState, LOCKOUT, UNTRIED } from './lockout.rules.ts'

const { firstLockMs, longestLockMs } = LOCKOUT
const locked = (lockCount: number, lockedUntil: number): GuardState => ({ failedAt: [], lockCount, lockedUntil })
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

test('whoever is locked waits until that moment and no longer, and what he tries is not counted', () => {
  const state = locked(1, 5_000)
  expect(countTry(state, 4_999)).toEqual({ state, waitMs: 1 })
  expect(countTry(state, 5_000).waitMs).toBe(0)
})

test('a right password takes back its own try and the lock that try led to, and no lock of others', () => {
  const five: GuardState = { failedAt: [1, 2, 3, 4, 5], lockCount: 1, lockedUntil: 5 + firstLockMs }
  expect(forgive(five, 5)).toEqual({ failedAt: [1, 2, 3, 4], lockCount: 0, lockedUntil: null })
  const more: GuardState = { ...five, failedAt: [1, 2, 3, 4, 5, 6] }
  expect(forgive(more, 5)).toEqual({ ...more, failedAt: [1, 2, 3, 4, 6] })
  const over: GuardState = { failedAt: [9], lockCount: 1, lockedUntil: 8 }
  expect(forgive(over, 9)).toEqual({ failedAt: [], lockCount: 1, lockedUntil: 8 })
})
