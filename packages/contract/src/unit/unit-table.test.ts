import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { unitChoice, unitsOfText, unitsText } from './unit-choice.ts'
import {
  conversionOf,
  converted,
  convertedDecimals,
  convertedSpan,
  DIMENSION_NAMES,
  DIMENSIONS,
  dimensionOf,
  unconverted,
  unitsOf,
} from './unit-table.ts'

const into = (value: number, from: string, to: string) => converted(value, conversionOf(from, to)!)

/** NIST SP 811 (2008), appendix B.8: value, unit, and the same in SI, with the digits that are printed there. */
const PUBLISHED: readonly [number, string, number, string, digits: number][] = [
  [1, 'psi', 6.894757e-3, 'MPa', 7],
  [1, 'bar', 100, 'kPa', 12],
  [1, 'mH2O', 9.80665, 'kPa', 7],
  [1, 'gpm', 6.30902e-5, 'm³/s', 7],
  [1, 'gal', 3.785412e-3, 'm³', 7],
  [1, 'L', 1e-3, 'm³', 12],
  [1, 'ft', 0.3048, 'm', 12],
  [1, 'in', 25.4, 'mm', 12],
  [1, 'mph', 0.44704, 'm/s', 12],
  [1, 'km/h', 0.2777778, 'm/s', 7],
  [1, 'hp', 745.6999, 'W', 7],
  [1, 'kWh', 3.6, 'MJ', 12],
  [1, 'mmHg', 1.333224, 'hPa', 7],
  [1, 'ha', 1e4, 'm²', 12],
  [32, '°F', 0, '°C', 12],
  [212, '°F', 100, '°C', 12],
  [-40, '°F', -40, '°C', 12],
  [0, '°C', 273.15, 'K', 12],
  [1, 'ha', 15, 'mu', 12],
  [1, 'm³/h', 0.2777778, 'L/s', 7],
]

describe('the table of units', () => {
  test.each(PUBLISHED)('%d %s are %d %s, as published', (value, from, wanted, to, digits) => {
    const found = into(value, from, to)
    // A zero has no digits.
    expect(Math.abs(found - wanted)).toBeLessThanOrEqual(Math.max(Math.abs(wanted) * 0.5 * 10 ** (1 - digits), 1e-12))
  })

  test('has the canonical unit of each dimension, which it changes by nothing', () => {
    for (const dimension of DIMENSION_NAMES) {
      const { canonical, units } = DIMENSIONS[dimension]
      expect([dimension, (units as Record<string, unknown>)[canonical]]).toEqual([dimension, { factor: 1 }])
      expect(dimensionOf(canonical)).toBe(dimension)
    }
  })

  test('tells rain in mm and levels in m apart, and knows the spellings of a unit', () => {
    expect([dimensionOf('mm'), dimensionOf('m'), dimensionOf('亩'), dimensionOf('℃')]).toEqual([
      'rain',
      'length',
      'area',
      'temperature',
    ])
    expect(conversionOf('mm', 'ft')).toBeUndefined()
    expect(conversionOf('亩', 'mu')).toBeUndefined()
    expect(into(3, '亩', 'ha')).toBe(0.2)
  })

  test('leaves alone what has no dimension, another unit, or the same one', () => {
    for (const [from, to] of [
      ['%', 'bar'],
      ['MPa', 'MPa'],
      ['MPa', '°F'],
      ['V', 'V'],
      ['', 'bar'],
      ['MPa', undefined],
    ] as const)
      expect([from, conversionOf(from, to)]).toEqual([from, undefined])
    expect(dimensionOf('constructor')).toBeUndefined()
  })

  test('there and back is the same value, through every pair of units', () => {
    for (const dimension of DIMENSION_NAMES)
      for (const from of unitsOf(dimension).filter((unit) => dimensionOf(unit) === dimension))
        for (const to of unitsOf(dimension)) {
          const way = conversionOf(from, to)
          if (!way) continue
          fc.assert(
            fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), (value) => {
              const back = unconverted(converted(value, way), way)
              // An offset costs digits of small values.
              const scale = Math.max(Math.abs(value), Math.abs(way.shift / way.slope), 1e-9)
              expect(Math.abs(back - value)).toBeLessThanOrEqual(scale * 1e-10)
            }),
            { numRuns: 40 },
          )
        }
  })

  test('keeps the order of values, so that limits and ranges keep their ends', () => {
    const value = fc.float({ noNaN: true, min: -1000, max: 1000 })
    const more = fc.float({ noNaN: true, min: 0.125, max: 1000 })
    const ways = DIMENSION_NAMES.flatMap((dimension) =>
      unitsOf(dimension).flatMap((to) => conversionOf(DIMENSIONS[dimension].canonical, to) ?? []),
    )
    expect(ways.length).toBeGreaterThan(20)
    fc.assert(
      fc.property(value, more, fc.constantFrom(...ways), (low, further, way) => {
        expect(converted(low, way)).toBeLessThan(converted(low + further, way))
      }),
    )
  })

  test('a length of a scale has no zero of its own', () => {
    expect(convertedSpan(10, conversionOf('°C', '°F')!)).toBe(18)
    expect(converted(10, conversionOf('°C', '°F')!)).toBe(50)
  })

  test('arithmetic adds no digits', () => {
    expect(unconverted(3.5, conversionOf('MPa', 'bar')!)).toBe(0.35)
    expect(converted(0.3, conversionOf('MPa', 'kPa')!)).toBe(300)
  })
})

