import { expect, test } from 'vitest'
import { addressOf, ageBin, binOf, BY_STATE, colouringIn, ringShares, RING_STEPS, UNPROVEN } from './bins.rules.ts'

const binsOf = (metric: string, ...values: number[]) => values.map((value) => binOf(metric, value))

test('a value on a limit belongs to the bin above it', () => {
  expect(binsOf('inletPressure', 9, 0.45, 0.4499, 0.35, 0.3499, 0.25, 0.2499, 0.15, 0.1499, -0.5)).toEqual([
    1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
  ])
  expect(binsOf('outletPressure', 0.4)).toEqual([2])
})

test('fully open and shut are bins of their own', () => {
  expect(binsOf('opening', 100, 98, 97, 60, 59, 30, 29, 2, 1, 0)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
})

test('flow counts in both directions, and standing water is a bin of its own', () => {
  expect(binsOf('flow', 250, -250, 249, 50, -10, 9, 0.1, 0.09, -0.09, 0)).toEqual([1, 1, 2, 2, 3, 4, 4, 5, 5, 5])
})

test('a battery counts by its charge, or by its voltage where only that is told', () => {
  expect(binsOf('batteryPct', 100, 60, 59, 30, 29, 20, 19, 10, 9)).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5])
  expect(binsOf('batteryV', 3.6, 3.5, 3.4, 3.2, 3.0)).toEqual([1, 2, 3, 4, 5])
  expect(binsOf('batteryV', 7.3, 7.0, 12.8, 11.6, 11.1, 10, 24.5)).toEqual([1, 2, 1, 2, 3, 5, 1])
  expect(binsOf('batteryV', 15, 24 * 0.8)).toEqual([1, 5])
  // A supply of 5 V or of the mains is no battery.
  expect(binsOf('batteryV', 5, 0, 2.87, 4.6, 30.1)).toEqual([UNPROVEN, UNPROVEN, UNPROVEN, UNPROVEN, UNPROVEN])
})

test('what is no number has no bin', () => {
  expect(binOf('opening', Number.NaN)).toBe(UNPROVEN)
})

test('an age has a bin from its first second on; who never reported has none', () => {
  const ages = [-5, 0, 899, 900, 3_599, 3_600, 21_599, 21_600, 86_399, 86_400, 9e9]
  expect(ages.map((age) => ageBin(1e10 - age, 1e10))).toEqual([1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5])
  expect(ageBin(null, 1e10)).toBe(UNPROVEN)
})

test('the address says quantity and pressed rows, and nothing by default', () => {
  expect(addressOf(BY_STATE)).toBeNull()
  expect(addressOf({ by: 'flow', only: new Set() })).toBe('flow')
  expect(addressOf({ by: 'pressure', only: new Set([UNPROVEN, 5, 1]) })).toBe('pressure,1,5,0')
  expect(colouringIn('pressure,1,5,0')).toEqual({ by: 'pressure', only: new Set([1, 5, UNPROVEN]) })
  expect(colouringIn('age')).toEqual({ by: 'age', only: new Set() })
  expect(colouringIn('flow,6,x,-1,')).toEqual({ by: 'flow', only: new Set() })
  for (const nothing of [null, '', 'state,1', 'rain', 'pressure2']) expect(colouringIn(nothing)).toEqual(BY_STATE)
})

test('a ring is divided by the numbers; even one of thousands is seen', () => {
  expect(ringShares([0, 0, 0, 0, 0, 0])).toEqual([0, 0, 0, 0, 0, 0])
  // Counted by bin, UNPROVEN first; divided in the order of the legend, UNPROVEN last.
  expect(ringShares([1, 2, 0, 0, 0, 1])).toEqual([12, 0, 0, 0, 6, 6])
  expect(ringShares([0, 0, 1, 0, 5_000, 0])).toEqual([0, 1, 0, 23, 0, 0])
  for (const counts of [
    [7, 1, 1, 1, 1, 1],
    [0, 3, 3, 1, 0, 0],
    [1, 1, 1, 1, 1, 999],
  ]) {
    const shares = ringShares(counts)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(RING_STEPS)
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
  }
})
