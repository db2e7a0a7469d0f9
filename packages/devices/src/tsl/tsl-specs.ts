import type { Tsl, TslDataType } from '@sluice/contract'

type Property = Tsl['properties'][number]

/** Other spellings of the platform's units. */
const UNITS: Readonly<Record<string, string>> = {
  '℃': '°C',
  m3: 'm³',
  'm3/h': 'm³/h',
  'uS/cm': 'µS/cm',
  'μS/cm': 'µS/cm',
}

/** The services and the event by which every thing model reads, writes and reports its properties. */
const OF_PROPERTIES = /^thing\.(service\.property\.(set|get)|event\.property\.post)$/

/** Whether a service or an event is one of those that every thing model has for its properties. */
export function isOfProperties({ method = '' }: NonNullable<Tsl['events']>[number]): boolean {
  return OF_PROPERTIES.test(method)
}

type Specs = Readonly<Record<string, unknown>>

/** What a data type says of its values by name; an array or a struct says nothing. */
export function specsOf({ specs }: TslDataType): Specs {
  return specs && !Array.isArray(specs) ? specs : {}
}

/** The unit in the platform's spelling, empty where there is none. Undefined: too long to be stored. */
export function unitIn({ unit }: Specs): string | undefined {
  const text = typeof unit === 'string' ? unit.trim() : ''
  const ours = UNITS[text] ?? text
  return ours.length <= 12 ? ours : undefined
}

/** A number of the specs, which the console of Alibaba writes as a text. */
function numberIn(spec: unknown): number | undefined {
  const value = typeof spec === 'string' && spec.trim() !== '' ? Number(spec) : spec
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

/** The bounds of a number, each where it is said; in their order, whichever way they were written. */
export function boundsIn({ min, max }: Specs): { min?: number; max?: number } {
  const [low, high] = [numberIn(min), numberIn(max)]
  if (low !== undefined && high !== undefined) return { min: Math.min(low, high), max: Math.max(low, high) }
  return { ...(low === undefined ? {} : { min: low }), ...(high === undefined ? {} : { max: high }) }
}

/** The bounds of an enum, whose specs are its values with their names. */
export function boundsOfEnum(specs: Specs): { min?: number; max?: number } {
  const known = Object.keys(specs).flatMap((value) => numberIn(value) ?? [])
  return known.length === 0 ? {} : { min: Math.min(...known), max: Math.max(...known) }
}

/** Digits behind the point by the step of a number. */
export function decimalsIn({ step }: Specs): number {
  const width = numberIn(step)
  if (width === undefined || width <= 0) return 2
  return Math.min(6, Math.max(0, Math.ceil(-Math.log10(width) - 1e-9)))
}

/** A number as a data type; decimals null: a whole one. */
export function numberType(
  decimals: number | null,
  { min, max, unit = '' }: { min?: number | undefined; max?: number | undefined; unit?: string | undefined },
): TslDataType {
  const specs = {
    ...(min === undefined ? {} : { min: String(min) }),
    ...(max === undefined ? {} : { max: String(max) }),
    ...(unit === '' ? {} : { unit, unitName: unit }),
    step: decimals === null ? '1' : (10 ** -decimals).toFixed(decimals),
  }
  return { type: decimals === null ? 'int' : 'double', specs }
}

/** A flag as a data type. */
export const FLAG_TYPE: TslDataType = { type: 'bool', specs: { 0: '否', 1: '是' } }

const CHINESE = /\p{Script=Han}/u

/**
 * The name of something in both languages: its own, and what is written beside it where that is short and English. Its
 * identifier stands in for what is missing.
 */
export function wordsIn({ identifier, name, desc }: Pick<Property, 'identifier' | 'name' | 'desc'>) {
  const english = desc?.trim() ?? ''
  const isName = english !== '' && english.length <= 60 && !CHINESE.test(english)
  return [name?.trim().slice(0, 40).trim() || identifier.slice(0, 40), isName ? english : identifier.slice(0, 60)] as [
    string,
    string,
  ]
}
