import type { TimelineLine } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../db/db.ts'
import { unscopedMark } from '../scoped.ts'

/** A line of the operation log as stored: about several rows when one call changed them. */
export interface LoggedLine extends Omit<TimelineLine, 'before' | 'after'> {
  targetIds: readonly string[]
  before: unknown
  after: unknown
}

/**
 * A page of the lines about one row, newest first, and their total. Each line holds the rows it is about (`target_ids`,
 * which has an index) and their kind (`action`). The caller has been checked to see the row.
 */
export async function pageOfLines(
  db: Sql,
  resource: string,
  id: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ lines: LoggedLine[]; total: number }> {
  const builder = db.tables<unknown>()
  const mine = sql`o.target_ids @> array[${id}]::text[] and split_part(o.action, '.', 1) = ${resource} ${unscopedMark('audit')}`
  const [lines, counted] = await Promise.all([
    sql<LoggedLine>`select o.id::text as id, o.ts, o.username, o.api_key_name as "apiKeyName", o.action,
        o.target_ids as "targetIds", o.before, o.after
      from oper_log o where ${mine} order by o.ts desc, o.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
      builder,
    ),
    sql<{ total: string }>`select count(*) as total from oper_log o where ${mine}`.execute(builder),
  ])
  return { lines: lines.rows, total: Number(counted.rows[0]?.total ?? 0) }
}
