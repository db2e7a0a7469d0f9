import { expect, test } from 'vitest'
import { dayCurveOf, endsOf, pathOf } from './day.ts'

const MINUTE = 60_000
const NINE = Date.UTC(2026, 4, 1, 9)
const at = (minute: number) => NINE + minute * MINUTE
const point = (minute: number, v: number, q = 'GOOD') => ({ t: new Date(at(minute)).toISOString(), v, q })
const STEP = { bucket: 'RAW', reportIntervalS: 300 } as const

test('the newest value lasts until the present while its next report is not overdue', () => {
  const points = [point(0, 20), point(5, 40), point(7, 1e6, 'BAD')]
  const { runs, gaps } = dayCurveOf(points, STEP, { v: 45, at: at(12) })
  expect(runs).toEqual([
    [
      [at(0), 20],
      [at(5), 40],
      [at(12), 45],
    ],
  ])
  expect(gaps).toEqual([])
})

test('from when the next report was due there is a gap until the present, and no line', () => {
  const { runs, gaps } = dayCurveOf([point(0, 20), point(5, 40)], STEP, { v: 40, at: at(60) })
  expect(runs.map((run) => run.length)).toEqual([2])
  expect(gaps).toEqual([{ from: at(10), to: at(60) }])
})

test('hourly reports before reports by the minute are one line; what misses between them is one gap', () => {
  const hourly = [-420, -360, -300, -120, -60].map((minute) => point(minute, 1))
  const recent = [0, 1, 2, 3, 4, 5].map((minute) => point(minute, 1))
  const { runs, gaps } = dayCurveOf([...hourly, ...recent], { ...STEP, reportIntervalS: 60 }, { v: 1, at: at(6) })
  expect(runs.map((run) => run.length)).toEqual([3, 9])
  expect(gaps).toEqual([{ from: at(-240), to: at(-120) }])
})

test('a value that is older than the present does not turn the line back', () => {
  const points = [point(0, 20), point(5, 40)]
  expect(dayCurveOf(points, STEP, { v: 30, at: at(5) })).toEqual(dayCurveOf(points, STEP, null))
})

test('a scale holds every value; an opening is between closed and open', () => {
  const curve = dayCurveOf([point(0, 2), point(5, 3)], STEP, null)
  expect(endsOf(curve, false, undefined)).toEqual({ low: 2, high: 3 })
  expect(endsOf(curve, true, 100)).toEqual({ low: 0, high: 100 })
})

test('a stepped line keeps each value until the next', () => {
  const run = [
    [0, 1],
    [2, 3],
  ] as const
  expect(pathOf(run, (spot) => spot, true)).toBe('M0.0 1.0H2.0V3.0')
  expect(pathOf(run, (spot) => spot, false)).toBe('M0.0 1.0L2.0 3.0')
})
