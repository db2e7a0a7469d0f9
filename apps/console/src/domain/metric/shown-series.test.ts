import { afterEach, expect, test } from 'vitest'
import { setUnits } from '../../lib/text/units.ts'
import { shownHistory, shownPoint } from './shown-series.ts'

afterEach(() => setUnits({}))

const PRESSURE = {
  key: 'inletPressure',
  unit: 'MPa',
  decimals: 3,
  min: -0.1,
  max: 1,
  warn: { max: 0.8 },
  serious: { min: 0.08 },
}
const LEVEL = { key: 'opening', unit: '%', decimals: 0 }
const T = '2026-05-01T00:00:00.000Z'

test('a point has its unit, decimals, range and every limit in the unit of the reader, once', () => {
  expect(shownPoint(PRESSURE)).toBe(PRESSURE)
  setUnits({ pressure: 'bar' })
  const shown = shownPoint(PRESSURE)
  expect(shown).toEqual({
    key: 'inletPressure',
    unit: 'bar',
    decimals: 2,
    min: -1,
    max: 10,
    warn: { max: 8 },
    serious: { min: 0.8 },
  })
  expect(shownPoint(shown)).toBe(shown)
  expect(shownPoint(LEVEL)).toBe(LEVEL)
})

test('a curve is told with its least and greatest values; what is not measured in the unit stays', () => {
  setUnits({ pressure: 'bar' })
  const answer = {
    bucket: 'HOUR' as const,
    reportIntervalS: 300,
    series: {
      inletPressure: [
        { t: T, v: 0.35, min: 0.3, max: 0.4, count: 12 },
        { t: T, v: null },
      ],
      opening: [{ t: T, v: 40 }],
    },
  }
  const shown = shownHistory(answer, [PRESSURE, LEVEL])
  expect(shown.series['inletPressure']).toEqual([
    { t: T, v: 3.5, min: 3, max: 4, count: 12 },
    { t: T, v: null },
  ])
  expect(shown.series['opening']).toBe(answer.series.opening)
  setUnits({})
  expect(shownHistory(answer, [PRESSURE, LEVEL])).toBe(answer)
})

test('a difference of temperatures has no zero of its own', () => {
  setUnits({ temperature: '°F' })
  const answer = { bucket: 'DAY' as const, reportIntervalS: null, series: { waterTemp: [{ t: T, v: 10, delta: 10 }] } }
  const [point] = shownHistory(answer, [{ key: 'waterTemp', unit: '°C' }]).series['waterTemp']!
  expect(point).toMatchObject({ v: 50, delta: 18 })
})
