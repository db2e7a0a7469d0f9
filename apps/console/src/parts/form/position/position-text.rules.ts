import type { LngLat } from '@sluice/contract'

type Axis = 'lng' | 'lat'
type Token = { mark: string } | { value: number; unit: string }

const AXES: Readonly<Record<string, Axis>> = { E: 'lng', W: 'lng', X: 'lng', N: 'lat', S: 'lat', Y: 'lat' }

/** How the same thing is written, each as one sign: `X` and `Y` name an axis without a side. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/^geo:([^,;?]+),([^,;?]+).*$/i, 'Y $1 X $2'],
  [/^point\s*(?=\()/i, ''],
  [/北纬/g, 'N'],
  [/南纬/g, 'S'],
  [/东经/g, 'E'],
  [/西经/g, 'W'],
  [/经度|\blong?(itude)?\b|\blng\b/gi, 'X'],
  [/纬度|\blat(itude)?\b/gi, 'Y'],
  [/[º˚度]/g, '°'],
  [/″|”|“|''|秒/g, '"'],
  [/[′’‘分]/g, "'"],
  [/[−–]/g, '-'],
]

const narrow = (letter: string) => String.fromCodePoint(letter.codePointAt(0)! - 0xfee0)

function normal(text: string): string {
  const plain = text.trim().replace(/[\uFF01-\uFF5E]/g, narrow)
  return SPELLINGS.reduce((told, [spelling, sign]) => told.replace(spelling, sign), plain)
}

const TOKEN = /([NSEWXY])(?![a-z])|([+-]?\d+(?:\.\d+)?)\s*([°'"])?|[\s,;:=/|()[\]{}、，"]+/giy

/** Null when anything is left over: a sentence with numbers in it is no position. */
function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  const found = [...text.matchAll(TOKEN)]
  if (found.reduce((length, [all]) => length + all.length, 0) !== text.length) return null
  for (const [, mark, value, unit = ''] of found) {
    if (mark) tokens.push({ mark: mark.toUpperCase() })
    else if (value) tokens.push({ value: Number(value), unit })
  }
  return tokens
}

interface Angle {
  numbers: readonly { value: number; unit: string }[]
  mark?: string
}

/** The two angles of a position, in the order in which they are written. */
function anglesOf(tokens: readonly Token[]): Angle[] {
  const numbers = tokens.flatMap((token) => ('value' in token ? [token] : []))
  const marks = tokens.flatMap((token) => ('mark' in token ? [token.mark] : []))
  if (marks.length > 0) {
    const groups: (typeof numbers)[] = []
    const isBefore = 'mark' in tokens[0]!
    for (const [at, token] of tokens.entries()) {
      const begins = isBefore ? 'mark' in token : at === 0 || 'mark' in tokens[at - 1]!
      if (begins) groups.push([])
      if ('value' in token) groups.at(-1)!.push(token)
    }
    return groups.map((group, at) => ({ numbers: group, ...(marks[at] ? { mark: marks[at] } : {}) }))
  }
  if (numbers.length % 2 === 1 && numbers.every(({ unit }) => unit === '')) return []
  const starts = numbers.flatMap(({ unit }, at) => (unit === '°' ? [at] : []))
  const half = starts.length > 0 ? (starts[1] ?? 0) : numbers.length / 2
  return [{ numbers: numbers.slice(0, half) }, { numbers: numbers.slice(half) }]
}

const UNITS = ['°', "'", '"']

/** Degrees, minutes and seconds as degrees; null where they do not fit together. */
function degreesOf({ numbers, mark }: Angle): number | null {
  const [degrees, ...parts] = numbers
  if (!degrees || parts.length > 2) return null
  const inOrder = numbers.every(({ unit }, at) => unit === '' || unit === UNITS[at])
  const isWhole = numbers.slice(0, -1).every(({ value }) => Number.isInteger(value))
  if (!inOrder || !isWhole || parts.some(({ value }) => value < 0 || value >= 60)) return null
  const size = parts.reduce((sum, { value }, at) => sum + value / 60 ** (at + 1), Math.abs(degrees.value))
  const isBack = degrees.value < 0 || Object.is(degrees.value, -0) || mark === 'S' || mark === 'W'
  return isBack ? -size : size
}

/** Where most pasted positions are: it tells longitude from latitude when nothing else does. */
const couldBeLng = (degrees: number) => degrees >= 73 && degrees <= 136
const couldBeLat = (degrees: number) => degrees >= 3 && degrees <= 54

function isLatFirst([first, second]: Angle[], a: number, b: number): boolean {
  if (first!.mark || second!.mark) return AXES[first!.mark!] === 'lat'
  if (Math.abs(a) > 90 || Math.abs(b) > 90) return Math.abs(b) > 90
  return couldBeLat(a) && couldBeLng(b) && !(couldBeLng(a) && couldBeLat(b))
}

const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6

/**
 * The position that a text names, longitude first, or null. Reads what people copy: decimals in either order, degrees with
 * minutes and seconds, sides before or behind, Chinese and full-width signs, `geo:` addresses, WKT and JSON. Without a
 * side the larger number is the longitude where it must be, else the order of the form counts.
 */
export function readPosition(text: string): LngLat | null {
  const tokens = tokensOf(normal(text))
  if (!tokens || tokens.length < 2) return null
  const angles = anglesOf(tokens)
  if (angles.length !== 2) return null
  const marks = angles.flatMap(({ mark }) => (mark ? [AXES[mark]] : []))
  if (marks.length > 0 && new Set(marks).size !== 2) return null
  const [a, b] = angles.map(degreesOf)
  if (a === null || a === undefined || b === null || b === undefined) return null
  const [lng, lat] = isLatFirst(angles, a, b) ? [b, a] : [a, b]
  return Math.abs(lng) <= 180 && Math.abs(lat) <= 90 ? [rounded(lng), rounded(lat)] : null
}
