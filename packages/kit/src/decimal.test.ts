import { expect, test } from 'vitest'
import { withoutCrumbs } from './decimal.ts'

test('binary fractions leave no crumbs, and what a sensor can say stays', () => {
  expect([0.1 + 0.2, 0.14 + 0.007, -3.32 * 1.02].map(withoutCrumbs)).toEqual([0.3, 0.147, -3.3864])
  expect([0, 123_456.789_012, 1e-9].map(withoutCrumbs)).toEqual([0, 123_456.789_012, 1e-9])
})
