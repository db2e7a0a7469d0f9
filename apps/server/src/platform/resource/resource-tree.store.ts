import { AppError } from '@sluice/kit'
import { sql } from 'kysely'
import type { Sql } from '../db/db.ts'
import { type ResourceShape, snake } from './resource-shape.ts'
import { isRowId, unscopedMark } from './scoped.ts'
import { isTenantTable } from './tenant-tables.ts'

/** Levels of a tree at most. */
const DEEPEST = 20
/** The level at which a walk over a tree ends in any case. */
const FAR = 1000

type Values = Readonly<Record<string, unknown>>

/**
 * Serializes moves within a tree, from before the row is locked: two concurrent moves could make a cycle, or wait for
 * each other's rows.
 */
export async function lockTree(tx: Sql, { resource }: ResourceShape, values: Values): Promise<void> {
  if (!resource.tree || values[resource.tree.parent] === undefined) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`tree.${resource.table}`}, 0))`.execute(
    tx.tables<unknown>(),
  )
}

/**
 * A row cannot be placed below itself or its descendants, or deeper than a tree may be.
 * @throws AppError `parent-is-descendant` or `too-deep`
 */
export async function checkTree(tx: Sql, shape: ResourceShape, id: string | null, values: Values): Promise<void> {
  const { tree, table } = shape.resource
  const wanted = tree && values[tree.parent]
  if (!tree || !isRowId(wanted)) return
  const [rows, parent] = [sql.table(table), sql.ref(snake(tree.parent))]
  const alive = shape.softDelete ? sql`and not t.deleted` : sql``
  const mark = isTenantTable(table) ? unscopedMark('tree') : sql``
  const found = await sql<{ circle: boolean; levels: number }>`with recursive up as (
      select t.id, t.${parent} as parent, 1 as level from ${rows} as t where t.id = ${wanted} union all
      select t.id, t.${parent}, up.level + 1 from ${rows} as t join up on t.id = up.parent where up.level < ${FAR}),
    down as (
      select ${id}::bigint as id, 1 as level union all
      select t.id, down.level + 1 from ${rows} as t join down on t.${parent} = down.id
      where down.level < ${FAR} ${alive})
    select exists (select 1 from up where up.id = ${id}::bigint) as circle,
      (select max(level) from up) + (select max(level) from down) as levels ${mark}`.execute(tx.tables<unknown>())
  const { circle, levels } = found.rows[0]!
  if (circle) throw new AppError('parent-is-descendant')
  if (levels > DEEPEST) throw new AppError('too-deep', { most: DEEPEST })
}
