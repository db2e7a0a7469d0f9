import { expect, test } from 'vitest'
import { stopwatch } from './stopwatch.ts'

test('seconds, then minutes, then hours, and never less than nothing', () => {
  expect(stopwatch(-1)).toBe('0 s')
  expect(stopwatch(59_999)).toBe('59 s')
  expect(stopwatch(60_000)).toBe('1 min 00 s')
  expect(stopwatch(124_000)).toBe('2 min 04 s')
  expect(stopwatch(3_599_999)).toBe('59 min 59 s')
  expect(stopwatch(3_600_000)).toBe('1 h 00 min')
  expect(stopwatch(3_900_000)).toBe('1 h 05 min')
})
