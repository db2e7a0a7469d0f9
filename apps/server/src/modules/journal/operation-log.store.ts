import type { OperationLine, operationLogGet, operationLogPage, OutputOf } from '@sluice/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../platform/db.ts'
import { scopePredicate, unscopedText } from '../../platform/scoped.ts'
import type { Scope } from '../../platform/session.ts'
import { containing } from './like.ts'

type Query = z.output<(typeof operationLogPage)['input']>

/** The lines with the department their actor belongs to now: who sees him sees what he did. */
const LINES = sql`(select o.*, u.dept_id as actor_dept from oper_log o left join sys_user u on u.id = o.user_id)`

function inSight(scope: Scope) {
  return sql`from (select x.id, x.ts, x.user_id, x.username, x.actor_dept as dept_id, x.action, x.target_ids, x.before,
      x.after, x.ip, x.trace_id from ${LINES} x) l
    left join dept d on d.id = l.dept_id where ${scopePredicate(scope, 'oper_log', 'l')}`
}

const COLUMNS = sql`l.id::text as id, l.ts, l.username, d.name as "deptName", l.action, l.target_ids as "targetIds", l.ip,
  l.trace_id as "traceId"`

function conditionsOf({ startTime, endTime, username, area, verb, keyword }: Query) {
  const conditions = [
    ...(startTime === undefined ? [] : [sql`l.ts >= ${startTime}::timestamptz`]),
    ...(endTime === undefined ? [] : [sql`l.ts <= ${endTime}::timestamptz`]),
    ...(username ? [sql`l.username ilike ${containing(username)}`] : []),
    ...(area ? [sql`split_part(l.action, '.', 1) = ${area}`] : []),
    ...(verb ? [sql`split_part(l.action, '.', 2) = ${verb}`] : []),
    ...(keyword ? [sql`(l.trace_id = ${keyword} or ${keyword} = any(l.target_ids))`] : []),
  ]
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}

export async function pageOperations(db: Sql, scope: Scope, query: Query): Promise<OutputOf<typeof operationLogPage>> {
  const { page, limit } = query
  const from = sql`${inSight(scope)} ${conditionsOf(query)}`
  const counted = await sql<{ total: string }>`select count(*) as total ${from}`.execute(db.tables<unknown>())
  const { rows } = await sql<OperationLine>`select ${COLUMNS} ${from}
    order by l.ts desc, l.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db.tables<unknown>())
  return { list: rows, total: Number(counted.rows[0]?.total ?? 0), page, limit }
}

export async function readOperation(
  db: Sql,
  scope: Scope,
  id: string,
): Promise<OutputOf<typeof operationLogGet> | undefined> {
  const { rows } = await sql<OutputOf<typeof operationLogGet>>`select ${COLUMNS}, l.before, l.after
    ${inSight(scope)} and l.id = ${id}`.execute(db.tables<unknown>())
  return rows[0]
}

export async function actionsInSight(db: Sql, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select distinct l.action ${inSight(scope)} order by 1`.execute(
    db.tables<unknown>(),
  )
  return rows.map(({ action }) => action)
}

export async function hasLinesBefore(db: Sql, before: Date): Promise<boolean> {
  const { rows } = await db.query(`select 1 from oper_log where ts < $1 limit 1 ${unscopedText('job')}`, [before])
  return rows.length > 0
}
