import type { FieldKind, Resource } from '@sluice/contract'
import type { ReactNode } from 'react'
import { showTime } from '../../lib/time/clock.ts'
import { valueWords } from '../log/action-words.ts'
import { cellOf } from '../list/table/cell.tsx'

/** Too much to be read in a line: that it changed is said, not how. */
const UNSAID: readonly FieldKind[] = ['json', 'image']
/** Their names were written down beside them. */
const NAMED: readonly FieldKind[] = ['ref', 'refs']

/** A value of a field as a line of the log has it; null where there was or is none to be told. */
export function changedValue(resource: Resource, name: string, value: unknown): ReactNode {
  const field = resource.fields[name]
  if (value === null || value === undefined || value === '') return null
  if (!field || NAMED.includes(field.kind)) return valueWords(value)
  if (UNSAID.includes(field.kind)) return null
  if (field.kind === 'time') return <span className="num">{showTime(String(value))}</span>
  const unit = 'unit' in field ? field.unit : undefined
  return (
    <>
      {cellOf(resource, name, { [name]: value })}
      {unit && <span className="unit">{unit}</span>}
    </>
  )
}
