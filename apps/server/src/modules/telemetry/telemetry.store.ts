import type { DeviceStatus, OfflineCause } from '@sluice/contract'
import type { AlarmStates, ReadingValue } from '@sluice/devices'
import { sql } from 'kysely'
import { numberArray } from '../../platform/db/array-literal.ts'
import type { Connection, Row, Sql } from '../../platform/db/db.ts'
import { batchesOf } from '../../platform/db/db-cursor.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopePredicate, unscopedText } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'
import { type BucketStats, type KeptStats, unpacked } from './history/rollup/rollup.rules.ts'
import { NO_STATES, type StoredState } from './uplink/uplink.runtime.ts'
import { type DirtyDay, readShadow } from './uplink/uplink.store.ts'

type ShadowRow = {
  device_id: string
  status: DeviceStatus
  offline_cause: OfflineCause | null
  readings: Record<string, unknown[]>
  first_seen: number | null
  last_seen: number | null
  silent_after: number | null
  conditions_at: number | null
  limit_states: AlarmStates | null
}

const SHADOW = `device_id, status, offline_cause, readings,
  extract(epoch from first_seen_time)::float8 * 1000 as first_seen,
  extract(epoch from last_seen_time)::float8 * 1000 as last_seen,
  extract(epoch from silent_after)::float8 * 1000 as silent_after,
  extract(epoch from conditions_at)::float8 * 1000 as conditions_at, limit_states`

function stateOf(row: ShadowRow): StoredState {
  const { status, offline_cause: offlineCause, first_seen: firstSeen } = row
  const { last_seen: lastSeen, silent_after: silentAfter, conditions_at: conditionsAt } = row
  const limitStates = row.limit_states ?? NO_STATES
  const readings = readShadow(row.readings)
  return { readings, status, offlineCause, firstSeen, lastSeen, silentAfter, conditionsAt, limitStates }
}

/** Last states for the pipeline, of devices it meets for the first time. */
export async function loadStates(db: Sql, deviceIds: readonly string[]): Promise<Map<string, StoredState>> {
  const { rows } = await db.query<ShadowRow>(
    `select ${SHADOW} from device_shadow where device_id = any($1::bigint[]) ${unscopedText('pipeline')}`,
    [numberArray(deviceIds)],
  )
  return new Map(rows.map((row) => [row.device_id, stateOf(row)]))
}

/** Devices that count as online, and until when their silence is normal: what is watched after a restart. */
export async function onlineDevices(db: Sql): Promise<Map<string, number>> {
  const { rows } = await db.query<{ device_id: string; silent_after: number }>(
    `select device_id, extract(epoch from silent_after)::float8 * 1000 as silent_after
     from device_shadow where status = 'ONLINE' ${unscopedText('start')}`,
  )
  return new Map(rows.map((row) => [row.device_id, row.silent_after]))
}

/**
 * Marks the silent ones among the given devices offline; another process may have received reports of some meanwhile. The
 * caller tells their silence in the same transaction.
 */
export async function markSilent(db: Sql, deviceIds: readonly string[], now: number): Promise<string[]> {
  const { rows } = await db.query<{ device_id: string }>(
    `update device_shadow set status = 'OFFLINE', offline_cause = 'SELF', silence_told = true
     where device_id = any($1::bigint[]) and status = 'ONLINE' and silent_after < to_timestamp($2::float8 / 1000)
     returning device_id ${unscopedText('job')}`,
    [numberArray(deviceIds), now],
  )
  return rows.map((row) => row.device_id)
}

/** The slaves of these masters can no longer reach us; their gateway's earlier report about them still counts. */
export async function markMasterSilent(db: Sql, deviceIds: readonly string[]): Promise<void> {
  await db.query(
    `update device_shadow set status = 'OFFLINE', offline_cause = 'MASTER'
     where device_id = any($1::bigint[]) and status <> 'DISABLED'
       and offline_cause is distinct from 'DISCONNECTED' ${unscopedText('job')}`,
    [numberArray(deviceIds)],
  )
}

/** Identities of the last 64 messages of two days, oldest first: by these a duplicate is recognized after a restart. */
export async function loadIdentities(db: Sql, deviceIds: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await db.query<{ device_id: string; identities: number[] }>(
    `select x.d as device_id, m.identities from unnest($1::bigint[]) as x (d)
     cross join lateral (
       select jsonb_agg(identity) as identities from (
         select identity from device_message
         where device_id = x.d and ts > now() - interval '2 days' and identity is not null and result <> 'DUPLICATE'
         order by ts desc, id desc limit 64) newest
     ) m where m.identities is not null ${unscopedText('pipeline')}`,
    [numberArray(deviceIds)],
  )
  return new Map(rows.map((row) => [row.device_id, row.identities.toReversed()]))
}

