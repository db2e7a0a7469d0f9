import {
  type Answered,
  boundOf,
  type Field,
  type Language,
  LANGUAGES,
  type Page,
  type Resource,
} from '@sluice/contract'
import { sql } from 'kysely'
import { STORED_LANGUAGE, wordsAsJson } from './built-in-words.ts'
import { anyOf, type Fragment, holds, MATCHES } from './resource-match.store.ts'
import type { Sql } from '../db/db.ts'
import { filesOfRow } from '../file/stored-file.store.ts'
import { type ResourceShape, isOwnColumn, presentRow, readableFields, snake } from './resource-shape.ts'
import { isRowId, scopePredicate, unscopedMark } from './scoped.ts'
import type { Scope } from '../http/session.ts'
import { type TenantTable, isTenantTable } from './tenant-tables.ts'

export type ResourceRow = Record<string, unknown> & { id: string; version: number }

/** A row without its lines, which are read by `readWhole`. */
type Listing<R extends Resource> = { id: string; version: number } & Answered<R['fields'], 'password' | 'lines'>

export interface SearchQuery {
  keyword?: string | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  filters: Readonly<Record<string, unknown>>
}

export interface PageQuery extends SearchQuery {
  page: number
  limit: number
}

/** A tree is drawn whole: its page holds every row, up to this many. */
const TREE_LIMIT = 5000

/** One page and the total count, restricted to what the scope sees. */
export async function pageRows<R extends Resource>(
  db: Sql,
  shape: ResourceShape<R>,
  scope: Scope,
  query: PageQuery,
): Promise<Page<Listing<R>>> {
  const builder = db.tables<unknown>()
  const table = sql.table(shape.resource.table)
  const few = query.keyword?.trim() ? await fewIds(db, shape, scope, query) : undefined
  const from = few ? sql`unnest(${few}::bigint[]) as few (id) join ${table} as t on t.id = few.id` : sql`${table} as t`
  const where = few ? visible(shape, scope) : conditions(shape, scope, query)
  const isTree = shape.resource.tree !== undefined
  const { page, limit } = isTree ? { page: 1, limit: TREE_LIMIT } : query
  const sorting = order(shape, scope, query)
  const total = few ? sql`(select count(*) from ${from} where ${where})` : countOf(shape, scope, query)
  // Only the rows of the page are read in full: skipped rows cost no names and computed fields.
  const [rows, counted] = await Promise.all([
    sql<Record<string, unknown>>`select ${columns(shape, scope)} from (
        select t.id from ${from} ${sorting.join} where ${where}
        order by ${sorting.by} limit ${limit} offset ${(page - 1) * limit}) as picked
      join ${table} as t on t.id = picked.id ${sorting.join} order by ${sorting.by}`.execute(builder),
    sql<{ total: string }>`select ${total} as total`.execute(builder),
  ])
  const list = rows.rows.map((row) => presentRow(shape, row) as Listing<R>)
  return { list, total: Number(counted.rows[0]?.total ?? 0), page, limit: isTree ? Math.max(list.length, 1) : limit }
}

/**
 * How many rows there are. For whoever sees every device it is all of them less the few of deleted devices, so that a million rows
 * are not asked for their device one by one, and an index of the filters can answer.
 */
function countOf(shape: ResourceShape, scope: Scope, query: SearchQuery): Fragment {
  const count = (seen: Fragment) =>
    sql`(select count(*) from ${sql.table(shape.resource.table)} as t where ${conditions(shape, scope, query, seen)})`
  if (shape.resource.scope !== 'device' || !scope.all) return count(reached(shape, scope))
  const inSight = scopePredicate(scope, 'device', 'd')
  const ofDeleted = sql`t.device_id in (select d.id from device as d where d.deleted and ${inSight})`
  return sql`${count(sql`true`)} - ${count(ofDeleted)}`
}

/** A keyword that finds no more rows than this is answered by their ids. */
const FEW = 2000

/**
 * Ids of all rows that a keyword finds, or undefined when they are many. How rare a part of a word is can only be
 * guessed from outside, and a wrong guess walks through a million rows in their order to find the twenty of a page.
 */
