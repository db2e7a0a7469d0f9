import { expect, test } from 'vitest'
import { mayRetry, retryDelayMs } from './live-delay.ts'
import { mergeWatches } from './live.ts'

test('FB-10 (part) the first retry is immediate, then the waits grow to 30 s, each spread by half', () => {
  expect(retryDelayMs(0, 0.9)).toBe(0)
  expect([1, 2, 3, 4, 5, 6, 9].map((attempt) => retryDelayMs(attempt, 0.5))).toEqual(
    [1, 2, 4, 8, 16, 30, 30].map((s) => s * 1000),
  )
  expect([retryDelayMs(1, 0), retryDelayMs(1, 1)]).toEqual([500, 1500])
})

test('FB-10 (part) at most six attempts in the first ten seconds, whatever the random factors', () => {
  let at = 0
  let attempts = 1
  while (at <= 10_000) at += retryDelayMs(attempts++ - 1, 0)
  expect(attempts - 1).toBeLessThanOrEqual(6)
})

test('FB-11 (2 of 2) refusals and clean closes are final, restarts are not', () => {
  const codes = [1008, 4399, 4400, 4401, 4403, 4499, 4500]
  expect(codes.map((code) => mayRetry(code, false))).toEqual([false, true, false, false, false, false, true])
  expect(mayRetry(1000, true)).toBe(false)
  expect([mayRetry(1006, false), mayRetry(1012, true), mayRetry(1013, true)]).toEqual([true, true, true])
})

test('all watches of the page are sent as one', () => {
  const watches = [
    { devices: ['1', '2'] },
    { devices: ['2', '3'], messages: ['3'] },
    { lists: ['user', 'crop'] },
    { lists: ['user'] },
  ]
  expect(mergeWatches(watches)).toEqual({ devices: ['1', '2', '3'], messages: ['3'], lists: ['user', 'crop'] })
  expect(mergeWatches([{ devices: 'all' as const }, { devices: ['1'] }])).toEqual({ devices: 'all' })
  expect(mergeWatches([])).toEqual({})
})
