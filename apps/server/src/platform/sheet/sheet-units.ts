import { type Conversion, conversionOf, converted, convertedSpan, type SheetWords } from '@sluice/contract'

/** How the numbers of a column are told: in the unit that the request names for it. An import names none. */
export function conversionIn(unit: string | undefined, name: string, { units }: SheetWords): Conversion | undefined {
  const wanted = units && Object.hasOwn(units, name) ? units[name] : undefined
  return unit === undefined ? undefined : conversionOf(unit, wanted)
}

/** Digits of a converted cell: more than any device measures. */
const DIGITS = 7

/** A value, or with `span` the difference of two, as a cell; anything that is no number stays. */
export function toldIn<T>(value: T, way: Conversion | undefined, span = false): T | number {
  if (!way || typeof value !== 'number') return value
  return Number((span ? convertedSpan(value, way) : converted(value, way)).toPrecision(DIGITS))
}
