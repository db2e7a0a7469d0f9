import { withoutCrumbs } from '@sluice/kit'
/**
 * A unit in terms of the canonical one of its dimension: `canonical = value * factor + offset`. Factors are exact where
 * they are definitions (NIST SP 811, appendix B): inch 25.4 mm, pound 0.45359237 kg, standard gravity 9.80665 m/s²,
 * US gallon 231 in³.
 */
interface UnitRule {
  factor: number
  offset?: number
}

interface DimensionRule {
  /** What it is converted through; not always what a metric of it is stored in. */
  canonical: string
  units: Readonly<Record<string, UnitRule>>
  /**
   * Metrics of these units follow the choice; without it those of any of its units. So rain in mm is not told in feet
   * by who reads levels in feet.
   */
  governs?: readonly string[]
}

const INCH_M = 0.0254
const FOOT_M = 12 * INCH_M
const GRAVITY = 9.80665
const POUND_FORCE_N = 0.45359237 * GRAVITY
const PSI_MPA = POUND_FORCE_N / (INCH_M * INCH_M) / 1e6
const GALLON_M3 = 231 * INCH_M ** 3
const HORSEPOWER_KW = (550 * FOOT_M * POUND_FORCE_N) / 1000

/** Dimensions that people read in units of their own. A unit is its symbol, the same in both languages. */
export const DIMENSIONS = {
  pressure: {
    canonical: 'MPa',
    units: {
      MPa: { factor: 1 },
      kPa: { factor: 0.001 },
      bar: { factor: 0.1 },
      // Conventional metre of water, at 4 °C.
      mH2O: { factor: (1000 * GRAVITY) / 1e6 },
      psi: { factor: PSI_MPA },
    },
  },
  flow: {
    canonical: 'm³/h',
    units: {
      'm³/h': { factor: 1 },
      'm³/s': { factor: 3600 },
      'L/s': { factor: 3.6 },
      'L/min': { factor: 0.06 },
      gpm: { factor: GALLON_M3 * 60 },
    },
  },
  volume: {
    canonical: 'm³',
    units: { 'm³': { factor: 1 }, L: { factor: 0.001 }, kL: { factor: 1 }, gal: { factor: GALLON_M3 } },
  },
  length: {
    canonical: 'm',
    units: { m: { factor: 1 }, cm: { factor: 0.01 }, mm: { factor: 0.001 }, ft: { factor: FOOT_M } },
    governs: ['m', 'cm', 'ft'],
  },
  rain: {
    canonical: 'mm',
    units: { mm: { factor: 1 }, cm: { factor: 10 }, in: { factor: INCH_M * 1000 } },
    governs: ['mm', 'in'],
  },
  temperature: {
    canonical: '°C',
    units: { '°C': { factor: 1 }, '°F': { factor: 5 / 9, offset: -160 / 9 }, K: { factor: 1, offset: -273.15 } },
  },
  airPressure: {
    canonical: 'hPa',
    units: { hPa: { factor: 1 }, mbar: { factor: 1 }, mmHg: { factor: 1.333_223_874_15 } },
  },
  speed: {
    canonical: 'm/s',
    units: { 'm/s': { factor: 1 }, 'km/h': { factor: 1 / 3.6 }, mph: { factor: (5280 * FOOT_M) / 3600 } },
  },
  power: {
    canonical: 'kW',
    units: { kW: { factor: 1 }, W: { factor: 0.001 }, hp: { factor: HORSEPOWER_KW } },
  },
  energy: {
    canonical: 'kWh',
    units: { kWh: { factor: 1 }, MWh: { factor: 1000 }, MJ: { factor: 1 / 3.6 } },
  },
  area: {
    canonical: 'm²',
    // 15 mu are a hectare.
    units: { 'm²': { factor: 1 }, ha: { factor: 10_000 }, mu: { factor: 10_000 / 15 }, 'km²': { factor: 1e6 } },
  },
} as const satisfies Readonly<Record<string, DimensionRule>>
export type Dimension = keyof typeof DIMENSIONS

export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as readonly Dimension[]

/** A unit as a metric may have it, by another spelling. */
const SPELLED: Readonly<Record<string, string>> = {
  亩: 'mu',
  '℃': '°C',
  '℉': '°F',
  'm3/h': 'm³/h',
  'm3/s': 'm³/s',
  m3: 'm³',
}

/** Dimension and rule of every unit; what a unit is in another dimension is not asked for. */
const known: ReadonlyMap<string, { dimension: Dimension; rule: UnitRule }> = new Map(
  DIMENSION_NAMES.flatMap((dimension) => {
    const { units, governs = Object.keys(units) }: DimensionRule = DIMENSIONS[dimension]
    return governs.map((unit) => [unit, { dimension, rule: units[unit]! }] as const)
  }),
)

/** The dimension by which a metric of this unit is converted; undefined where people read it as it is. */
export function dimensionOf(unit: string): Dimension | undefined {
  return known.get(SPELLED[unit] ?? unit)?.dimension
}

/** The units to choose from in a dimension. */
export function unitsOf(dimension: Dimension): readonly string[] {
  return Object.keys(DIMENSIONS[dimension].units)
}

/** From one unit to another of its dimension: `shown = stored * slope + shift`. */
export interface Conversion {
  unit: string
  slope: number
  shift: number
}

/** Undefined where nothing changes: no such dimension, no such unit in it, or the same one. */
export function conversionOf(from: string, to: string | undefined): Conversion | undefined {
  const own = known.get(SPELLED[from] ?? from)
  if (!own || to === undefined || to === from || to === SPELLED[from]) return undefined
  const target = (DIMENSIONS[own.dimension].units as Readonly<Record<string, UnitRule>>)[to]
  if (!target) return undefined
  const slope = own.rule.factor / target.factor
  return { unit: to, slope, shift: ((own.rule.offset ?? 0) - (target.offset ?? 0)) / target.factor }
}

export function converted(value: number, { slope, shift }: Conversion): number {
  return withoutCrumbs(value * slope + shift)
}

/** The way back. */
export function unconverted(shown: number, { slope, shift }: Conversion): number {
  return withoutCrumbs((shown - shift) / slope)
}

/** The same length of a scale, or change of a value, without where it begins. */
export function convertedSpan(span: number, { slope }: Conversion): number {
  return withoutCrumbs(span * slope)
}

const MOST_DECIMALS = 6

/**
 * Decimals of a shown value: what was measured is told whole, and not much finer. 0 of kPa are 3 of MPa, 3 of MPa are 2 of
 * bar. Undefined stays so.
 */
export function convertedDecimals(decimals: number | undefined, { slope }: Conversion): number | undefined {
  if (decimals === undefined) return undefined
  return Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(decimals - Math.log10(slope) - 1e-9)))
}
