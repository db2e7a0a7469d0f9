import { expect, test } from 'vitest'
import { statsUnder, valueUnder } from './former-keys.ts'

test('of several keys the latest with a value counts', () => {
  expect(valueUnder({ old: 1, fresh: 2 }, ['old', 'fresh'])).toBe(2)
  expect(valueUnder({ old: 1 }, ['old', 'fresh'])).toBe(1)
  expect(valueUnder({ other: 1 }, ['old', 'fresh'])).toBeUndefined()
  expect(valueUnder(null, ['old'])).toBeUndefined()
})

test('an hour in which a metric was renamed has the figures of both keys, the earlier first', () => {
  const stats = { old: { count: 1, first: 4, last: 4 }, fresh: { count: 2, first: 6, last: 5 } }
  expect(statsUnder(stats, ['old', 'fresh'])).toMatchObject({ count: 3, first: 4, last: 5 })
  expect(statsUnder(stats, ['fresh'])).toEqual(stats.fresh)
  expect(statsUnder(stats, ['none'])).toBeUndefined()
})
