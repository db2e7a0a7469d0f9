import type { FieldReason } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { constraintOf } from '../db/db-errors.ts'
import { camel, type ResourceShape } from './resource-shape.ts'

/** A constraint of the schema, as an answer about a field. */
export function refusal(shape: ResourceShape, error: unknown): unknown {
  const violation = constraintOf(error)
  if (!violation) return error
  if (violation.kind === 'unique') return new AppError('already-exists', { fields: fieldOf(shape, error, 'taken') })
  if (violation.kind === 'not-null') {
    return new AppError('validation', { fields: { [camel(violation.name)]: 'required' satisfies FieldReason } })
  }
  if (violation.kind === 'foreign-key') {
    return new AppError('validation', { fields: fieldOf(shape, error, 'not-found') })
  }
  return new AppError('validation', { constraint: violation.name })
}

/** PostgreSQL names the columns in its detail: `Key (device_no)=(A1) already exists.` */
function fieldOf(shape: ResourceShape, error: unknown, reason: FieldReason): Record<string, FieldReason> {
  const detail = (error as { detail?: unknown }).detail
  const columns = typeof detail === 'string' ? (/^Key \((.*?)\)=\(/.exec(detail)?.[1] ?? '') : ''
  const names = [...columns.matchAll(/[a-z_][a-z0-9_]*/g)].map(([column]) => camel(column))
  return Object.fromEntries(names.filter((name) => shape.resource.fields[name]).map((name) => [name, reason]))
}
