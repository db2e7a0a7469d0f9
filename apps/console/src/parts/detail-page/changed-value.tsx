import type { FieldKind, Resource } from '@sluice/contract'
import type { ReactNode } from 'react'
import { showTime } from '../../lib/time/clock.ts'
import { valueWords } from '../log/action-words.ts'
import { cellOf, unitOfField } from '../list/table/cell.tsx'

/** Kinds too long for one line: the log says only that they changed. */
const UNSAID: readonly FieldKind[] = ['json', 'image']
/** The log stores the names of these rows beside their ids. */
const NAMED: readonly FieldKind[] = ['ref', 'refs']

/** A field's value for a line of the log; null when there is none, or it is not shown. */
export function changedValue(resource: Resource, name: string, value: unknown): ReactNode {
  const field = resource.fields[name]
  if (value === null || value === undefined || value === '') return null
  if (!field || NAMED.includes(field.kind)) return valueWords(value)
  if (UNSAID.includes(field.kind)) return null
  if (field.kind === 'time') return <span className="num">{showTime(String(value))}</span>
  const unit = unitOfField(field)
  return (
    <>
      {cellOf(resource, name, { [name]: value })}
      {unit && <span className="unit">{unit}</span>}
    </>
  )
}
