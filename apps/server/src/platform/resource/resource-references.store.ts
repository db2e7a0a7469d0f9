import type { Dependents } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Sql } from '../db/db.ts'
import type { Scope } from '../http/session.ts'
import { camel, type ResourceShape } from './resource-shape.ts'
import { namesOf } from './resource-stream.store.ts'
import { unscopedText } from './scoped.ts'

/** A column of another table that points at rows of this one. */
export interface Reference {
  table: string
  column: string
  /** Rows that are marked deleted there do not count. */
  softDelete: boolean
  /** Set for lines of a document; those of a deleted one do not count. */
  of?: LinesPart
}

/** The document that the rows of a table are lines of. */
export interface LinesPart {
  column: string
  table: string
  softDelete: boolean
}

/**
 * Reads from the schema which tables refer to the ids of a table. A foreign key that cascades is a part of the row, not
 * a reference; one to another column is its module's to look at.
 */
export async function referencesTo(
  db: Sql,
  table: string,
  parts: ReadonlyMap<string, LinesPart> = new Map(),
): Promise<Reference[]> {
  const { rows } = await db.query<{ table: string; column: string; soft_delete: boolean }>(
    `select c.conrelid::regclass::text as table, a.attname as column,
       exists (select 1 from pg_attribute d
         where d.attrelid = c.conrelid and d.attname = 'deleted' and not d.attisdropped) as soft_delete
     from pg_constraint c
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1] and k.attname = 'id'
     where c.contype = 'f' and c.confrelid = $1::regclass and c.confdeltype in ('a', 'r') and c.conparentid = 0
     order by 1, 2`,
    [table],
  )
  return rows.map((row) => ({
    table: row.table,
    column: row.column,
    softDelete: row.soft_delete,
    ...alive(parts.get(row.table)),
  }))
}

function alive(part: LinesPart | undefined): { of?: LinesPart } {
  return part?.softDelete ? { of: part } : {}
}

/** What is to be deleted, and how those who refer to it are named. */
export interface Deleted {
  resource: string
  table: string
  parent: string | undefined
  ids: readonly string[]
  shapes: readonly ResourceShape[]
  scope: Scope
}

/** Rows that are looked up by name when they stop a deletion; the first few of them are told. */
const LOOKED_AT = 1000
const TOLD = 3

/**
 * Refuses to delete rows that are referred to, across tenants: a row the session does not see still counts (domain
 * 0.3), and is not named.
 * @throws AppError `has-children` when the table refers to itself through `parent`, else `in-use`; with the dependents.
 */
export async function refuseWhenReferenced(tx: Sql, references: readonly Reference[], own: Deleted): Promise<void> {
  const found: { reference: Reference; isTree: boolean }[] = []
  for (const reference of references) {
    const { rows } = await tx.query(
      `select 1 from ${reference.table} where ${stillRefers(reference, own)} limit 1 ${unscopedText('in-use')}`,
      [own.ids],
    )
    if (rows.length > 0)
      found.push({ reference, isTree: reference.table === own.table && reference.column === own.parent })
  }
  const [first] = found
  if (!first) return
  const dependents: Dependents[] = []
  for (const { reference } of found) dependents.push(...(await dependentsBy(tx, reference, own)))
  throw new AppError(first.isTree ? 'has-children' : 'in-use', { by: first.reference.table, dependents })
}

function stillRefers({ table, column, softDelete, of }: Reference, own: Deleted): string {
  // Rows that are deleted in the same call do not block each other.
  const others = table === own.table ? 'and not id = any($1::bigint[])' : ''
  const document = of
    ? `and exists (select 1 from ${of.table} as d where d.id = ${table}.${of.column} and not d.deleted)`
    : ''
  return `${column} = any($1::bigint[]) ${softDelete ? 'and not deleted' : ''} ${others} ${document}`
}

/** The rows behind a reference by name, as far as the session sees them; nothing where they are no rows of a resource. */
async function dependentsBy(tx: Sql, reference: Reference, own: Deleted): Promise<Dependents[]> {
  const name = camel(reference.column)
  const shape = own.shapes.find(({ resource: { table, fields }, only }) => {
    const field = fields[name]
    return table === reference.table && only === undefined && field?.kind === 'ref' && field.to === own.resource
  })
  if (!shape) return []
  const { rows } = await tx.query<{ id: string }>(
    `select id::text from ${reference.table} where ${stillRefers(reference, own)}
     order by id limit ${LOOKED_AT + 1} ${unscopedText('in-use')}`,
    [own.ids],
  )
  const ids = rows.slice(0, LOOKED_AT).map(({ id }) => id)
  const names = await namesOf(tx, shape, own.scope, ids)
  return [
    {
      resource: shape.resource.name,
      field: name,
      count: names.size,
      more: rows.length > LOOKED_AT,
      hidden: names.size < ids.length,
      names: ids.flatMap((id) => names.get(id) ?? []).slice(0, TOLD),
    },
  ]
}
