import { expect, it } from 'vitest'
import { recoveryS, type TimedCall, timesBetween } from './recovery.ts'

/** Ten calls a second, with latencies from `msOf`. */
function calls(seconds: number, msOf: (dueMs: number) => number): TimedCall[] {
  return Array.from({ length: seconds * 10 }, (_, n) => ({ page: 'devices', dueMs: n * 100, ms: msOf(n * 100) }))
}

it('recovered means served within twice the quiet level for five seconds', () => {
  const late = (untilMs: number) => calls(20, (dueMs) => (dueMs < untilMs ? 900 : 19))
  expect(recoveryS(late(5_000), 5_000, 20_000, 10)).toBe(0)
  expect(recoveryS(late(8_000), 5_000, 20_000, 10)).toBe(3)
  expect(recoveryS(late(15_000), 5_000, 20_000, 10)).toBe(10)
})

it('a recovery that was not observed counts as never, and so does one that just misses twice the level', () => {
  expect(
    recoveryS(
      calls(20, () => 20),
      5_000,
      20_000,
      10,
    ),
  ).toBe(Number.POSITIVE_INFINITY)
  expect(
    recoveryS(
      calls(20, (dueMs) => (dueMs < 15_100 ? 900 : 5)),
      5_000,
      20_000,
      10,
    ),
  ).toBe(Number.POSITIVE_INFINITY)
  expect(recoveryS([], 0, 20_000, 10)).toBe(Number.POSITIVE_INFINITY)
})

it('a failed call is infinitely late: recovery comes only after it', () => {
  const failed = calls(20, (dueMs) => (dueMs === 9_000 ? Number.POSITIVE_INFINITY : 5))
  expect(recoveryS(failed, 5_000, 20_000, 10)).toBe(4.25)
  expect(timesBetween(failed, 8_900, 9_100)).toEqual([5, Number.POSITIVE_INFINITY])
})
