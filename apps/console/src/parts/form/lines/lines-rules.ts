import { type Field, type FieldOf, isWritable } from '@sluice/contract'
import { fenOf } from '../../../lib/text/value-text.ts'
import { byName, t } from '../../../lib/text/text.ts'

/** A line while it is edited: the typed values and the values read with it. */
export type EditedLine = Readonly<Record<string, unknown>>
type LinesField = FieldOf<'lines'>

/** The writable fields of a line, in order. */
function writtenFields({ fields }: LinesField): [name: string, field: Field][] {
  return Object.entries(fields).filter(([, field]) => isWritable(field, 'insert'))
}

/** A line as it is sent: its id if it has one, and its writable fields. */
export function sentLine(field: LinesField, line: EditedLine): object {
  const values = Object.fromEntries(writtenFields(field).map(([name]) => [name, line[name] ?? null]))
  return typeof line['id'] === 'string' ? { id: line['id'], ...values } : values
}

/** A new line with the same values. */
export function copyOf({ id: _id, ...line }: EditedLine): EditedLine {
  return line
}

/** The sum of a field over the lines; values that are not numbers are left out. */
export function sumOf(name: string, field: Field, lines: readonly (EditedLine | undefined)[]): number {
  const total = lines.reduce((sum, line) => sum + (Number(line?.[name]) || 0), 0)
  // Binary fractions add up with an error: rounding makes 0.1 + 0.2 equal 0.3.
  return Number(total.toFixed(field.kind === 'decimal' ? (field.decimals ?? 6) : 0))
}

export function isSummed(field: Field): boolean {
  return 'sum' in field && field.sum === true
}

/**
 * Rows pasted from a spreadsheet as lines, the first cell for the field `from`; null for a single cell, which is
 * ordinary text. Cells that cannot be read as their field's kind stay empty.
 */
export function pastedLines(text: string, field: LinesField, from: string): EditedLine[] | null {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/)
  if (rows.length === 1 && !rows[0]!.includes('\t')) return null
  const all = writtenFields(field)
  const fields = all.slice(
    Math.max(
      0,
      all.findIndex(([name]) => name === from),
    ),
  )
  return rows
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const cells = row.split('\t')
      const read = fields.map(([name, one], at) => [name, readCell(one, cells[at]?.trim() ?? '')])
      return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as EditedLine
    })
}

function readCell(field: Field, text: string): unknown {
  if (text === '') return undefined
  switch (field.kind) {
    case 'text':
    case 'longText':
      return text
    case 'integer':
    case 'decimal':
      return numberOf(text)
    case 'money': {
      const yuan = numberOf(text)
      return yuan === undefined ? undefined : fenOf(yuan)
    }
    case 'boolean':
      return text === t('state.yes') || text.toLowerCase() === 'true'
    case 'enum':
      return field.values.find((value) => value === text || byName(`enum.${field.enumName}.${value}`, value) === text)
    case 'date':
      return dayOf(text)
    default:
      // A row, an instant or a duration is selected, not typed.
      return undefined
  }
}

function numberOf(text: string): number | undefined {
  const number = Number(text.replaceAll(/[,\s]/g, ''))
  return Number.isFinite(number) ? number : undefined
}

function dayOf(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? []
  return year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : undefined
}