async function fewIds(db: Sql, shape: ResourceShape, scope: Scope, query: PageQuery): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(shape.resource.table)} as t
    where ${conditions(shape, scope, query)} ${byLetters(shape, query)} limit ${FEW + 1}`.execute(db.tables<unknown>())
  return rows.length > FEW ? undefined : rows.map(({ id }) => id)
}

/**
 * A condition that a Chinese keyword implies and an index can answer: only the field with `letters` holds such letters.
 */
function byLetters(shape: ResourceShape, { keyword = '' }: PageQuery): Fragment {
  const name = shape.resource.list.keyword?.find((field) => shape.access?.[field]?.letters)
  // Letters without upper and lower case.
  const letters = keyword.match(/\p{Lo}/gu) ?? []
  if (name === undefined || letters.length === 0) return sql``
  return sql`and string_to_array(${sql.ref(`t.${snake(name)}`)}, null) @> ${letters}::text[]`
}

/** The rows of these ids that the scope sees, without their lines. `lock` keeps others from changing them until the transaction ends. */
export async function readRows<R extends Resource>(
  db: Sql,
  shape: ResourceShape<R>,
  scope: Scope,
  ids: readonly string[],
  lock = false,
): Promise<Listing<R>[]> {
  const { rows } = await sql<Record<string, unknown>>`select ${columns(shape, scope)}
    from ${sql.table(shape.resource.table)} as t
    where ${oneOf(ids.filter(isRowId))} and ${visible(shape, scope)} order by t.id
    ${lock ? sql`for update of t` : sql``}`.execute(db.tables<unknown>())
  return rows.map((row) => presentRow(shape, row) as Listing<R>)
}

/** One id is told as one: the plan of a prepared statement counts on several for a list, and is not kept for a single one. */
function oneOf(ids: readonly string[]): Fragment {
  return ids.length === 1 ? sql`t.id = ${ids[0]}::bigint` : sql`t.id = any(${ids}::bigint[])`
}

/** Ids of another resource's rows in scope, protected from deletion until the transaction ends. */
export async function visibleIds(
  tx: Sql,
  shape: ResourceShape,
  target: string,
  scope: Scope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const resource = shape.resources.get(target)
  if (!resource) throw new Error(`${shape.resource.name} refers to ${target}, which is not mounted`)
  const targetShape: ResourceShape = {
    ...shape,
    resource,
    only: undefined,
    softDelete: resource.actions.includes('del'),
  }
  const { rows } = await sql<{ id: string }>`select t.id from ${sql.table(resource.table)} as t
    where ${oneOf(ids)} and ${visible(targetShape, scope)} for share of t`.execute(tx.tables<unknown>())
  return new Set(rows.map(({ id }) => id))
}

/**
 * Ids of new rows, in their order. Whether they may be written is decided before: values hold only columns. Empty ones
 * get the column's default.
 */
export async function insertRows(
  tx: Sql,
  shape: ResourceShape,
  rows: readonly Readonly<Record<string, unknown>>[],
  userId: string,
): Promise<string[]> {
  const ids: string[] = []
  const given = rows.map((row, at) => ({ at, values: Object.entries(row).filter(([, value]) => value != null) }))
  for (const alike of Map.groupBy(given, ({ values }) => values.map(([name]) => name).join()).values()) {
    const names = [...alike[0]!.values.map(([name]) => snake(name)), 'create_by', 'update_by']
    const lines = alike.map(({ values }) => {
      const parts = [...values.map(([name, value]) => parameter(shape, name, value)), sql`${userId}`, sql`${userId}`]
      return sql`(${sql.join(parts)})`
    })
    const inserted = await sql<{ id: string }>`insert into ${sql.table(shape.resource.table)}
      (${sql.join(names.map((name) => sql.ref(name)))}) values ${sql.join(lines)}
      returning id ${writeMark(shape)}`.execute(tx.tables<unknown>())
    for (const [n, { id }] of inserted.rows.entries()) ids[alike[n]!.at] = id
  }
  return ids
}

/** False when the row meanwhile has another version. The caller has read it in scope before, under lock. */
export async function updateRow(
  tx: Sql,
  shape: ResourceShape,
  row: { id: string; version: number },
  values: Readonly<Record<string, unknown>>,
  userId: string,
): Promise<boolean> {
  const sets = Object.entries(values).map(
    // A value that was emptied: the column's default, which is null unless the table sets another.
    ([name, value]) => sql`${sql.ref(snake(name))} = ${value === null ? sql`default` : parameter(shape, name, value)}`,
  )
  const { rows } = await sql`update ${sql.table(shape.resource.table)}
    set ${sql.join([...sets, sql`version = version + 1`, sql`update_by = ${userId}`, sql`update_time = now()`])}
    where id = ${row.id} and version = ${row.version} returning id ${writeMark(shape)}`.execute(tx.tables<unknown>())
  return rows.length === 1
}

export async function deleteRows(tx: Sql, shape: ResourceShape, ids: readonly string[], userId: string): Promise<void> {
  const table = sql.table(shape.resource.table)
  const these = sql`where id = any(${ids}::bigint[]) ${writeMark(shape)}`
  const statement = shape.softDelete
    ? sql`update ${table} set deleted = true, version = version + 1, update_by = ${userId}, update_time = now() ${these}`
    : sql`delete from ${table} ${these}`
  await statement.execute(tx.tables<unknown>())
}

/** Rows were read in scope and locked by the same transaction before they are written. */
export function writeMark(shape: ResourceShape): Fragment {
  const { table, scope } = shape.resource
  return isTenantTable(table) || scope === 'device' ? sql.raw('/* scope:locked */') : sql``
}

/** Rows of `t` that the scope sees and that are alive. */
export function visible(shape: ResourceShape, scope: Scope): Fragment {
  return living(shape, reached(shape, scope))
}

function living({ softDelete, only }: ResourceShape, seen: Fragment): Fragment {
  const alive = sql`${softDelete ? sql`not t.deleted` : sql`true`} ${only === undefined ? sql`` : sql.raw(`and (${only})`)}`
  return sql`${seen} and ${alive}`
}

/** Rows of `t` that the scope sees, deleted ones too. */
export function reached({ resource }: ResourceShape, scope: Scope): Fragment {
  if (resource.scope === 'none' || resource.scope === 'platform') return sql`true`
  if (resource.scope === 'self') return sql`t.user_id = ${scope.userId} ${unscopedMark('self')}`
  if (resource.scope !== 'device') return scopePredicate(scope, resource.table as TenantTable, 't')
  const inSight = scopePredicate(scope, 'device', 'd')
  // Whoever sees every device is spared the few deleted ones, instead of being shown the many others one by one; rows without
  // a device are shown to them only.
  if (scope.all) return sql`not exists (select from device as d where d.id = t.device_id and d.deleted and ${inSight})`
  return sql`t.device_id in (select d.id from device as d where not d.deleted and ${inSight})`
}

/**
 * Id, version and the fields of `t`: all of them, or those named, with the names of multiple references next to their
 * ids.
 */
export function columns(shape: ResourceShape, scope: Scope, names?: ReadonlySet<string>): Fragment {
  const list: Fragment[] = [sql`t.id`, sql`${value(shape, scope, 'version')} as version`]
  for (const [name, field] of readableFields(shape)) {
    if (names && !names.has(name)) continue
    const said = field.kind === 'files' ? filesOfRow(shape.resource.name, name) : value(shape, scope, name)
    list.push(sql`${said} as ${sql.ref(name)}`)
    if (field.kind === 'ref') list.push(sql`${refName(shape, scope, name, field.to)} as ${sql.ref(`${name}Name`)}`)
    if (names && field.kind === 'refs')
      list.push(sql`${refNames(shape, scope, name, field.to)} as ${sql.ref(`${name}Names`)}`)
  }
  return sql.join(list)
}

/** The value of a field of the row `t` for the reader. */
/** A field as it is shown: its word in the reader's language, what is computed for it, or its column. */
export function value(shape: ResourceShape, scope: Scope, name: string): Fragment {
  return wordOf(shape, shape.resource.name, name, 't') ?? storedValue(shape, scope, name)
}

function storedValue(shape: ResourceShape, scope: Scope, name: string): Fragment {
  const text = shape.computed[name]
  return text === undefined ? sql.ref(`t.${snake(name)}`) : computedValue(text, shape, scope)
}

/** The word of a field in the reader's language; undefined where that is the stored value. */
export function wordOf(
  shape: ResourceShape,
  resource: string,
  name: string,
  row: string,
  language: Language = shape.language ?? STORED_LANGUAGE,
): Fragment | undefined {
  const worded = shape.words?.get(resource)?.[name]
  if (!worded || language === STORED_LANGUAGE) return undefined
  const stored = sql.ref(`${row}.${snake(name)}`)
  if ('column' in worded) return sql`coalesce(nullif(${sql.ref(`${row}.${worded.column}`)}, ''), ${stored})`
  const code = sql.raw(worded.code.replaceAll('{row}', row))
  return sql`coalesce(${wordsAsJson(worded.words, language)}::jsonb #>> array[${code}, ${stored}], ${stored})`
}

