import { AppError } from '@sluice/kit'
import type { Sql } from '../db/db.ts'
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
 * Reads from the schema which tables refer to a table. A foreign key that cascades is a part of the row, not a
 * reference.
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

/**
 * Refuses to delete rows that are referred to, across tenants: a row the session does not see still counts (domain
 * 0.3).
 * @throws AppError `has-children` when the table refers to itself through `parent`, else `in-use`.
 */
export async function refuseWhenReferenced(
  tx: Sql,
  references: readonly Reference[],
  own: { table: string; parent: string | undefined },
  ids: readonly string[],
): Promise<void> {
  for (const { table, column, softDelete, of } of references) {
    const isTree = table === own.table && column === own.parent
    // Rows that are deleted in the same call do not block each other.
    const others = table === own.table ? 'and not id = any($1::bigint[])' : ''
    const document = of
      ? `and exists (select 1 from ${of.table} as d where d.id = ${table}.${of.column} and not d.deleted)`
      : ''
    const { rows } = await tx.query(
      `select 1 from ${table} where ${column} = any($1::bigint[]) ${softDelete ? 'and not deleted' : ''} ${others} ${document}
       limit 1 ${unscopedText('in-use')}`,
      [ids],
    )
    if (rows.length > 0) throw new AppError(isTree ? 'has-children' : 'in-use', { by: table })
  }
}
