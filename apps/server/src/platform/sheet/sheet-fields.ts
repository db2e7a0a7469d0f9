import { type Conversion, type Field, formFields, isWritable, type Resource, type SheetWords } from '@sluice/contract'
import type { Cell } from './sheet.ts'
import { type ReadValue, sheetKind } from './sheet-kinds.ts'
import { conversionIn, toldIn } from './sheet-units.ts'

/** Fields an import may write, in the order of the form. */
export function importFields(resource: Resource): string[] {
  const inForm = formFields(resource)
  const names = [...inForm, ...Object.keys(resource.fields).filter((name) => !inForm.includes(name))]
  return names.filter((name) => {
    const field = resource.fields[name]!
    return isWritable(field, 'insert') && !sheetKind(field).closed
  })
}

/** Only measured quantities are told in units of the reader. */
function wayOf(field: Field, name: string, words: SheetWords): Conversion | undefined {
  return 'measured' in field && field.measured ? conversionIn(field.unit, name, words) : undefined
}

/** The heading of a column: its word, else its name, with its unit. */
export function headingOf(resource: Resource, name: string, words: SheetWords): string {
  const field = resource.fields[name]!
  const told = 'unit' in field && field.unit ? (wayOf(field, name, words)?.unit ?? field.unit) : undefined
  const unit = told ? ` (${told})` : ''
  return `${words.labels[name] ?? name}${unit}`
}

/** The written form of a value: of a reference, the names. */
function saidOf({ kind }: Field, name: string, row: Record<string, unknown>): unknown {
  if (kind === 'ref') return row[`${name}Name`]
  return kind === 'refs' ? (row[`${name}Names`] ?? row[name]) : row[name]
}

/** The cell of a field's value. Times are wall-clock readings in `zone`. */
export function cellOf(
  field: Field,
  name: string,
  row: Record<string, unknown>,
  words: SheetWords,
  zone: string,
): Cell {
  const value = saidOf(field, name, row)
  if (value === null || value === undefined) return null
  const word = 'named' in field ? words.values[`${field.named}.${String(value)}`] : undefined
  if (word !== undefined) return word
  return toldIn(sheetKind(field).cell(value, field, { words, zone }), wayOf(field, name, words))
}

export function readCell(field: Field, text: string, words: SheetWords, zone: string): ReadValue {
  return sheetKind(field).read(text, field, { words, zone })
}
