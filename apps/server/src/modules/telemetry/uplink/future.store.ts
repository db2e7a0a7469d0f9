import type { Database, Sql } from '../../../platform/db/db.ts'
import { numberArray } from '../../../platform/db/array-literal.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import { forgetFuture, SLACK_MS } from './future.rules.ts'
import { loadStates } from '../telemetry.store.ts'
import { shadowJson } from './uplink.store.ts'

const BATCH = 500

/** When the newest row was stored (epoch ms) by the clock that stood then; null: nothing is stored. */
export async function newestStored(db: Sql): Promise<number | null> {
  const { rows } = await db.query<{ at: number | null }>(
    `select extract(epoch from greatest((select max(last_seen_time) from device_shadow),
       (select max(ts) from v_connect_log), (select max(ts) from v_byte_log)))::float8 * 1000 as at ${unscopedText('job')}`,
  )
  return rows[0]?.at ?? null
}

/** Corrects timestamps of a clock that was ahead in all stored states; returns how many had some. */
export async function forgetStoredFuture(db: Database, now: number): Promise<number> {
  let count = 0
  for (let after = '0'; ; ) {
    const { rows } = await db.query<{ id: string }>(
      `select device_id as id from device_shadow where device_id > $1
         and (last_seen_time > to_timestamp($2::float8 / 1000) or conditions_at > to_timestamp($2::float8 / 1000))
       order by device_id limit ${BATCH} ${unscopedText('job')}`,
      [after, now + SLACK_MS],
    )
    const last = rows.at(-1)
    if (!last) return count
    count += rows.length
    after = last.id
    await rewrite(
      db,
      rows.map(({ id }) => id),
      now,
    )
  }
}

async function rewrite(db: Database, deviceIds: readonly string[], now: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.query(
      `select 1 from device_shadow where device_id = any($1::bigint[]) order by device_id for update ${unscopedText('job')}`,
      [numberArray(deviceIds)],
    )
    for (const [deviceId, state] of await loadStates(tx, deviceIds)) {
      forgetFuture(state, now)
      const { readings, firstSeen, lastSeen, silentAfter, conditionsAt } = state
      await tx.query(
        `update device_shadow set readings = $2, first_seen_time = to_timestamp($3::float8 / 1000),
           last_seen_time = to_timestamp($4::float8 / 1000), silent_after = to_timestamp($5::float8 / 1000),
           conditions_at = to_timestamp($6::float8 / 1000)
         where device_id = $1 ${unscopedText('job')}`,
        [deviceId, shadowJson(readings), firstSeen, lastSeen, silentAfter, conditionsAt],
      )
    }
  })
}
