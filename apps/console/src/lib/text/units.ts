import {
  type Conversion,
  conversionOf,
  converted,
  convertedDecimals,
  convertedSpan,
  type Dimension,
  dimensionOf,
  unconverted,
  type UnitChoice,
} from '@sluice/contract'
import { useSyncExternalStore } from 'react'
import { formatNumber, type MetricFace } from './reading-format.ts'

let chosen: UnitChoice = {}
/** By the unit that a value is stored in; a list of thousands looks each of them up once. */
let ways = new Map<string, Conversion | undefined>()
let generation = 0
const listeners = new Set<() => void>()

/** From now on values are told and taken in these units; whatever is drawn by `useUnits` is drawn again. */
export function setUnits(choice: UnitChoice): void {
  if (JSON.stringify(choice) === JSON.stringify(chosen)) return
  chosen = choice
  ways = new Map()
  generation += 1
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Another number after every change of the choice. */
export function useUnits(): number {
  return useSyncExternalStore(subscribe, () => generation)
}

/** The way from a stored unit to the reader's; undefined where these are the same. */
export function wayFrom(unit: string | undefined): Conversion | undefined {
  if (unit === undefined) return undefined
  if (ways.has(unit)) return ways.get(unit)
  const dimension: Dimension | undefined = dimensionOf(unit)
  const way = dimension && conversionOf(unit, chosen[dimension])
  ways.set(unit, way)
  return way
}

/** The unit that a value is told in. */
export function shownUnit(unit: string | undefined): string | undefined {
  return wayFrom(unit)?.unit ?? unit
}

/** A stored value as a number of the reader's unit. */
export function shownValue(value: number, unit: string | undefined): number {
  const way = wayFrom(unit)
  return way ? converted(value, way) : value
}

/** What somebody typed, as it is stored. */
export function storedValue(typed: number, unit: string | undefined): number {
  const way = wayFrom(unit)
  return way ? unconverted(typed, way) : typed
}

/** A stored length of a scale, which has no zero of its own, as a number of the reader's unit. */
export function shownSpan(span: number, unit: string | undefined): number {
  const way = wayFrom(unit)
  return way ? convertedSpan(span, way) : span
}

/** A length of a scale that somebody typed, as it is stored. */
export function storedSpan(typed: number, unit: string | undefined): number {
  const way = wayFrom(unit)
  return way ? unconverted(typed, { ...way, shift: 0 }) : typed
}

export function shownDecimals({ unit, decimals }: Pick<MetricFace, 'unit' | 'decimals'>): number | undefined {
  const way = wayFrom(unit)
  return way ? convertedDecimals(decimals, way) : decimals
}

/** The face of a metric in the reader's unit. A face that is told in it already stays as it is. */
export function shownFace<F extends MetricFace>(face: F): F {
  const way = wayFrom(face.unit)
  return way ? { ...face, unit: way.unit, decimals: convertedDecimals(face.decimals, way) } : face
}

/** A stored value as it is told, without its unit (`shownUnit`). */
export function measureText(value: number, face: Pick<MetricFace, 'unit' | 'decimals'>): string {
  const way = wayFrom(face.unit)
  if (!way) return formatNumber(value, face.decimals)
  return formatNumber(converted(value, way), convertedDecimals(face.decimals, way))
}
