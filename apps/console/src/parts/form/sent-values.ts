import type { Field, FileFacts, Resource } from '@sluice/contract'
import { type EditedLine, sentLine } from './lines/lines-rules.ts'

/** A form value as it is sent: files as their ids, lines as their writable fields. */
export function sentValue(field: Field | undefined, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (field?.kind === 'files') return (value as FileFacts[]).map(({ id }) => id)
  return field?.kind === 'lines' ? (value as EditedLine[]).map((line) => sentLine(field, line)) : value
}

/** All form values as they are sent, by field name. */
export function sentValues({ fields }: Pick<Resource, 'fields'>, values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sentValue(fields[name], value)]))
}
