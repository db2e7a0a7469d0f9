import type { Field, FieldKind, FieldOf, SheetWords } from '@sluice/contract'
import { instantOf, localTimeOf, zoneOffsetMs } from '@sluice/kit'
import { namesInCell, namesOfCell } from './name-list.ts'
import type { Cell } from './sheet.ts'

/** A value read from a sheet, or why it is none. References are found by their reader. */
export type ReadValue = { value: unknown } | { reason: 'type' | 'not-an-option' }

/** The words and the time zone that a sheet is written and read in. */
interface SheetSpeech {
  words: SheetWords
  zone: string
}

/** How values of one kind are written to and read from a sheet. */
interface SheetKind<F extends Field> {
  /** Of its column. */
  width?: number
  /** Cannot be written from a sheet. */
  closed?: true
  cell(value: NonNullable<unknown>, field: F, speech: SheetSpeech): Cell
  read(text: string, field: F, speech: SheetSpeech): ReadValue
  /** An example value, where it is always the same. */
  example?(field: F): string
  /** A template's description of accepted values. */
  takes?(field: F): string
}

const DAY_MS = 86_400_000
const EPOCH_DAYS = 25_569
const YES = ['true', 'yes', 'y', '1', '是']
const NO = ['false', 'no', 'n', '0', '否']
const WRONG = { reason: 'type' } as const

function readNumber(text: string): number {
  const plain = text.replaceAll(/[,\s\u00A0]/g, '').replace('−', '-')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
}

const numberOr = (number: number): ReadValue => (Number.isNaN(number) ? WRONG : { value: number })

/** Text as people and spreadsheets write days and times, as `YYYY-MM-DD HH:mm:ss`; undefined when it is none. */
function localTime(text: string): string | undefined {
  const serial = readNumber(text)
  if (serial > 1 && serial < 2_958_466) {
    return localTimeOf(Math.round((serial - EPOCH_DAYS) * DAY_MS), 'UTC')
  }
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  if (!match) return undefined
  const [year, month, day, hour = '0', minute = '00', second = '00'] = match.slice(1)
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
}

const two = (part: string | number | undefined) => String(part).padStart(2, '0')

/** The key of a dictionary value's word among the words of a sheet. */
export function dictKey(type: string, value: string): string {
  return `dict.${type}.${value}`
}

export function enumWord(field: FieldOf<'enum' | 'enums'>, value: string, words: SheetWords): string {
  return words.values[`${field.enumName}.${value}`] ?? value
}

function valueCalled(field: FieldOf<'enum' | 'enums'>, said: string, words: SheetWords): string | undefined {
  return field.values.find((one) => one === said.toUpperCase() || enumWord(field, one, words) === said)
}

/** A remark to the reader, from both limits or one. */
function limits({ min, max }: { min?: number; max?: number }): string {
  return min === undefined && max === undefined ? '' : `${min ?? ''} … ${max ?? ''}`.trim()
}

function plain(value: unknown): Cell {
  if (Array.isArray(value)) return value.map(String).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const text = { cell: plain, read: (given: string) => ({ value: given }) }
const closed = { ...text, closed: true } as const
const number = {
  width: 12,
  cell: (value: unknown) => Number(value),
  read: (given: string) => numberOr(readNumber(given)),
  // A leading sign would be taken for a formula and be quoted.
  example: ({ min = -1 }: { min?: number }) => String(min < 0 ? 1 : min),
  takes: limits,
}

/** `26:30:00`: hours, minutes and seconds; a plain number is seconds. */
function readDuration(given: string): ReadValue {
  const [hours, minutes, seconds = '0'] = /^(\d+):([0-5]?\d)(?::([0-5]?\d))?$/.exec(given)?.slice(1) ?? []
  if (hours === undefined) return numberOr(readNumber(given))
  return { value: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) }
}

