import { sessionResource } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { tellRowsOf } from '../../../platform/resource/changed-rows.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import { isDeptOff } from '../people/department.store.ts'
import { MUST_ENROL } from '../credentials/totp.store.ts'

/** A sign-in with the user behind it. Times are ISO. */
export interface SignIn {
  id: string
  userId: string
  username: string
  nickName: string
  deptId: string
  mustChangePassword: boolean
  mustEnrol: boolean
  lastSeenTime: string
  expireTime: string
}

interface SignInRow {
  id: string
  user_id: string
  username: string
  nick_name: string
  dept_id: string
  must_change_password: boolean
  must_enrol: boolean
  last_seen_time: string
  expire_time: string
  [column: string]: unknown
}

/** Null when it ended, or when its user or the user's department was deleted or switched off. */
export async function readSignIn(db: Sql, id: string): Promise<SignIn | null> {
  const { rows } = await db.query<SignInRow>(
    // The demo fleet's sign-in (only the server itself opens one) was made without the password that is to be changed.
    `select s.id, s.user_id, u.username, u.nick_name, u.dept_id, s.last_seen_time, s.expire_time,
       u.must_change_password and s.platform <> 'demo' as must_change_password,
       s.platform <> 'demo' and ${MUST_ENROL} as must_enrol
     from login_session s join sys_user u on u.id = s.user_id
     where s.id = $1 and not u.deleted and u.status = 'NORMAL' and not ${isDeptOff('u.dept_id')} ${unscopedText('session')}`,
    [id],
  )
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    userId: row.user_id,
    username: row.username,
    nickName: row.nick_name,
    deptId: row.dept_id,
    mustChangePassword: row.must_change_password,
    mustEnrol: row.must_enrol,
    lastSeenTime: row.last_seen_time,
    expireTime: row.expire_time,
  }
}

export async function insertSignIn(
  tx: Sql,
  row: { id: string; userId: string; platform: string; ip: string; userAgent: string; now: Date; expires: Date },
): Promise<void> {
  const { rows } = await tx.query<Written>(
    `insert into login_session (id, user_id, platform, ip, user_agent, create_time, last_seen_time, expire_time)
     values ($1, $2, $3, $4, $5, $6, $6, $7) returning ${WRITTEN}`,
    [row.id, row.userId, row.platform, row.ip, row.userAgent, row.now, row.expires],
  )
  await told(tx, rows)
}

/** A sign-in that began or ended, with the department of its user. */
interface Written extends Record<string, unknown> {
  id: string
  dept: string
}

const WRITTEN = `id, (select u.dept_id from sys_user u where u.id = user_id) as dept ${unscopedText('session')}`

/** Tells the list of who is online; returns the ids. */
async function told(tx: Sql, rows: readonly Written[]): Promise<string[]> {
  if (rows.length > 0)
    await tellRowsOf(
      tx,
      sessionResource,
      rows.map(({ dept }) => dept),
    )
  return rows.map(({ id }) => id)
}

/** Only forward: several processes may see the same session. */
export async function touchSignIn(db: Sql, id: string, seen: Date): Promise<void> {
  await db.query('update login_session set last_seen_time = greatest(last_seen_time, $2) where id = $1', [id, seen])
}

export async function deleteSignIn(tx: Sql, id: string): Promise<void> {
  const { rows } = await tx.query<Written>(`delete from login_session where id = $1 returning ${WRITTEN}`, [id])
  await told(tx, rows)
}

/** Returns the ids that ended. */
export async function deleteSignInsOf(tx: Sql, userId: string, exceptId: string | null): Promise<string[]> {
  const { rows } = await tx.query<Written>(
    `delete from login_session where user_id = $1 and id is distinct from $2 returning ${WRITTEN}`,
    [userId, exceptId],
  )
  return told(tx, rows)
}

/** For all users whose department is disabled. Returns the ids that ended. */
export async function deleteSignInsOfOff(tx: Sql): Promise<string[]> {
  const { rows } = await tx.query<Written>(
    `delete from login_session s using sys_user u
     where u.id = s.user_id and ${isDeptOff('u.dept_id')} returning s.id, u.dept_id as dept ${unscopedText('session')}`,
  )
  return told(tx, rows)
}

/** `latest`: seen later than that was seen by a clock that was ahead. */
export async function deleteOverdueSignIns(tx: Sql, now: Date, idleSince: Date, latest: Date): Promise<string[]> {
  const { rows } = await tx.query<Written>(
    `delete from login_session where expire_time <= $1 or last_seen_time <= $2 or last_seen_time >= $3
     returning ${WRITTEN}`,
    [now, idleSince, latest],
  )
  return told(tx, rows)
}

/** A key of this installation, made when it is first asked for. Two processes that start together agree on one. */
export async function readSecret(db: Sql, name: string, fresh: Buffer): Promise<Buffer> {
  await db.query('insert into server_secret (name, value) values ($1, $2) on conflict (name) do nothing', [name, fresh])
  const { rows } = await db.query<{ value: Buffer }>('select value from server_secret where name = $1', [name])
  return rows[0]!.value
}
