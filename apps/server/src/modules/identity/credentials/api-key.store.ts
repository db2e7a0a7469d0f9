import { createHash } from 'node:crypto'
import type { ApiKey, ownApiKeyResource } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { rowId, scoped, unscopedText } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'
import { isDeptOff } from '../people/department.store.ts'
import type { Computed } from '../../../platform/resource/resource-change.ts'

const STATE = `case when k.revoke_time is not null then 'REVOKED' when k.expire_time <= now() then 'EXPIRED'
  else 'ACTIVE' end`

/** Fields of the resource that are no column. */
export const apiKeyComputed: Computed<typeof ownApiKeyResource> = { state: STATE.replaceAll('k.', 't.') }

export interface NewKey {
  userId: string
  deptId: string
  name: string
  prefix: string
  hash: Buffer
  scopes: readonly string[]
  expires: Date
  makerId: string
  now: Date
}

export async function insertKey(tx: Sql, key: NewKey): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into api_key (user_id, dept_id, name, prefix, hash, scopes, expire_time, create_by, create_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id ${unscopedText('self')}`,
    [key.userId, key.deptId, key.name, key.prefix, key.hash, key.scopes, key.expires, key.makerId, key.now],
  )
  return rows[0]!.id
}

/**
 * How many keys are valid now, of this user and in all. Holds a lock until the transaction ends, so that no other key
 * is added after the count: keys are created rarely.
 */
export async function countKeysAlone(tx: Sql, userId: string, now: Date): Promise<{ user: number; all: number }> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('api_key', 0))")
  const { rows } = await tx.query<{ user: number; all: number }>(
    `select count(*) filter (where user_id = $1)::int as user, count(*)::int as all
     from api_key where revoke_time is null and expire_time > $2 and not deleted ${unscopedText('self')}`,
    [userId, now],
  )
  return rows[0]!
}

/** A key with the present state of its user and its maker. Times are Unix ms. */
export interface StoredKey {
  id: string
  name: string
  hash: Buffer
  scopes: string[]
  expiresAt: number
  lastUsedAt: number | null
  user: KeyPerson & { username: string; nickName: string }
  maker: KeyPerson
}

interface KeyPerson {
  id: string
  deptId: string
}

interface KeyRow extends Record<string, unknown> {
  id: string
  name: string
  hash: Buffer
  scopes: string[]
  expire_time: string
  last_used_time: string | null
  user_id: string
  dept_id: string
  username: string
  nick_name: string
  maker_id: string
  maker_dept_id: string
}

/** Null when there is none, when it is over or revoked, or when its user or its maker, or the department of one, is no longer let in. */
export async function readKeyByPrefix(db: Sql, prefix: string, now: Date): Promise<StoredKey | null> {
  const { rows } = await db.query<KeyRow>(
    `select k.id, k.name, k.hash, k.scopes, k.expire_time, k.last_used_time, u.id as user_id, u.dept_id, u.username,
       u.nick_name, m.id as maker_id, m.dept_id as maker_dept_id
     from api_key k join sys_user u on u.id = k.user_id join sys_user m on m.id = k.create_by
     where k.prefix = $1 and k.revoke_time is null and k.expire_time > $2 and not k.deleted
       and not u.deleted and u.status = 'NORMAL' and not m.deleted and m.status = 'NORMAL'
       and not ${isDeptOff('u.dept_id')} and not ${isDeptOff('m.dept_id')} ${unscopedText('session')}`,
    [prefix, now],
  )
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    name: row.name,
    hash: row.hash,
    scopes: row.scopes,
    expiresAt: Date.parse(row.expire_time),
    lastUsedAt: row.last_used_time === null ? null : Date.parse(row.last_used_time),
    user: {
      id: row.user_id,
      deptId: row.dept_id,
      username: row.username,
      nickName: row.nick_name,
    },
    maker: { id: row.maker_id, deptId: row.maker_dept_id },
  }
}

/** Only forward: several processes may see the same key. */
export async function touchKey(db: Sql, id: string, at: Date, ip: string): Promise<void> {
  await db.query(
    `update api_key set last_used_time = greatest(last_used_time, $2), last_used_ip = $3
     where id = $1 ${unscopedText('session')}`,
    [id, at, ip],
  )
}

export async function readOwnKeys(db: Sql, userId: string): Promise<ApiKey[]> {
  const { rows } = await db.query<ApiKey & Record<string, unknown>>(
    `select k.id, k.name, k.prefix, k.scopes, ${STATE} as state, k.create_time as "createTime",
       k.expire_time as "expireTime", k.last_used_time as "lastUsedTime", k.last_used_ip as "lastUsedIp"
     from api_key k where k.user_id = $1 and not k.deleted order by k.id desc ${unscopedText('self')}`,
    [userId],
  )
  return rows
}

export interface SeenKey {
  id: string
  userId: string
  deptId: string
  name: string
}

interface Tables {
  apiKey: SeenKey & { deleted: boolean }
}

/** A key of a user the session sees. */
export async function readSeenKey(db: Sql, session: Session, id: string): Promise<SeenKey | undefined> {
  return scoped(db.tables<Tables>(), session)
    .selectFrom('apiKey')
    .select(['id', 'userId', 'deptId', 'name'])
    .where('id', '=', rowId(id))
    .where('deleted', '=', false)
    .executeTakeFirst()
}

/** False when it was already revoked. With `ownerId`, only a key of that user is revoked. */
export async function revokeKey(tx: Sql, id: string, ownerId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update api_key set revoke_time = $3, update_time = $3, version = version + 1
     where id = $1 and user_id = $2 and revoke_time is null ${unscopedText('self')}`,
    [rowId(id), ownerId, now],
  )
  return rowCount === 1
}

/** The stored form of a key: it has 256 random bits, so a plain hash is enough. */
export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}
