import { sql } from 'kysely'
import type { Connection, Sql } from '../db/db.ts'
import { batchesOf } from '../db/db-cursor.ts'
import { isOwnColumn, presentRow, type ResourceShape, snake } from './resource-shape.ts'
import {
  columns,
  conditions,
  order,
  type ResourceRow,
  type SearchQuery,
  value,
  visible,
  wordOf,
  reached,
  writeMark,
} from './resource.store.ts'
import { isRowId, unscopedMark } from './scoped.ts'
import type { Scope } from '../http/session.ts'

export interface StreamQuery extends SearchQuery {
  /** Only these rows of the result. */
  ids?: readonly string[] | undefined
  /** Fields to read. */
  names: ReadonlySet<string>
}

function where(shape: ResourceShape, scope: Scope, query: StreamQuery) {
  const all = conditions(shape, scope, query)
  return query.ids ? sql`${all} and t.id = any(${query.ids.filter(isRowId)}::bigint[])` : all
}

export async function countRows(
  tx: Connection,
  shape: ResourceShape,
  scope: Scope,
  query: StreamQuery,
): Promise<number> {
  const { rows } = await sql<{ total: string }>`select count(*) as total from ${sql.table(shape.resource.table)} as t
    where ${where(shape, scope, query)}`.execute(tx.tables<unknown>())
  return Number(rows[0]?.total ?? 0)
}

/**
 * All rows of a search in its order, a batch at a time. The cursor holds ids only; names and computed fields are read
 * per batch, so that neither the database nor this process holds the whole result. Requires a transaction with a stable
 * snapshot (repeatable read).
 */
export async function* streamRows(
  tx: Connection,
  shape: ResourceShape,
  scope: Scope,
  query: StreamQuery,
): AsyncGenerator<ResourceRow[]> {
  const builder = tx.tables<unknown>()
  const table = sql.table(shape.resource.table)
  const sorting = order(shape, scope, query)
  const listed = sql`select t.id from ${table} as t ${sorting.join}
    where ${where(shape, scope, query)} order by ${sorting.by}`.compile(builder)
  for await (const rows of batchesOf<{ id: string }>(tx, listed)) {
    const ids = rows.map(({ id }) => id)
    const { rows: full } = await sql<Record<string, unknown>>`select ${columns(shape, scope, query.names)}
      from ${table} as t where t.id = any(${ids}::bigint[]) and ${visible(shape, scope)}`.execute(builder)
    const byId = new Map(full.map((row) => [String(row['id']), presentRow(shape, row) as ResourceRow]))
    yield ids.flatMap((id) => byId.get(id) ?? [])
  }
}

/**
 * Ids of undeleted rows in scope for which one of the fields `names` equals `text`, with these further values; two are
 * enough to know it is ambiguous.
 */
export async function idsByText(
  tx: Connection,
  shape: ResourceShape,
  scope: Scope,
  { names, text, among }: { names: readonly string[]; text: string; among: Readonly<Record<string, unknown>> },
): Promise<string[]> {
  const own = names.filter((name) => isOwnColumn(shape, name))
  const says = own.flatMap((name) => {
    const word = wordOf(shape, shape.resource.name, name, 't')
    return [sql`t.${sql.ref(snake(name))} = ${text}`, ...(word ? [sql`${word} = ${text}`] : [])]
  })
  const same = Object.entries(among).map(([name, wanted]) => sql`and t.${sql.ref(snake(name))} = ${wanted}`)
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(shape.resource.table)} as t
    where (${sql.join(says, sql` or `)}) ${sql.join([sql``, ...same], sql` `)} and ${visible(shape, scope)} order by t.id limit 2`.execute(
    tx.tables<unknown>(),
  )
  return rows.map(({ id }) => String(id))
}

/**
 * Of these ids, the rows that this person deleted in the last `minutes` and that their scope includes, locked until the
 * transaction ends.
 */
export async function readDeletedRows(
  tx: Connection,
  shape: ResourceShape,
  scope: Scope,
  ids: readonly string[],
  minutes: number,
): Promise<ResourceRow[]> {
  const { resource } = shape
  const among = shape.only === undefined ? sql`` : sql.raw(`and (${shape.only})`)
  const { rows } = await sql<
    Record<string, unknown>
  >`select ${columns(shape, scope)} from ${sql.table(resource.table)} as t
    where t.id = any(${ids.filter(isRowId)}::bigint[]) and ${reached(shape, scope)} and t.deleted
      and t.update_by = ${scope.userId} and t.update_time >= now() - make_interval(mins => ${minutes}) ${among}
    order by t.id for update of t`.execute(tx.tables<unknown>())
  return rows.map((row) => presentRow(shape, row) as ResourceRow)
}

export async function restoreRows(
  tx: Connection,
  shape: ResourceShape,
  ids: readonly string[],
  userId: string,
): Promise<void> {
  await sql`update ${sql.table(shape.resource.table)} set deleted = false, version = version + 1,
    update_by = ${userId}, update_time = now() where id = any(${ids}::bigint[]) ${writeMark(shape)}`.execute(
    tx.tables<unknown>(),
  )
}

/** The names of those of the rows that are in scope and not deleted, by id. */
export async function namesOf(
  db: Sql,
  shape: ResourceShape,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const name = value(shape, scope, shape.resource.display)
  const { rows } = await sql<{ id: string; name: string }>`select t.id::text as id, ${name}::text as name
    from ${sql.table(shape.resource.table)} as t
    where t.id = any(${ids.filter(isRowId)}::bigint[]) and ${visible(shape, scope)}`.execute(db.tables<unknown>())
  return new Map(rows.map((row) => [row.id, row.name]))
}

/** Of these rows, those that are not deleted, whoever sees them: nothing but their ids is answered. */
export async function undeletedIds(
  db: Sql,
  shape: ResourceShape,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const alive = shape.softDelete ? sql`and not t.deleted` : sql``
  const { rows } = await sql<{ id: string }>`select t.id::text as id from ${sql.table(shape.resource.table)} as t
    where t.id = any(${ids.filter(isRowId)}::bigint[]) ${alive} ${unscopedMark('audit')}`.execute(db.tables<unknown>())
  return new Set(rows.map(({ id }) => id))
}

/** The names of undeleted rows in scope, in order; for the lists of a template. */
export async function firstNames(db: Sql, shape: ResourceShape, scope: Scope, most: number): Promise<string[]> {
  const { name: resource, display } = shape.resource
  const name = wordOf(shape, resource, display, 't') ?? sql.ref(`t.${snake(display)}`)
  const { rows } = await sql<{ name: string }>`select ${name} as name from ${sql.table(shape.resource.table)} as t
    where ${visible(shape, scope)} order by 1 limit ${most}`.execute(db.tables<unknown>())
  return rows.map(({ name: one }) => one)
}