/**
 * In the SQL of a computed field `{scope:device d}` becomes the scope's condition on rows `d` of `device`, and
 * `{word:role.name r}` the name of the role `r` for the reader.
 */
function computedValue(text: string, shape: ResourceShape, scope: Scope): Fragment {
  return sql`(${sql.join(computedPieces(text, shape, scope), sql` `)})`
}

function computedPieces(text: string, shape: ResourceShape, scope: Scope): Fragment[] {
  const parts = text.split(/\{(scope|word):(\w+)(?:\.(\w+))? (\w+)\}/)
  const pieces: Fragment[] = []
  for (let at = 0; at < parts.length; at += 5) {
    pieces.push(sql.raw(parts[at]!))
    const [what, of = '', name = '', row = ''] = parts.slice(at + 1, at + 5)
    if (what === 'scope') pieces.push(scopePredicate(scope, of as TenantTable, row))
    if (what === 'word') pieces.push(wordOf(shape, of, name, row) ?? sql.ref(`${row}.${snake(name)}`))
  }
  return pieces
}

function targetOf(shape: ResourceShape, name: string, to: string): Resource {
  const target = shape.resources.get(to)
  if (!target) throw new Error(`${shape.resource.name}.${name} refers to ${to}, which is not mounted`)
  return target
}

