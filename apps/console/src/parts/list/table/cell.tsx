import type { Field, FieldKind, FieldOf, FileFacts, LngLat, Resource } from '@sluice/contract'
import type { ReactNode } from 'react'
import { formatNumber, MISSING } from '../../../lib/text/reading-format.ts'
import { valueOf } from '../../../lib/api/resource-calls.ts'
import { byName, t } from '../../../lib/text/text.ts'
import { measureText, shownUnit } from '../../../lib/text/units.ts'
import { bytesText, durationText, weekText, yuanOf } from '../../../lib/text/value-text.ts'
import { FileCount } from '../../files/files-shown.tsx'
import { DictTag } from '../../dict/dict-tag.tsx'
import { Moment } from '../../reading/moment.tsx'
import { LinkChip, StatusChip } from '../../reading/status-chip.tsx'

const STANDINGS = ['status', 'userStatus']

const plain = (value: unknown): ReactNode =>
  Array.isArray(value) ? value.join(t('list.comma')) || MISSING : String(value)
const count = (value: unknown, digits: number | undefined) => (
  <span className="num">{formatNumber(Number(value), digits)}</span>
)

/** The face of a number of a row: only measured quantities are told in the reader's units. */
const faceOfField = ({ unit, decimals, measured }: FieldOf<'decimal'>) => (measured ? { unit, decimals } : { decimals })

/** Sizes bring their unit with them: it goes with the value. */
const BYTES = 'B'

/** The unit that is written beside a value or above a column of them (docs/spec/look.md#2.5). */
export function unitOfField(field: Field): string | undefined {
  if (!('unit' in field) || field.unit === BYTES) return undefined
  return field.measured ? shownUnit(field.unit) : field.unit
}

/** How a value of each kind is drawn. */
const CELLS: { readonly [K in FieldKind]: (value: NonNullable<unknown>, field: FieldOf<K>) => ReactNode } = {
  text: plain,
  longText: plain,
  integer: (value, { unit }) =>
    unit === BYTES ? <span className="num">{bytesText(Number(value))}</span> : count(value, 0),
  decimal: (value, field) => <span className="num">{measureText(Number(value), faceOfField(field))}</span>,
  money: (value) => count(yuanOf(Number(value)), 2),
  boolean: (value) => t(value ? 'state.yes' : 'state.no'),
  enum: (value, { enumName }) =>
    enumName === 'deviceStatus' ? (
      <LinkChip value={String(value)} />
    ) : STANDINGS.includes(enumName) ? (
      <StatusChip enumName={enumName} value={String(value)} />
    ) : (
      byName(`enum.${enumName}.${String(value)}`, String(value))
    ),
  enums: (value, { enumName }) =>
    (value as readonly string[]).map((one) => byName(`enum.${enumName}.${one}`, one)).join(t('list.comma')) || MISSING,
  dictionary: (value, { type }) => <DictTag dictType={type} value={String(value)} />,
  time: (value) => <Moment time={String(value)} />,
  date: plain,
  ref: plain,
  refs: plain,
  password: plain,
  image: plain,
  json: plain,
  lines: (value) => count((value as readonly unknown[]).length, 0),
  duration: (value) => <span className="num">{durationText(Number(value))}</span>,
  weekMask: (value) => weekText(Number(value)),
  files: plain,
  point: (value) => <span className="num">{(value as LngLat).map((part) => part.toFixed(6)).join(', ')}</span>,
}

/** The files of a field, with the place where they are stored. */
export function filesOf(resource: Resource, field: string, row: object) {
  const files = (valueOf(row, field) ?? []) as readonly FileFacts[]
  return { place: { resource, row: String(valueOf(row, 'id')), field }, files }
}

/** The cell of a field in a table or a detail. */
export function cellOf(resource: Resource | Pick<Resource, 'fields'>, name: string, row: object): ReactNode {
  const field = resource.fields[name]!
  const value = valueOf(row, name)
  if (field.kind === 'files' && 'table' in resource) return <FileCount {...filesOf(resource, name, row)} />
  if (field.kind === 'ref') return String(valueOf(row, `${name}Name`) ?? MISSING)
  if (value === null || value === undefined || value === '') return <span className="t3">{MISSING}</span>
  if ('named' in field) return byName(`${field.named}.${String(value)}`, String(value))
  return CELLS[field.kind](value, field as never)
}

const NUMERIC: readonly FieldKind[] = ['integer', 'decimal', 'money', 'duration']

export function isNumeric(field: Field): boolean {
  if ('named' in field) return false
  return NUMERIC.includes(field.kind)
}

/** The display name of a row; where a value of an enum names it, its word. */
export function titleOf({ display, fields }: Resource, row: object): string {
  const [field, value] = [fields[display], String(valueOf(row, display))]
  return field?.kind === 'enum' ? byName(`enum.${field.enumName}.${value}`, value) : value
}

/** The label of a column; the unit is written once, in the header (docs/spec/look.md#2.5). */
export function ColumnTitle({ resource, name }: { resource: Resource; name: string }) {
  const field = resource.fields[name]!
  const unit = unitOfField(field)
  return (
    <>
      {byName(`${resource.name}.${name}`)}
      {unit && <span className="unit">{unit}</span>}
    </>
  )
}
