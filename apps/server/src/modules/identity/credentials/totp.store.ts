import type { Connection, Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

export interface StoredTotp {
  secret: Buffer
  /** Null until its first code came. ISO time. */
  confirmTime: string | null
  lastStep: number
}

export async function readTotp(db: Sql, userId: string): Promise<StoredTotp | null> {
  const { rows } = await db.query<{ secret: Buffer; confirm_time: string | null; last_step: string }>(
    'select secret, confirm_time, last_step from user_totp where user_id = $1',
    [userId],
  )
  const row = rows[0]
  return row ? { secret: row.secret, confirmTime: row.confirm_time, lastStep: Number(row.last_step) } : null
}

/** A secret waiting for its first code; one in force is never written over. */
export async function savePendingTotp(db: Sql, userId: string, secret: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into user_totp (user_id, secret, create_time) values ($1, $2, $3)
     on conflict (user_id) do update set secret = excluded.secret, create_time = excluded.create_time, last_step = 0
       where user_totp.confirm_time is null`,
    [userId, secret, now],
  )
  return rowCount === 1
}

/** Uses up a step, once: of two calls with the same code one gets false. */
export async function takeStep(db: Sql, userId: string, step: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'update user_totp set last_step = $2 where user_id = $1 and last_step < $2 and confirm_time is not null',
    [userId, step],
  )
  return rowCount === 1
}

export async function confirmSecret(tx: Sql, userId: string, step: number, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update user_totp set confirm_time = $3, last_step = $2 where user_id = $1 and confirm_time is null',
    [userId, step, now],
  )
  return rowCount === 1
}

/** True when there was one in force. */
export async function deleteTotp(tx: Sql, userId: string): Promise<boolean> {
  await tx.query('delete from user_recovery_code where user_id = $1', [userId])
  const { rows } = await tx.query<{ on: boolean }>(
    'delete from user_totp where user_id = $1 returning confirm_time is not null as on',
    [userId],
  )
  return rows[0]?.on ?? false
}

export async function replaceRecoveryCodes(tx: Connection, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await tx.query('delete from user_recovery_code where user_id = $1', [userId])
  await tx.query('insert into user_recovery_code (user_id, hash) select $1, unnest($2::bytea[])', [userId, hashes])
}

/** True when it was there and unused; it is used now. */
export async function takeRecoveryCode(db: Sql, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    'update user_recovery_code set used_time = $3 where user_id = $1 and hash = $2 and used_time is null',
    [userId, hash, now],
  )
  return rowCount === 1
}

export async function countRecoveryCodes(db: Sql, userId: string): Promise<number> {
  const { rows } = await db.query<{ n: string }>(
    'select count(*) as n from user_recovery_code where user_id = $1 and used_time is null',
    [userId],
  )
  return Number(rows[0]!.n)
}

/**
 * Whether a department above the user or one of their enabled roles requires a second factor. `u` is the user's alias.
 */
const REQUIRES_TOTP = `(exists (select 1 from dept d join dept a on a.id = d.id or a.id = any(d.ancestors)
    where d.id = u.dept_id and a.require_totp and not a.deleted)
  or exists (select 1 from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = u.id and r.require_totp and not r.deleted and r.status = 'NORMAL'))`

/** The same, and the user has no second factor in force. */
export const MUST_ENROL = `(${REQUIRES_TOTP} and not exists (select 1 from user_totp f
  where f.user_id = u.id and f.confirm_time is not null))`

export async function readRequiresTotp(db: Sql, userId: string): Promise<boolean> {
  const { rows } = await db.query<{ required: boolean }>(
    `select ${REQUIRES_TOTP} as required from sys_user u where u.id = $1 ${unscopedText('self')}`,
    [userId],
  )
  return rows[0]?.required ?? false
}

/** Whether anybody signs in with a second factor at all. */
export async function isTotpInUse(db: Sql): Promise<boolean> {
  const { rows } = await db.query('select 1 from user_totp where confirm_time is not null limit 1')
  return rows.length > 0
}

export interface PendingSignIn {
  userId: string | null
  username: string
  attemptAt: number
}

export async function insertPending(db: Sql, id: string, pending: PendingSignIn, expires: Date): Promise<void> {
  await db.query(
    'insert into login_pending (id, user_id, username, attempt_at, expire_time) values ($1, $2, $3, $4, $5)',
    [id, pending.userId, pending.username, pending.attemptAt, expires],
  )
}

/** Counts a try; null when it is over or was tried too often. */
export async function tryPending(db: Sql, id: string, now: Date, maxTries: number): Promise<PendingSignIn | null> {
  const { rows } = await db.query<{ user_id: string | null; username: string; attempt_at: string }>(
    `update login_pending set tries = tries + 1 where id = $1 and expire_time > $2 and tries < $3
     returning user_id, username, attempt_at`,
    [id, now, maxTries],
  )
  const row = rows[0]
  return row ? { userId: row.user_id, username: row.username, attemptAt: Number(row.attempt_at) } : null
}

/** False when another call was faster: one sign-in opens once. */
export async function endPending(db: Sql, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from login_pending where id = $1', [id])
  return rowCount === 1
}

/** For a user whose password or second factor changed. */
export async function endPendingOf(db: Sql, userId: string): Promise<void> {
  await db.query('delete from login_pending where user_id = $1', [userId])
}

export async function sweepPending(db: Sql, now: Date): Promise<void> {
  await db.query('delete from login_pending where expire_time <= $1', [now])
}
