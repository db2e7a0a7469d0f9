import type { LoginLine, loginLogPage, OutputOf } from '@sluice/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../platform/db.ts'
import { scopePredicate, unscopedText } from '../../platform/scoped.ts'
import type { Scope } from '../../platform/session.ts'
import { containing } from './like.ts'

type Query = z.output<(typeof loginLogPage)['input']>

function conditionsOf({ startTime, endTime, username, ip, action, outcome }: Query) {
  const conditions = [
    ...(startTime === undefined ? [] : [sql`l.ts >= ${startTime}::timestamptz`]),
    ...(endTime === undefined ? [] : [sql`l.ts <= ${endTime}::timestamptz`]),
    ...(username ? [sql`l.username ilike ${containing(username)}`] : []),
    ...(ip ? [sql`l.ip ilike ${containing(ip)}`] : []),
    ...(action === undefined ? [] : [sql`l.action = ${action}`]),
    ...(outcome === undefined ? [] : [outcome === 'SUCCESS' ? sql`l.result = 'OK'` : sql`l.result <> 'OK'`]),
  ]
  return conditions.length === 0 ? sql`` : sql`and ${sql.join(conditions, sql` and `)}`
}

export async function pageLogins(db: Sql, scope: Scope, query: Query): Promise<OutputOf<typeof loginLogPage>> {
  const { page, limit } = query
  const from = sql`from login_log l left join dept d on d.id = l.dept_id
    where ${scopePredicate(scope, 'login_log', 'l')} ${conditionsOf(query)}`
  const counted = await sql<{ total: string }>`select count(*) as total ${from}`.execute(db.tables<unknown>())
  const { rows } = await sql<LoginLine>`
    select l.id::text as id, l.ts, l.username, d.name as "deptName", l.action, l.result, l.platform, l.ip,
      l.user_agent as "userAgent"
    ${from} order by l.ts desc, l.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db.tables<unknown>())
  return { list: rows, total: Number(counted.rows[0]?.total ?? 0), page, limit }
}

export async function deleteLoginsBefore(db: Sql, before: Date): Promise<void> {
  await db.query(`delete from login_log where ts < $1 ${unscopedText('job')}`, [before])
}
