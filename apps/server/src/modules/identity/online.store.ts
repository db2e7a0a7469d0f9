import type { OnlineSession, onlineSessionPage, OutputOf } from '@sluice/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../platform/db.ts'
import { scopePredicate } from '../../platform/scoped.ts'
import type { Session } from '../../platform/session.ts'

type Query = z.output<(typeof onlineSessionPage)['input']>

/** Sign-ins that are not over at `now`, of users in sight. `idleSince`: not seen since then is over. */
export async function pageOnline(
  db: Sql,
  session: Session,
  { page, limit, keyword }: Query,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<OutputOf<typeof onlineSessionPage>> {
  const pattern = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null
  const from = sql`from login_session s join sys_user u on u.id = s.user_id left join dept d on d.id = u.dept_id
    where not u.deleted and u.status = 'NORMAL' and s.expire_time > ${now} and s.last_seen_time > ${idleSince}
      and ${scopePredicate(session.scope, 'sys_user', 'u')}
      ${pattern ? sql`and (u.username ilike ${pattern} or u.nick_name ilike ${pattern} or s.ip ilike ${pattern})` : sql``}`
  const counted = await sql<{ total: string }>`select count(*) as total ${from}`.execute(db.tables<unknown>())
  const { rows } = await sql<OnlineSession>`
    select s.id, u.username, u.nick_name as "nickName", coalesce(d.name, '') as "deptName",
      s.platform, s.ip, s.user_agent as "userAgent", s.create_time as "createTime",
      s.last_seen_time as "lastSeenTime", s.id = ${session.id} as own
    ${from} order by s.last_seen_time desc, s.id limit ${limit} offset ${(page - 1) * limit}`.execute(
    db.tables<unknown>(),
  )
  return { list: rows, total: Number(counted.rows[0]?.total ?? 0), page, limit }
}

export interface SeenSession {
  id: string
  userId: string
  username: string
  deptId: string
  ip: string
}

/** A sign-in of a user in sight. */
export async function readOnline(db: Sql, session: Session, id: string): Promise<SeenSession | undefined> {
  const { rows } = await sql<SeenSession>`
    select s.id, s.user_id::text as "userId", u.username, u.dept_id::text as "deptId", s.ip
    from login_session s join sys_user u on u.id = s.user_id
    where s.id = ${id} and not u.deleted and ${scopePredicate(session.scope, 'sys_user', 'u')}`.execute(
    db.tables<unknown>(),
  )
  return rows[0]
}
