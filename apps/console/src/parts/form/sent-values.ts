import type { Field, FileFacts, Resource } from '@sluice/contract'
import { type EditedLine, sentLine } from './lines-rules.ts'

/** A value of a form as it travels: files as their ids, lines as what may be written of them. */
export function sentValue(field: Field | undefined, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (field?.kind === 'files') return (value as FileFacts[]).map(({ id }) => id)
  return field?.kind === 'lines' ? (value as EditedLine[]).map((line) => sentLine(field, line)) : value
}

/** All of them by the names of their fields. */
export function sentValues({ fields }: Pick<Resource, 'fields'>, values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sentValue(fields[name], value)]))
}