export async function stateOfDevice(db: Sql, deviceId: ScopedDeviceId): Promise<StoredState | undefined> {
  const { rows } = await db.query<ShadowRow>(
    `select ${SHADOW} from device_shadow where device_id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0] && stateOf(rows[0])
}

/** Last states of devices that the session was found to see. */
export async function statesOfDevices(
  db: Sql,
  deviceIds: readonly ScopedDeviceId[],
): Promise<Map<string, StoredState>> {
  const { rows } = await db.query<ShadowRow>(
    `select ${SHADOW} from device_shadow where device_id = any($1::bigint[]) ${DEVICE_MARK}`,
    [numberArray(deviceIds)],
  )
  return new Map(rows.map((row) => [row.device_id, stateOf(row)]))
}

export interface SeenDevice {
  id: ScopedDeviceId
  deptId: string
  enabled: boolean
}

/** Those of the devices that exist and that the session sees. */
export async function devicesInSight(
  db: Sql,
  session: { readonly scope: Scope },
  deviceIds: readonly string[],
): Promise<SeenDevice[]> {
  const { rows } = await sql<SeenDevice>`
    select d.id::text as id, d.dept_id::text as "deptId", d.enabled from v_device d
    where d.id = any(${deviceIds}::bigint[]) and not d.deleted and ${scopePredicate(session.scope, 'v_device', 'd')}
    order by d.id`.execute(db.tables<unknown>())
  return rows
}

export interface RawReport {
  t: string
  readings: Record<string, ReadingValue>
  quality: Record<string, string> | null
}

/** Reports in order of time; at most `limit`, the newest ones. */
export async function rawHistory(
  db: Sql,
  deviceId: ScopedDeviceId,
  range: { from: string; to: string },
  limit: number,
): Promise<RawReport[]> {
  const { rows } = await db.query<RawReport & Record<string, unknown>>(
    `select ts as t, readings, quality from telemetry
     where device_id = $1 and ts >= $2 and ts <= $3 ${DEVICE_MARK} order by ts desc limit $4`,
    [deviceId, range.from, range.to, limit],
  )
  return rows.reverse()
}

/** All reports of the range in order of time, a batch at a time; in a transaction. */
export function streamReports(tx: Connection, deviceId: ScopedDeviceId, range: { from: string; to: string }) {
  return batchesOf<RawReport & Row>(tx, {
    sql: `select ts as t, readings, quality from telemetry
      where device_id = $1 and ts >= $2 and ts <= $3 ${DEVICE_MARK} order by ts`,
    parameters: [deviceId, range.from, range.to],
  })
}

export async function countReports(
  db: Sql,
  deviceId: ScopedDeviceId,
  range: { from: string; to: string },
): Promise<number> {
  const { rows } = await db.query<{ total: string }>(
    `select count(*) as total from telemetry where device_id = $1 and ts >= $2 and ts <= $3 ${DEVICE_MARK}`,
    [deviceId, range.from, range.to],
  )
  return Number(rows[0]?.total ?? 0)
}

export interface StoredBucket {
  /** Start of the hour (ISO) or the day (`YYYY-MM-DD`). */
  bucket: string
  stats: BucketStats
}

export async function hourHistory(db: Sql, deviceId: ScopedDeviceId, range: { from: string; to: string }) {
  const { rows } = await db.query<{ bucket: string; stats: KeptStats }>(
    `select bucket, stats from telemetry_hour
     where device_id = $1 and bucket >= date_trunc('hour', $2::timestamptz) and bucket <= $3 ${DEVICE_MARK} order by bucket`,
    [deviceId, range.from, range.to],
  )
  return rows.map(({ bucket, stats }): StoredBucket => ({ bucket, stats: unpacked(stats) }))
}

export async function dayHistory(db: Sql, deviceId: ScopedDeviceId, days: { from: string; to: string }) {
  const { rows } = await db.query<StoredBucket & Record<string, unknown>>(
    `select day as bucket, stats from telemetry_day
     where device_id = $1 and day >= $2 and day <= $3 ${DEVICE_MARK} order by day`,
    [deviceId, days.from, days.to],
  )
  return rows as StoredBucket[]
}

/** Hours in the range that wait for a rollup (including the running one), newest first. */
export async function dirtyHoursOf(
  db: Sql,
  deviceId: ScopedDeviceId,
  range: { from: string; to: string },
  limit: number,
) {
  const { rows } = await db.query<{ hour: number }>(
    `select extract(epoch from bucket)::float8 * 1000 as hour from rollup_dirty
     where device_id = $1 and bucket >= date_trunc('hour', $2::timestamptz) and bucket <= $3 ${DEVICE_MARK}
     group by bucket order by bucket desc limit $4`,
    [deviceId, range.from, range.to, limit],
  )
  return rows.map((row) => row.hour)
}

/** Days overlapping the range whose hours wait for a rollup after an import. */
export async function dirtyDaysOf(
  db: Sql,
  deviceId: ScopedDeviceId,
  range: { from: string; to: string },
): Promise<DirtyDay[]> {
  const { rows } = await db.query<{ bucket: number; hours: number }>(
    `select extract(epoch from bucket)::float8 * 1000 as bucket, max(hours) as hours from rollup_dirty_day day
     where device_id = $1 and bucket >= $2::timestamptz - interval '26 hours' and bucket <= $3 ${DEVICE_MARK}
     group by day.bucket`,
    [deviceId, range.from, range.to],
  )
  return rows.map(({ bucket, hours }) => ({ deviceId, from: bucket, hours }))
}

export async function messageTimes(
  db: Sql,
  deviceId: ScopedDeviceId,
): Promise<{ first: string | null; last: string | null }> {
  const { rows } = await db.query<{ first: string | null; last: string | null }>(
    `select first_seen_time as first, last_seen_time as last from device_shadow where device_id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0] ?? { first: null, last: null }
}
