import { textArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const OLD_GOES_ON = 'old_token_hash is not null and old_token_until > now()'

/** Columns of the connection card: when the token was made, and what is left of the one before. */
export const TOKEN_TIMES = `${iso('d.access_token_time')} as "tokenTime",
  case when d.${OLD_GOES_ON.replace(' and ', ' and d.')} then json_build_object(
    'until', ${iso('d.old_token_until')}, 'usedTime', ${iso('d.old_token_used')}) end as "oldToken"`

/** Whose token it is. `use`: it is shown for the first time, or was replaced and goes on for a while. */
export interface TokenOwnerRow {
  deviceId: string
  deviceNo: string
  use?: 'FIRST' | 'OLD'
}

/** Enabled devices by the hash of their token. */
export async function devicesByToken(db: Sql, hashes: readonly string[]): Promise<Map<string, TokenOwnerRow>> {
  const { rows } = await db.query<{ hash: string; deviceId: string; deviceNo: string; use: 'FIRST' | 'OLD' | null }>(
    `select access_token_hash as hash, id as "deviceId", device_no as "deviceNo",
       case when access_token_used is null then 'FIRST' end as use
     from device where access_token_hash = any($1::text[]) and enabled and not deleted
     union all
     select old_token_hash, id, device_no, 'OLD'
     from device where old_token_hash = any($1::text[]) and ${OLD_GOES_ON} and enabled and not deleted
     ${unscopedText('pipeline')}`,
    [textArray(hashes)],
  )
  return new Map(rows.map(({ hash, use, ...owner }) => [hash, use === null ? owner : { ...owner, use }]))
}

/** The hashes of all tokens that let a device in. */
export async function tokenHashes(db: Sql): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ hash: string }>(
    `select access_token_hash as hash from device
     where access_token_hash is not null and enabled and not deleted
     union all
     select old_token_hash from device where ${OLD_GOES_ON} and enabled and not deleted ${unscopedText('pipeline')}`,
  )
  return new Set(rows.map(({ hash }) => hash))
}

/**
 * Another token, or none. The one before goes on for so many days, at most; what goes on from an earlier change stays, where
 * the token between them was never used.
 */
export async function setTokenHash(
  db: Sql,
  deviceId: ScopedDeviceId,
  hash: string | null,
  graceDays: number,
): Promise<void> {
  await db.query(
    `update device set
       old_token_hash = case when not $4 then null when access_token_used is null and ${OLD_GOES_ON} then old_token_hash
         else access_token_hash end,
       old_token_until = case when $4 and access_token_hash is not null then now() + make_interval(days => $3) end,
       old_token_used = case when $4 and access_token_used is null and ${OLD_GOES_ON} then old_token_used end,
       access_token_hash = $2, access_token_time = case when $2::text is not null then now() end,
       access_token_used = null, version = version + 1, update_time = now()
     where id = $1 ${DEVICE_MARK}`,
    [deviceId, hash, graceDays, graceDays > 0 && hash !== null],
  )
}

const WITHOUT_OLD = 'old_token_hash = null, old_token_until = null, old_token_used = null'

/** False where none goes on. */
export async function dropOldToken(db: Sql, deviceId: ScopedDeviceId): Promise<boolean> {
  const { rowCount } = await db.query(
    `update device set ${WITHOUT_OLD}, version = version + 1, update_time = now()
     where id = $1 and old_token_hash is not null ${DEVICE_MARK}`,
    [deviceId],
  )
  return rowCount === 1
}

/** The new token works: the one before is over. True where there was one. */
export async function noteNewUsed(db: Sql, deviceId: string, hash: string): Promise<boolean> {
  const { rows } = await db.query<{ had: boolean }>(
    `update device d set access_token_used = now(), ${WITHOUT_OLD}
     from (select id, old_token_hash is not null as had from device where id = $1 for update) before
     where d.id = before.id and d.access_token_hash = $2 and d.access_token_used is null
     returning before.had ${unscopedText('pipeline')}`,
    [deviceId, hash],
  )
  return rows[0]?.had ?? false
}

export async function noteOldUsed(db: Sql, deviceId: string, hash: string): Promise<void> {
  await db.query(
    `update device set old_token_used = now() where id = $1 and old_token_hash = $2 ${unscopedText('pipeline')}`,
    [deviceId, hash],
  )
}

/** Tokens whose time is over; returns the devices. */
export async function dropOldTokens(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update device set ${WITHOUT_OLD} where old_token_hash is not null and old_token_until <= now()
     returning id ${unscopedText('job')}`,
  )
  return rows.map(({ id }) => id)
}
