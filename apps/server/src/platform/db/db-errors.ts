/** A refusal by a constraint of the schema; `name` is the constraint's (or, for `not-null`, the column's) name. */
export interface ConstraintViolation {
  kind: 'unique' | 'foreign-key' | 'check' | 'not-null' | 'exclusion'
  name: string
  table: string
}

const kinds: Readonly<Record<string, ConstraintViolation['kind']>> = {
  '23505': 'unique',
  '23503': 'foreign-key',
  '23514': 'check',
  '23502': 'not-null',
  '23P01': 'exclusion',
}

/** The constraint that refused a statement, or undefined when the error is of another kind. */
export function constraintOf(error: unknown): ConstraintViolation | undefined {
  const kind = kinds[textOf(error, 'code')]
  if (kind === undefined) return undefined
  return { kind, name: textOf(error, 'constraint') || textOf(error, 'column'), table: textOf(error, 'table') }
}

/**
 * Whether the statement failed because the server went away or refuses connections: the same statement may work in a
 * moment. A transaction that failed so during its commit may have been committed.
 */
export function isConnectionLost(error: unknown): boolean {
  const code = textOf(error, 'code')
  if (/^(08|57P0)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', '53300'].includes(code)) return true
  return /Connection terminated|not queryable|timeout exceeded when trying to connect/.test(textOf(error, 'message'))
}

/** Whether there was no room left: on the database's disk (PostgreSQL 53100) or on that of our own files. */
export function isDiskFull(error: unknown): boolean {
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(textOf(error, 'code'))
}

/**
 * Whether the store caused the error and may accept the same statement later: the connection was lost, or it has no
 * space.
 */
export function isStoreAway(error: unknown): boolean {
  return isConnectionLost(error) || isDiskFull(error)
}

function textOf(error: unknown, key: 'code' | 'constraint' | 'column' | 'table' | 'message'): string {
  if (typeof error !== 'object' || error === null || !(key in error)) return ''
  const value = (error as Record<string, unknown>)[key]
  return typeof value === 'string' ? value : ''
}
