import {
  type Field,
  type FieldOf,
  type FieldReason,
  fewestLines,
  isWritable,
  fieldsOfKind,
  type Resource,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { ResourceChange } from '../resource-change.ts'
import { deleteLines, insertLine, lineShape, updateLine } from './resource-lines.store.ts'
import { refusal } from '../resource-refusal.ts'
import type { LinesPart } from '../resource-references.store.ts'
import { parentColumn, type ResourceShape } from '../resource-shape.ts'

type Values = Readonly<Record<string, unknown>>
type Lines = [name: string, field: FieldOf<'lines'>]

/** A reference of a row or of a line that it did not have before. */
export interface Mention {
  /** Of the field, as a refusal names it: `items.2.productId`. */
  path: string
  to: string
  ids: readonly string[]
}

/**
 * A sheet has no lines, so it makes no document that needs some.
 * @throws Error at start
 */
export function checkLines(resource: Resource): void {
  for (const [name, field] of fieldsOfKind(resource, 'lines'))
    if (fewestLines(field) > 0 && resource.actions.includes('import'))
      throw new Error(`${resource.name}.${name} needs lines, which no sheet has: say noImport`)
}

/** Which tables are lines, and of which document: references from a deleted document do not count. */
export function linesParts(shapes: readonly ResourceShape[]): ReadonlyMap<string, LinesPart> {
  return new Map(
    shapes.flatMap(({ resource, softDelete }) =>
      fieldsOfKind(resource, 'lines').map(([, field]): [string, LinesPart] => [
        field.table,
        { column: parentColumn(resource, field), table: resource.table, softDelete },
      ]),
    ),
  )
}

/** New references of a row and of its lines. */
export function mentionsOf({ fields }: Pick<Resource, 'fields'>, { values, before }: ResourceChange): Mention[] {
  const lines = fieldsOfKind({ fields }, 'lines').flatMap(([name, field]) => {
    const known = byId(before, name)
    return given(values, name).flatMap((line, at) => {
      const old = known.get(String(line['id']))
      return references(field.fields, line, old).map((one) => ({ ...one, path: `${name}.${at}.${one.path}` }))
    })
  })
  return [...references(fields, values, before ?? undefined), ...lines]
}

function references(fields: Readonly<Record<string, Field>>, values: Values, before: Values | undefined): Mention[] {
  return Object.entries(fields).flatMap(([path, field]) => {
    if (field.kind !== 'ref' && field.kind !== 'refs') return []
    const known = new Set([before?.[path]].flat())
    const ids = [values[path]].flat().filter((id): id is string => typeof id === 'string' && !known.has(id))
    return ids.length > 0 ? [{ path, to: field.to, ids }] : []
  })
}

function given(values: Values, name: string): readonly Values[] {
  return (values[name] ?? []) as readonly Values[]
}

function byId(before: Values | null, name: string): ReadonlyMap<string, Values> {
  return new Map(given(before ?? {}, name).map((line) => [String(line['id']), line]))
}

/**
 * Replaces the lines of a document by the given ones, in their order; fields without a list keep theirs. Unchanged
 * lines are not written. The document is locked or new in the same transaction.
 * @throws AppError naming `<field>.<index>.<field of the line>`
 */
export async function writeLines(
  shape: ResourceShape,
  { tx, values, before }: ResourceChange,
  documentId: string,
): Promise<void> {
  for (const lines of fieldsOfKind(shape.resource, 'lines')) {
    const [name, field] = lines
    if (values[name] === undefined) continue
    const known = byId(before, name)
    const wanted = given(values, name)
    refuseForeign(name, wanted, known)
    const kept = new Set(wanted.map(({ id }) => id))
    const gone = [...known.keys()].filter((id) => !kept.has(id))
    if (gone.length > 0) await deleteLines(tx, shape, field, gone)
    const order = [...known.keys()]
    for (const [at, line] of wanted.entries()) {
      try {
        await writeLine(shape, { tx, lines, documentId, before: known, order }, at, line)
      } catch (error) {
        throw inLine(`${name}.${at}`, refusal(lineShape(shape, ...lines), error))
      }
    }
  }
}

interface Writing {
  tx: ResourceChange['tx']
  lines: Lines
  documentId: string
  before: ReadonlyMap<string, Values>
  /** Ids as they stood before. */
  order: readonly string[]
}

async function writeLine(
  shape: ResourceShape,
  { tx, lines, documentId, before, order }: Writing,
  at: number,
  { id, ...line }: Values,
): Promise<void> {
  const old = before.get(String(id))
  const { fields } = lines[1]
  const own = Object.entries(line).filter(([name]) => fields[name] && isWritable(fields[name], 'insert'))
  if (!old) return insertLine(tx, shape, lines, { documentId, lineNo: at + 1 }, Object.fromEntries(own))
  const changed = own.filter(([name, value]) => value !== undefined && value !== old[name])
  if (changed.length === 0 && order[at] === id) return undefined
  return updateLine(tx, shape, lines, { id: String(id), lineNo: at + 1 }, Object.fromEntries(changed))
}

/** Refuses an id that is not of this document, or occurs twice. */
function refuseForeign(name: string, wanted: readonly Values[], known: ReadonlyMap<string, Values>): void {
  const seen = new Set<unknown>()
  const fields: Record<string, FieldReason> = {}
  for (const [at, { id }] of wanted.entries()) {
    if (id === undefined) continue
    if (!known.has(String(id))) fields[`${name}.${at}.id`] = 'not-found'
    else if (seen.has(id)) fields[`${name}.${at}.id`] = 'taken'
    seen.add(id)
  }
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
}

/** The same refusal, as that of a line: one without a field applies to the whole line. */
function inLine(path: string, error: unknown): unknown {
  if (!(error instanceof AppError)) return error
  const fields = Object.entries((error.facts['fields'] ?? {}) as Record<string, FieldReason>)
  const named = fields.length > 0 ? fields.map(([name, reason]) => [`${path}.${name}`, reason]) : [[path, 'format']]
  return new AppError(error.code, { ...error.facts, fields: Object.fromEntries(named) })
}
