import { type Field, formFields, isWritable, type Resource, type SheetWords } from '@sluice/contract'
import { instantOf, localTimeOf, zoneOffsetMs } from '@sluice/kit'
import type { Cell } from './sheet.ts'

const SECRET_KINDS: readonly string[] = ['password', 'image', 'json']
const DAY_MS = 86_400_000
const EPOCH_DAYS = 25_569

/** Fields an import may write, in the order of the form. */
export function importFields(resource: Resource): string[] {
  const inForm = formFields(resource)
  const names = [...inForm, ...Object.keys(resource.fields).filter((name) => !inForm.includes(name))]
  return names.filter((name) => {
    const field = resource.fields[name]!
    return isWritable(field, 'insert') && !SECRET_KINDS.includes(field.kind)
  })
}

/** What a column is called: its word, else its name, with its unit. */
export function headingOf(resource: Resource, name: string, words: SheetWords): string {
  const field = resource.fields[name]!
  const unit = 'unit' in field && field.unit ? ` (${field.unit})` : ''
  return `${words.labels[name] ?? name}${unit}`
}

export function enumWord(field: Extract<Field, { kind: 'enum' }>, value: string, words: SheetWords): string {
  return words.values[`${field.enumName}.${value}`] ?? value
}

/** How a value of a field stands in a sheet. Times are the readings of a clock in `zone`. */
export function cellOf(
  field: Field,
  name: string,
  row: Record<string, unknown>,
  words: SheetWords,
  zone: string,
): Cell {
  const value = field.kind === 'ref' ? row[`${name}Name`] : row[name]
  if (value === null || value === undefined) return null
  const word = 'named' in field ? words.values[`${field.named}.${String(value)}`] : undefined
  if (word !== undefined) return word
  switch (field.kind) {
    case 'enum':
      return enumWord(field, String(value), words)
    case 'boolean':
      return value === true ? words.yes : words.no
    case 'integer':
    case 'decimal':
      return Number(value)
    case 'money':
      return Number(value) / 100
    case 'time': {
      const at = Date.parse(String(value))
      return Number.isNaN(at) ? String(value) : { wallMs: at + zoneOffsetMs(at, zone), day: false }
    }
    case 'date': {
      const at = Date.parse(`${String(value)}T00:00:00Z`)
      return Number.isNaN(at) ? String(value) : { wallMs: at, day: true }
    }
    default:
      if (Array.isArray(value)) return value.map(String).join(', ')
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
  }
}

/** A value read from a sheet, or why it is none. References are found by their reader. */
export type ReadValue = { value: unknown } | { reason: 'type' | 'not-an-option' }

const YES = ['true', 'yes', 'y', '1', '是']
const NO = ['false', 'no', 'n', '0', '否']

function readNumber(text: string): number {
  const plain = text.replaceAll(/[,\s\u00A0]/g, '').replace('−', '-')
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
}

/** Text as people and spreadsheets write days and times, as `YYYY-MM-DD HH:mm:ss`; undefined when it is none. */
function localTime(text: string): string | undefined {
  const serial = readNumber(text)
  if (serial > 1 && serial < 2_958_466) {
    return localTimeOf(Math.round((serial - EPOCH_DAYS) * DAY_MS), 'UTC')
  }
  const match = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  if (!match) return undefined
  const [year, month, day, hour = '0', minute = '00', second = '00'] = match.slice(1)
  const two = (part: string | undefined) => String(part).padStart(2, '0')
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}:${two(second)}`
}

export function readCell(field: Field, text: string, words: SheetWords, zone: string): ReadValue {
  switch (field.kind) {
    case 'integer':
    case 'decimal':
    case 'money': {
      const number = readNumber(text)
      if (Number.isNaN(number)) return { reason: 'type' }
      return { value: field.kind === 'money' ? Math.round(number * 100) : number }
    }
    case 'boolean': {
      const said = text.toLowerCase()
      if (said === words.yes.toLowerCase() || YES.includes(said)) return { value: true }
      if (said === words.no.toLowerCase() || NO.includes(said)) return { value: false }
      return { reason: 'not-an-option' }
    }
    case 'enum': {
      const found = field.values.find((value) => value === text.toUpperCase() || enumWord(field, value, words) === text)
      return found === undefined ? { reason: 'not-an-option' } : { value: found }
    }
    case 'date':
    case 'time': {
      const local = localTime(text)
      const at = local === undefined ? Number.NaN : instantOf(local, field.kind === 'date' ? 'UTC' : zone)
      if (Number.isNaN(at)) return { reason: 'type' }
      return { value: field.kind === 'date' ? local!.slice(0, 10) : new Date(at).toISOString() }
    }
    default:
      return { value: text }
  }
}
