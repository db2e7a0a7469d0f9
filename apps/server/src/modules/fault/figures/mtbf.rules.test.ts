import { describe, expect, it, test } from 'vitest'
import { poissonInterval, timeBetweenFaults } from './mtbf.rules.ts'

describe('the 90 % interval of a count', () => {
  // χ²(0.05; 2n)/2 and χ²(0.95; 2n+2)/2 of the usual tables.
  it.each([
    [0, 0, 2.9957],
    [1, 0.0513, 4.7439],
    [2, 0.3554, 6.2958],
    [5, 1.9701, 10.513],
    [10, 5.4254, 16.9622],
    [20, 13.2547, 29.062],
  ])('of %i is that of the tables', (n, low, high) => {
    expect(poissonInterval(n).low).toBeCloseTo(low, 3)
    expect(poissonInterval(n).high).toBeCloseTo(high, 3)
  })

  it('of many is near that of a normal distribution, and never overflows', () => {
    const { low, high } = poissonInterval(40_000)
    expect(low).toBeCloseTo(40_000 - 1.645 * 200, -1)
    expect(high).toBeCloseTo(40_000 + 1.645 * 200, -1)
  })
})

test('fewer than five faults are not ranked, and without one only the lower end is known', () => {
  expect(timeBetweenFaults(1000, 5)).toMatchObject({ mtbfDays: 200, ranked: true })
  expect(timeBetweenFaults(1000, 4)).toMatchObject({ mtbfDays: 250, ranked: false })
  const none = timeBetweenFaults(1000, 0)
  expect(none).toMatchObject({ mtbfDays: null, highDays: null, ranked: false })
  expect(none.lowDays).toBeCloseTo(333.8, 1)
})
