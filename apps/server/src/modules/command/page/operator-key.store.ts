import { createHash } from 'node:crypto'
import { operatorKeyResource } from '@sluice/contract'
import { sql } from 'kysely'
import { tellRowsOf } from '../../../platform/resource/changed-rows.ts'
import type { Database, Sql } from '../../../platform/db/db.ts'
import type { Scope, Session } from '../../../platform/http/session.ts'
import type { Computed } from '../../../platform/resource/resource-change.ts'
import { rowId, scoped, scopePredicate, unscopedText } from '../../../platform/resource/scoped.ts'

/** Fields of the resource that are no column. */
export const OPERATOR_KEY_COMPUTED: Computed<typeof operatorKeyResource> = {
  deviceNames: `select string_agg(d.name, ' · ' order by d.id) from v_device d
    where d.id = any(t.device_ids) and not d.deleted and {scope:v_device d}`,
  state: `case when t.revoke_time is not null then 'REVOKED' when t.used_time is not null then 'USED'
    when t.expire_time <= now() then 'EXPIRED' else 'ACTIVE' end`,
}

/** The stored form of a key: it has 130 random bits, so a plain hash is enough. */
export function hashOfKey(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

export interface NewOperatorKey {
  deptId: string
  name: string
  prefix: string
  hash: Buffer
  deviceIds: readonly string[]
  codes: readonly string[]
  expires: Date
  makerId: string
  now: Date
}

export async function insertOperatorKey(tx: Sql, key: NewOperatorKey): Promise<string> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into operator_key (dept_id, name, prefix, hash, device_ids, codes, expire_time, create_by, create_time)
     values ($1, $2, $3, $4, $5::bigint[], $6, $7, $8, $9) returning id ${unscopedText('self')}`,
    [key.deptId, key.name, key.prefix, key.hash, key.deviceIds, key.codes, key.expires, key.makerId, key.now],
  )
  return rows[0]!.id
}

/** Keys of a person that still open something. */
export async function countOpenKeys(db: Sql, makerId: string, now: Date): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select count(*)::int as n from operator_key where create_by = $1 and expire_time > $2 and used_time is null
     and revoke_time is null ${unscopedText('self')}`,
    [makerId, now],
  )
  return rows[0]!.n
}

/** A key with what it opens. `isOpen`: neither used nor revoked. */
export interface StoredOperatorKey {
  id: string
  name: string
  prefix: string
  deptId: string
  hash: Buffer
  deviceIds: string[]
  codes: string[]
  expiresAt: number
  isOpen: boolean
  makerId: string
}

/** Of all keys that begin so, the latest: among many the others are long over. */
export async function operatorKeysWith(db: Sql, prefix: string): Promise<StoredOperatorKey[]> {
  const { rows } = await db.query<StoredOperatorKey & Record<string, unknown>>(
    `select id, name, prefix, dept_id as "deptId", hash, device_ids::text[] as "deviceIds", codes,
       (extract(epoch from expire_time) * 1000)::float8 as "expiresAt",
       used_time is null and revoke_time is null as "isOpen", create_by as "makerId"
     from operator_key where prefix = $1 and not deleted order by id desc limit 8 ${unscopedText('session')}`,
    [prefix],
  )
  return rows
}

/** Marks a key as used by a command; false when another call was first. */
export async function useOperatorKey(
  tx: Sql,
  { id, commandId, at, ip }: { id: string; commandId: string; at: Date; ip: string },
): Promise<boolean> {
  const { rows } = await tx.query<{ dept: string }>(
    `update operator_key set used_time = $2, used_ip = $3, command_id = $4, update_time = $2, version = version + 1
     where id = $1 and used_time is null and revoke_time is null and expire_time > $2
     returning dept_id as dept ${unscopedText('session')}`,
    [id, at, ip, commandId],
  )
  const [used] = rows
  if (used) await tellRowsOf(tx, operatorKeyResource, [used.dept])
  return used !== undefined
}

interface Tables {
  operatorKey: { id: string; deptId: string; deleted: boolean }
}

/** The department of a key that the session sees. */
export async function deptOfKey(db: Sql, session: Session, id: string): Promise<string | undefined> {
  const row = await scoped(db.tables<Tables>(), session)
    .selectFrom('operatorKey')
    .select('deptId')
    .where('id', '=', rowId(id))
    .where('deleted', '=', false)
    .executeTakeFirst()
  return row?.deptId
}

/** False when it was used or revoked before. The session was found to see it. */
export async function revokeOpenKey(tx: Sql, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update operator_key set revoke_time = $2, update_time = $2, version = version + 1
     where id = $1 and used_time is null and revoke_time is null ${unscopedText('self')}`,
    [rowId(id), now],
  )
  return rowCount === 1
}

/** A device by its number, if the session sees it. */
export async function deviceOfNumber(
  db: Database,
  scope: Scope,
  deviceNo: string,
): Promise<{ id: string; deptId: string } | undefined> {
  const { rows } = await sql<{ id: string; deptId: string }>`
    select d.id, d.dept_id as "deptId" from v_device d where d.device_no = ${deviceNo} and not d.deleted
      and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables())
  return rows[0]
}

/** Those of some devices that the session sees. */
export async function visibleDevices(db: Database, { scope }: Session, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from v_device d where d.id = any(${ids}::bigint[]) and not d.deleted
      and ${scopePredicate(scope, 'v_device', 'd')} order by d.id`.execute(db.tables())
  return rows.map(({ id }) => id)
}
