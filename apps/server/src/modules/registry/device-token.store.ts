import type { Sql } from '../../platform/db/db.ts'
import { iso } from '../../platform/db/iso-time.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'

/** The token before the one in force still lets its device in. */
export const OLD_GOES_ON = 'old_token_hash is not null and old_token_until > now()'

/** Columns of the connection card: when the token was made, and what is left of the one before. */
export const TOKEN_TIMES = `${iso('d.access_token_time')} as "tokenTime",
  case when d.${OLD_GOES_ON.replace(' and ', ' and d.')} then json_build_object(
    'until', ${iso('d.old_token_until')}, 'usedTime', ${iso('d.old_token_used')}) end as "oldToken"`

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
