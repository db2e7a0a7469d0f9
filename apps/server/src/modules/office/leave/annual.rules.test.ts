import { expect, it } from 'vitest'
import { annualHalves, serviceYears } from './annual.rules.ts'

it.each([
  ['2025-06-01', 2026, 0, 0],
  ['2025-01-01', 2026, 1, 5],
  ['2025-01-02', 2026, 0, 0],
  ['2024-12-31', 2026, 1, 5],
  ['2016-01-01', 2026, 10, 10],
  ['2016-01-02', 2026, 9, 5],
  ['2006-01-01', 2026, 20, 15],
  ['2006-02-28', 2026, 19, 10],
  ['1990-07-01', 2026, 35, 15],
  ['2027-01-01', 2026, 0, 0],
])('who began on %s has at the beginning of %i %i years, and %i days', (from, year, years, days) => {
  expect(serviceYears(from, year)).toBe(years)
  expect(annualHalves(serviceYears(from, year))).toBe(2 * days)
})