/** The name of a referenced row: it is part of a row in scope, so it needs no scope check of its own. */
function refName(shape: ResourceShape, scope: Scope, name: string, to: string): Fragment {
  const { said, table, mark } = named(shape, name, to)
  return sql`(select ${said} from ${table} as r where r.id = ${value(shape, scope, name)} ${mark})`
}

/** The names of several references in their order; a deleted one shows its id. */
function refNames(shape: ResourceShape, scope: Scope, name: string, to: string): Fragment {
  const { said, table, mark } = named(shape, name, to)
  return sql`(select array_agg(coalesce(${said}, u.id) order by u.at)
    from jsonb_array_elements_text(to_jsonb(${value(shape, scope, name)})) with ordinality as u (id, at) left join ${table} as r on r.id = u.id::bigint ${mark})`
}

/** The names of the rows `r` that a field refers to. */
function named(shape: ResourceShape, name: string, to: string) {
  const target = targetOf(shape, name, to)
  const mark = isTenantTable(target.table) && shape.resource.scope === 'none' ? unscopedMark('reference') : sql``
  const said = wordOf(shape, to, target.display, 'r') ?? sql.ref(`r.${snake(target.display)}`)
  return { said, table: sql.table(target.table), mark }
}

/** The conditions of a search on the rows of `t` in scope. */
export function conditions(
  shape: ResourceShape,
  scope: Scope,
  query: SearchQuery,
  seen: Fragment = reached(shape, scope),
): Fragment {
  const list: Fragment[] = [living(shape, seen)]
  const keyword = query.keyword?.trim()
  const keywordFields = shape.resource.list.keyword ?? []
  if (keyword && keywordFields.length > 0) {
    list.push(
      sql`(${sql.join(
        keywordFields.flatMap((name) => byAccess(shape, scope, name, keyword) ?? anyWord(shape, scope, name, keyword)),
        sql` or `,
      )})`,
    )
  }
  for (const [name, wanted] of Object.entries(query.filters)) {
    const values = [wanted].flat().filter((one) => one !== undefined && one !== '')
    if (values.length === 0) continue
    const bound = boundOf(shape.resource, name)
    if (bound) {
      const left = value(shape, scope, bound.field)
      list.push(bound.end === 'from' ? sql`${left} >= ${wanted}` : sql`${left} <= ${wanted}`)
    } else list.push(filter(shape, scope, name, shape.resource.fields[name]!, values))
  }
  return sql.join(list, sql` and `)
}

