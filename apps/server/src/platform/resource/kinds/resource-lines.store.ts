import { type FieldOf, fieldsOfKind, type Resource, type Row } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../db/db.ts'
import type { Scope } from '../../http/session.ts'
import { parentColumn, presentRow, type ResourceShape, snake } from '../resource-shape.ts'
import { columns, parameter, readRows, visible, writeMark } from '../resource.store.ts'

type LineRow = Record<string, unknown> & { id: string }
type Values = Readonly<Record<string, unknown>>

/** The lines of a document as a resource of their own; they are reached only through their document. */
export function lineShape(shape: ResourceShape, name: string, { table, fields }: FieldOf<'lines'>): ResourceShape {
  const { resource, resources, words, language } = shape
  return {
    resource: { ...resource, name: `${resource.name}.${name}`, table, fields, scope: 'none' },
    computed: { version: '0' },
    softDelete: false,
    resources,
    ...(words ? { words } : {}),
    ...(language ? { language } : {}),
  }
}

/** The rows of these ids that the scope sees, with their lines in order. `lock` holds the documents. */
export async function readWhole<R extends Resource>(
  db: Sql,
  shape: ResourceShape<R>,
  scope: Scope,
  ids: readonly string[],
  lock = false,
): Promise<Row<R>[]> {
  const rows = await readRows(db, shape, scope, ids, lock)
  const answers = new Map(rows.map((row) => [row.id, row as Record<string, unknown>]))
  for (const [name, field] of rows.length > 0 ? fieldsOfKind(shape.resource, 'lines') : []) {
    const lines = await readLines(db, shape, scope, [name, field], [...answers.keys()])
    for (const [id, row] of answers) row[name] = lines.get(id) ?? []
  }
  return rows as Row<R>[]
}

/** Lines by the id of their document, which the scope has to see. */
async function readLines(
  db: Sql,
  shape: ResourceShape,
  scope: Scope,
  [name, field]: [string, FieldOf<'lines'>],
  ids: readonly string[],
): Promise<Map<string, LineRow[]>> {
  const line = lineShape(shape, name, field)
  const parent = sql.ref(`t.${parentColumn(shape.resource, field)}`)
  const { rows } = await sql<Record<string, unknown>>`select ${columns(line, scope)}, ${parent} as "documentId"
    from ${sql.table(field.table)} as t
    where ${parent} in (select t.id from ${sql.table(shape.resource.table)} as t
      where t.id = any(${ids}::bigint[]) and ${visible(shape, scope)})
    order by ${parent}, t.line_no`.execute(db.tables<unknown>())
  const documents = Map.groupBy(rows, (row) => String(row['documentId']))
  return new Map([...documents].map(([id, lines]) => [id, lines.map((row) => presentLine(line, row))]))
}

function presentLine(line: ResourceShape, row: Record<string, unknown>): LineRow {
  const { version: _version, ...presented } = presentRow(line, row)
  return presented as LineRow
}

/** Where a line hangs: its document and its number in it, from 1. */
interface LinePlace {
  documentId: string
  lineNo: number
}

export async function insertLine(
  tx: Sql,
  shape: ResourceShape,
  [name, field]: [string, FieldOf<'lines'>],
  { documentId, lineNo }: LinePlace,
  values: Values,
): Promise<void> {
  const line = lineShape(shape, name, field)
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined)
  const names = [parentColumn(shape.resource, field), 'line_no', ...given.map(([own]) => snake(own))]
  const parts = [sql`${documentId}`, sql`${lineNo}`, ...given.map(([own, value]) => parameter(line, own, value))]
  await sql`insert into ${sql.table(field.table)} (${sql.join(names.map((column) => sql.ref(column)))})
    values (${sql.join(parts)}) ${writeMark(shape)}`.execute(tx.tables<unknown>())
}

/** The document is locked by the same transaction, and the line was read with it. */
export async function updateLine(
  tx: Sql,
  shape: ResourceShape,
  [name, field]: [string, FieldOf<'lines'>],
  { id, lineNo }: { id: string; lineNo: number },
  values: Values,
): Promise<void> {
  const line = lineShape(shape, name, field)
  const sets = Object.entries(values).map(
    ([own, value]) => sql`${sql.ref(snake(own))} = ${value === null ? sql`default` : parameter(line, own, value)}`,
  )
  await sql`update ${sql.table(field.table)} set ${sql.join([...sets, sql`line_no = ${lineNo}`])}
    where id = ${id} ${writeMark(shape)}`.execute(tx.tables<unknown>())
}

export async function deleteLines(
  tx: Sql,
  shape: ResourceShape,
  field: FieldOf<'lines'>,
  ids: readonly string[],
): Promise<void> {
  await sql`delete from ${sql.table(field.table)} where id = any(${ids}::bigint[]) ${writeMark(shape)}`.execute(
    tx.tables<unknown>(),
  )
}
