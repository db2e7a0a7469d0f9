import type { Field, Resource } from '@sluice/contract'
import type { ReactNode } from 'react'
import { formatNumber, MISSING } from '../../lib/reading-format.ts'
import { valueOf } from '../../lib/resource-calls.ts'
import { byName, t } from '../../lib/text.ts'
import { Age } from '../reading.tsx'
import { StatusChip } from '../status-chip.tsx'

const CHIPS = ['status', 'userStatus', 'deviceStatus']

function numberText(field: Field, value: unknown): string {
  if (field.kind === 'money') return formatNumber(Number(value) / 100, 2)
  return formatNumber(Number(value), field.kind === 'decimal' ? field.decimals : 0)
}

/** How a value of a field kind stands in a table or a detail. */
export function cellOf(resource: Resource, name: string, row: object): ReactNode {
  const field = resource.fields[name]!
  const value = valueOf(row, name)
  if (field.kind === 'ref') return String(valueOf(row, `${name}Name`) ?? MISSING)
  if (value === null || value === undefined || value === '') return <span className="t3">{MISSING}</span>
  if ('named' in field) return byName(`${field.named}.${String(value)}`, String(value))
  switch (field.kind) {
    case 'enum':
      if (CHIPS.includes(field.enumName)) return <StatusChip enumName={field.enumName} value={String(value)} />
      return byName(`enum.${field.enumName}.${String(value)}`, String(value))
    case 'boolean':
      return t(value ? 'state.yes' : 'state.no')
    case 'time':
      return <Age time={String(value)} />
    case 'integer':
    case 'decimal':
    case 'money':
      return <span className="num">{numberText(field, value)}</span>
    default:
      return Array.isArray(value) ? value.join(t('list.comma')) || MISSING : String(value)
  }
}

export function isNumeric(field: Field): boolean {
  if ('named' in field) return false
  return field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'money'
}

/** What a row is called. */
export function titleOf({ display }: Resource, row: object): string {
  return String(valueOf(row, display))
}

/** Label of a column; its unit stands once, in the header (docs/spec/look.md#2.5). */
export function ColumnTitle({ resource, name }: { resource: Resource; name: string }) {
  const field = resource.fields[name]!
  const unit = 'unit' in field ? field.unit : undefined
  return (
    <>
      {byName(`${resource.name}.${name}`)}
      {unit && <span className="unit">{unit}</span>}
    </>
  )
}