/** Searches the stored value and the words of every language: people type the name they know. */
function anyWord(shape: ResourceShape, scope: Scope, name: string, keyword: string): Fragment[] {
  const said = LANGUAGES.flatMap((language) => wordOf(shape, shape.resource.name, name, 't', language) ?? [])
  return [storedValue(shape, scope, name), ...said].map((one) => holds(one, keyword))
}

/** The condition that a field has one of the values. */
function filter(shape: ResourceShape, scope: Scope, name: string, field: Field, wanted: readonly unknown[]): Fragment {
  const left = value(shape, scope, name)
  const known = wanted.flatMap((one) => byAccess(shape, scope, name, one) ?? [])
  if (known.length > 0) return anyOf(known)
  return MATCHES[field.kind](left, wanted, shape, field as never)
}

/** The condition its access names for a field (see FieldAccess). */
function byAccess(shape: ResourceShape, scope: Scope, name: string, wanted: unknown): Fragment | undefined {
  const { equals } = shape.access?.[name] ?? {}
  if (equals === undefined) return undefined
  const text = typeof equals === 'string' ? equals : equals(String(wanted))
  return sql`(${sql.join(
    text.split('{value}').map((piece) => sql.join(computedPieces(piece, shape, scope), sql` `)),
    sql`${wanted}`,
  )})`
}

/** A reference is sorted by the name it shows, which is joined once instead of looked up for every row. */
export function order(shape: ResourceShape, scope: Scope, query: SearchQuery): { join: Fragment; by: Fragment } {
  const fallback = shape.resource.list.sort
  const name = query.sort ?? fallback?.field
  if (name === undefined) return { join: sql``, by: sql`t.id desc` }
  const field = shape.resource.fields[name]!
  const direction = (query.sort ? query.order : fallback?.order) === 'desc' ? sql`desc` : sql`asc`
  // Rows without a value come last, also when sorting by newest.
  const last = field.required ? sql`` : sql`nulls last`
  const joined = shape.access?.[name]?.order
  if (joined)
    return { join: sql.raw(joined.join), by: sql`${sql.raw(joined.by)} ${direction} ${last}, t.id ${direction}` }
  if (field.kind !== 'ref')
    return { join: sql``, by: sql`${value(shape, scope, name)} ${direction} ${last}, t.id ${direction}` }
  const target = targetOf(shape, name, field.to)
  return {
    join: sql`left join ${sql.table(target.table)} as o on o.id = ${value(shape, scope, name)}`,
    by: sql`${wordOf(shape, target.name, target.display, 'o') ?? sql.ref(`o.${snake(target.display)}`)} ${direction} ${last}, t.id ${direction}`,
  }
}

/** A value in the form its column takes. */
export function parameter(shape: ResourceShape, name: string, given: unknown): Fragment {
  const field = shape.resource.fields[name]
  if (field?.kind === 'json' && isOwnColumn(shape, name)) return sql`${JSON.stringify(given)}::jsonb`
  return sql`${given}`
}