describe('decimals follow the conversion', () => {
  test.each([
    [0, 'kPa', 'MPa', 3],
    [3, 'MPa', 'kPa', 0],
    [3, 'MPa', 'bar', 2],
    [3, 'MPa', 'psi', 1],
    [2, 'm³/h', 'L/s', 3],
    [1, '°C', '°F', 1],
    [1, 'mm', 'in', 3],
    [0, 'm³', 'L', 0],
    [3, 'm³/h', 'm³/s', 6],
  ])('%d of %s are %d of %s', (decimals, from, to, wanted) => {
    expect(convertedDecimals(decimals, conversionOf(from, to)!)).toBe(wanted)
  })

  test('no two values that were told apart look the same', () => {
    for (const [from, to, decimals] of [
      ['MPa', 'bar', 3],
      ['MPa', 'psi', 3],
      ['m³/h', 'gpm', 2],
      ['°C', '°F', 1],
      ['m', 'ft', 3],
    ] as const) {
      const way = conversionOf(from, to)!
      const step = 10 ** -decimals
      fc.assert(
        fc.property(fc.integer({ min: 0, max: 100_000 }), (n) => {
          const [one, next] = [n * step, (n + 1) * step].map((value) =>
            converted(value, way).toFixed(convertedDecimals(decimals, way)),
          )
          expect(one).not.toBe(next)
        }),
      )
    }
  })
})

describe('a choice of units', () => {
  test('keeps what the table knows of it, whatever was stored', () => {
    expect(unitChoice({ pressure: 'bar', flow: 'furlong', nothing: 'bar' })).toEqual({ pressure: 'bar' })
    for (const wrong of [null, 3, 'bar', ['bar']]) expect(unitChoice(wrong)).toEqual({})
  })

  test('is one line of text and back; an unknown word is refused', () => {
    const choice = { pressure: 'bar', temperature: '°F' } as const
    expect(unitsText(choice)).toBe('pressure=bar, temperature=°F')
    expect(unitsOfText(' pressure = bar,temperature=°F ')).toEqual(choice)
    expect(unitsOfText('')).toEqual({})
    for (const wrong of ['pressure', 'pressure=°F', 'mass=kg', 'pressure=bar=x=y,flow'])
      expect([wrong, unitsOfText(wrong)]).toEqual([wrong, undefined])
  })
})
