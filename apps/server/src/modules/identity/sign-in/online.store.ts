import type { OnlineSession, SessionColumn } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'

export interface OnlineSearch {
  keyword?: string | undefined
  sort?: SessionColumn | undefined
  order?: 'asc' | 'desc' | undefined
  /** Only these of them. */
  ids?: readonly string[] | undefined
}

/** At `now`; not seen since `idleSince` is over. */
export interface OnlineAt {
  now: Date
  idleSince: Date
}

const SORTED: Readonly<Record<SessionColumn, RawBuilder<unknown>>> = {
  nickName: sql`u.nick_name`,
  deptName: sql`d.name`,
  ip: sql`s.ip`,
  userAgent: sql`s.user_agent`,
  createTime: sql`s.create_time`,
  lastSeenTime: sql`s.last_seen_time`,
}

/** Open sessions of users in scope. */
function found(session: Session, { keyword, ids }: OnlineSearch, { now, idleSince }: OnlineAt): RawBuilder<unknown> {
  const pattern = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null
  return sql`from login_session s join sys_user u on u.id = s.user_id left join dept d on d.id = u.dept_id
    where not u.deleted and u.status = 'NORMAL' and s.expire_time > ${now} and s.last_seen_time > ${idleSince}
      and ${scopePredicate(session.scope, 'sys_user', 'u')} ${ids ? sql`and s.id = any(${ids})` : sql``}
      ${pattern ? sql`and (u.username ilike ${pattern} or u.nick_name ilike ${pattern} or s.ip ilike ${pattern})` : sql``}`
}

export async function countOnline(db: Sql, session: Session, search: OnlineSearch, at: OnlineAt): Promise<number> {
  const { rows } = await sql<{ total: string }>`select count(*) as total ${found(session, search, at)}`.execute(
    db.tables<unknown>(),
  )
  return Number(rows[0]?.total ?? 0)
}

/** Last seen first unless the search says otherwise; all of them without `part`. */
export async function readOnlineList(
  db: Sql,
  session: Session,
  search: OnlineSearch,
  at: OnlineAt,
  part?: { limit: number; offset: number },
): Promise<OnlineSession[]> {
  const by = SORTED[search.sort ?? 'lastSeenTime']
  const direction = (search.sort ? search.order : 'desc') === 'desc' ? sql`desc` : sql`asc`
  const { rows } = await sql<OnlineSession>`
    select s.id, u.username, u.nick_name as "nickName", coalesce(d.name, '') as "deptName",
      s.platform, s.ip, s.user_agent as "userAgent", s.create_time as "createTime",
      s.last_seen_time as "lastSeenTime", s.id = ${session.id} as own
    ${found(session, search, at)} order by ${by} ${direction}, s.id
    ${part ? sql`limit ${part.limit} offset ${part.offset}` : sql``}`.execute(db.tables<unknown>())
  return rows
}

export interface SeenSession {
  id: string
  userId: string
  username: string
  deptId: string
  ip: string
}

/** A session of a user in scope. */
export async function readOnline(db: Sql, session: Session, id: string): Promise<SeenSession | undefined> {
  const { rows } = await sql<SeenSession>`
    select s.id, s.user_id::text as "userId", u.username, u.dept_id::text as "deptId", s.ip
    from login_session s join sys_user u on u.id = s.user_id
    where s.id = ${id} and not u.deleted and ${scopePredicate(session.scope, 'sys_user', 'u')}`.execute(
    db.tables<unknown>(),
  )
  return rows[0]
}
