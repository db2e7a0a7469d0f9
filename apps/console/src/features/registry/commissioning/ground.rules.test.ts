import { expect, test } from 'vitest'
import { minutesBetween } from './ground.rules.ts'

test('a time lasts minutes and seconds, and never less than nothing', () => {
  expect(minutesBetween('2026-06-12T06:00:00Z', '2026-06-12T06:02:41Z')).toEqual({ min: 2, s: 41 })
  expect(minutesBetween('2026-06-12T06:00:01Z', '2026-06-12T06:00:00Z')).toEqual({ min: 0, s: 0 })
})
