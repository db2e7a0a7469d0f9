import { expect, test } from 'vitest'
import { scaleTop, unmade, waterSum } from './water-hours.ts'

const hours = (...known: (number | null)[]) => [...known, ...Array<null>(24 - known.length).fill(null)]

/** m³ by hour, without excluded values. */
const water = (today: (number | null)[], yesterday: (number | null)[]) => ({ today, yesterday, leftOut: 0 })

test('today is compared with the same hours of yesterday, not with all of it', () => {
  expect(waterSum(water(hours(10, 20), hours(10, 10, 500)))).toEqual({ today: 30, more: 50 })
  expect(waterSum(water(hours(5, null, 5), hours(10, 10, 5)))).toEqual({ today: 10, more: -60 })
})

test('without data there is no sum, and no comparison with a yesterday without flow or data', () => {
  expect(waterSum(water(hours(), hours(1)))).toBeNull()
  expect(waterSum(water(hours(3), hours()))).toEqual({ today: 3, more: null })
  expect(waterSum(water(hours(0, 0), hours(0, 0)))).toEqual({ today: 0, more: null })
})

test('the current hour is the day’s volume beyond its whole hours', () => {
  const told = water(hours(10, 20), hours())
  expect(unmade(told, 2, 37.5)).toEqual({ hour: 2, m3: 7.5 })
  expect(unmade(told, 2, null)).toBeNull()
  // A late report may have been counted in its hour already.
  expect(unmade(told, 2, 29)).toEqual({ hour: 2, m3: 0 })
  expect(unmade(water(hours(), hours()), 0, 4)).toEqual({ hour: 0, m3: 4 })
})

test('until the rollup of the past hour exists, the rest is drawn in that hour; later its place is unknown', () => {
  const told = water(hours(10, 20), hours())
  expect(unmade(told, 3, 37.5)).toEqual({ hour: 2, m3: 7.5 })
  expect(unmade(told, 4, 37.5)).toBeNull()
  expect(unmade(water(hours(), hours()), 1, 4)).toEqual({ hour: 0, m3: 4 })
  // A missing hour in between is not a pending rollup.
  expect(unmade(water([null, 20, ...hours()].slice(0, 24), hours()), 2, 30)).toEqual({ hour: 2, m3: 10 })
  expect(unmade(told, 1, 37.5)).toBeNull()
})

test.each([
  [0, 1],
  [0.3, 0.3],
  [1, 1],
  [3.9, 4],
  [41, 50],
  [3800, 4000],
  [5001, 6000],
  [8001, 10_000],
])('the scale of %d ends at %d', (highest, top) => {
  expect(scaleTop(highest)).toBeCloseTo(top, 9)
})
