import { pointProblems } from '@sluice/contract'
import { expect, it } from 'vitest'
import { calibrationOf, datedCalibration } from './calibrations.ts'

const NOW = Date.parse('2026-06-12T06:30:00Z')
const county = ['LEVEL', 'PRESSURE', 'METER', 'WEATHER'].flatMap((kind) =>
  Array.from({ length: 10 }, (_, n) => calibrationOf(kind, n)),
)

it('the county has calibrations that are valid, due and overdue, and gauges without one, all of which the platform takes', () => {
  const made = county.flatMap((one) => one ?? [])
  expect(county.length - made.length).toBe(8)
  const dated = made.map((one) => datedCalibration(one, NOW))
  for (const one of dated) {
    expect(pointProblems(one.way, one)).toEqual({})
    expect(one.calibratedOn < '2026-06-12').toBe(true)
  }
  const due = dated.map(({ dueDate }) => dueDate)
  expect(due.some((day) => day < '2026-06-12')).toBe(true)
  expect(due.some((day) => day >= '2026-06-12' && day < '2026-07-12')).toBe(true)
  expect(due.some((day) => day >= '2026-07-12')).toBe(true)
})

it('valves are no gauges', () => {
  expect(calibrationOf('VALVE', 0)).toBeUndefined()
})
