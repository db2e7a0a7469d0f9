import { DIMENSION_NAMES, DIMENSIONS, unitsOf } from '@sluice/contract'
import fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import {
  measureText,
  setUnits,
  shownFace,
  shownSpan,
  shownUnit,
  shownValue,
  storedSpan,
  storedValue,
  wayFrom,
} from './units.ts'

afterEach(() => setUnits({}))

test('a value is told as it is stored until somebody chooses another unit, and again afterwards', () => {
  const face = { unit: 'MPa', decimals: 3 }
  expect([measureText(0.35, face), shownUnit('MPa')]).toEqual(['0.350', 'MPa'])
  setUnits({ pressure: 'bar' })
  expect([measureText(0.35, face), shownUnit('MPa')]).toEqual(['3.50', 'bar'])
  setUnits({ pressure: 'kPa' })
  expect([measureText(0.35, face), shownUnit('MPa')]).toEqual(['350', 'kPa'])
  setUnits({})
  expect(measureText(0.35, face)).toBe('0.350')
})

test('each dimension is chosen by itself, and what has none stays', () => {
  setUnits({ pressure: 'psi', temperature: '°F' })
  expect(measureText(20, { unit: '°C', decimals: 1 })).toBe('68.0')
  expect(measureText(12.5, { unit: 'm³/h', decimals: 2 })).toBe('12.50')
  expect(measureText(40, { unit: '%', decimals: 0 })).toBe('40')
  expect(measureText(3, {})).toBe('3')
})

test('a length of a scale is told without where the scale begins', () => {
  setUnits({ temperature: '°F', pressure: 'bar' })
  expect([shownSpan(2, '°C'), storedSpan(3.6, '°C'), shownSpan(0.04, 'MPa'), storedSpan(5, 'V')]).toEqual([
    3.6, 2, 0.4, 5,
  ])
})

test('a face that is told in the chosen unit already is not told again', () => {
  setUnits({ pressure: 'bar' })
  const once = shownFace({ unit: 'MPa', decimals: 3 })
  expect(once).toEqual({ unit: 'bar', decimals: 2 })
  expect(shownFace(once)).toBe(once)
})

test('what is typed is stored so that it is told as it was typed, in every unit', () => {
  const choices = DIMENSION_NAMES.flatMap((dimension) => unitsOf(dimension).map((unit) => ({ dimension, unit })))
  fc.assert(
    fc.property(
      fc.constantFrom(...choices),
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.integer({ min: 0, max: 3 }),
      ({ dimension, unit }, n, decimals) => {
        setUnits({ [dimension]: unit })
        const stored = DIMENSIONS[dimension].canonical
        const typed = n / 10 ** decimals
        const back = shownValue(storedValue(typed, stored), stored)
        expect(Math.abs(back - typed)).toBeLessThanOrEqual(Math.max(Math.abs(typed), 1) * 1e-9)
      },
    ),
  )
})

test('the table is asked once for each unit, however many values are told', () => {
  setUnits({ pressure: 'bar' })
  const first = wayFrom('MPa')
  const log = vi.spyOn(Math, 'log10')
  for (let n = 0; n < 1000; n++) shownValue(n, 'MPa')
  expect(wayFrom('MPa')).toBe(first)
  expect(log).not.toHaveBeenCalled()
  log.mockRestore()
})