function durationCell(value: unknown): Cell {
  const seconds = Number(value)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

/** A digit for each day, Monday first. */
const weekCell = (value: unknown): Cell => Array.from(Number(value).toString(2).padStart(7, '0')).toReversed().join('')
const readWeek = (given: string): ReadValue =>
  /^[01]{7}$/.test(given) ? { value: Number.parseInt(Array.from(given).toReversed().join(''), 2) } : WRONG

function readPoint(given: string): ReadValue {
  const parts = given.split(/[,，\s]+/).map(readNumber)
  return parts.length === 2 && !parts.some(Number.isNaN) ? { value: parts } : WRONG
}

const SHEET_KINDS: { readonly [K in FieldKind]: SheetKind<FieldOf<K>> } = {
  text: { ...text, takes: limits },
  longText: { ...text, width: 32, takes: limits },
  integer: number,
  decimal: number,
  money: {
    width: 18,
    cell: (value) => Number(value) / 100,
    read: (given) => numberOr(Math.round(readNumber(given) * 100)),
    example: () => '1.00',
  },
  boolean: {
    width: 8,
    cell: (value, _field, { words }) => (value === true ? words.yes : words.no),
    read(given, _field, { words }) {
      const said = given.toLowerCase()
      if (said === words.yes.toLowerCase() || YES.includes(said)) return { value: true }
      if (said === words.no.toLowerCase() || NO.includes(said)) return { value: false }
      return { reason: 'not-an-option' }
    },
  },
  enums: {
    cell: (value, field, { words }) =>
      namesInCell((value as readonly unknown[]).map((one) => enumWord(field, String(one), words))),
    read(given, field, { words }) {
      const found = namesOfCell(given).map((said) => valueCalled(field, said, words))
      return found.includes(undefined) ? { reason: 'not-an-option' } : { value: found }
    },
  },
  enum: {
    cell: (value, field, { words }) => enumWord(field, String(value), words),
    read(given, field, { words }) {
      const found = valueCalled(field, given, words)
      return found === undefined ? { reason: 'not-an-option' } : { value: found }
    },
  },
  dictionary: {
    cell: (value, { type }, { words }) => words.values[dictKey(type, String(value))] ?? String(value),
    read(given, { type }, { words }) {
      const prefix = dictKey(type, '')
      const said = Object.entries(words.values).filter(([key]) => key.startsWith(prefix))
      const known = said.find(([, word]) => word === given) ?? said.find(([key]) => key === prefix + given)
      return known === undefined ? { reason: 'not-an-option' } : { value: known[0].slice(prefix.length) }
    },
  },
  time: {
    width: 20,
    cell(value, _field, { zone }) {
      const at = Date.parse(String(value))
      return Number.isNaN(at) ? String(value) : { wallMs: at + zoneOffsetMs(at, zone), day: false }
    },
    read(given, _field, { zone }) {
      const local = localTime(given)
      const at = local === undefined ? Number.NaN : instantOf(local, zone)
      return Number.isNaN(at) ? WRONG : { value: new Date(at).toISOString() }
    },
    example: () => '2026-01-31 08:30:00',
    takes: () => 'YYYY-MM-DD HH:mm:ss',
  },
  date: {
    width: 12,
    cell(value) {
      const at = Date.parse(`${String(value)}T00:00:00Z`)
      return Number.isNaN(at) ? String(value) : { wallMs: at, day: true }
    },
    read(given) {
      const local = localTime(given)
      return local === undefined || Number.isNaN(instantOf(local, 'UTC')) ? WRONG : { value: local.slice(0, 10) }
    },
    example: () => '2026-01-31',
    takes: () => 'YYYY-MM-DD',
  },
  ref: text,
  refs: { ...text, cell: (value) => namesInCell(value as unknown[]) },
  password: closed,
  image: closed,
  json: closed,
  files: closed,
  lines: closed,
  duration: {
    width: 12,
    cell: durationCell,
    read: readDuration,
    example: () => '01:30:00',
    takes: () => 'HH:mm:ss',
  },
  weekMask: {
    width: 12,
    cell: weekCell,
    read: readWeek,
    example: () => '1111100',
    takes: () => '0000001 … 1111111',
  },
  point: {
    width: 24,
    cell: plain,
    read: readPoint,
    example: () => '120.155070, 30.274085',
    takes: () => 'WGS-84: ±180, ±90',
  },
}

/** The sheet kind of a field of any kind. */
export function sheetKind(field: Field): SheetKind<Field> {
  return SHEET_KINDS[field.kind] as unknown as SheetKind<Field>
}
