import type { Database, Sql } from '../../../../platform/db/db.ts'
import { numberArray, textArray } from '../../../../platform/db/array-literal.ts'
import { unscopedText } from '../../../../platform/resource/scoped.ts'
import { existingPartitions, PARTITIONED, startOf } from '../../partition.store.ts'
import { type BucketStats, countersOf, type KeptStats, unpacked } from './rollup.rules.ts'
import type { DeviceCounter } from './rollup.store.ts'

const ADMIN = unscopedText('admin')
const DAY_MS = 86_400_000

/** An operator's request: days are those of each device's site, both included; null means everything. */
export interface RebuildAsked {
  deviceId: string | null
  from: string | null
  to: string | null
}

/** A rebuild with how far it is. */
export interface RebuildRun {
  id: string
  /** All devices up to this one are done. */
  atDevice: string
  /** Of the next device everything before this day is done. */
  atDay: string | null
  hoursChanged: number
  daysChanged: number
}

type RunRow = { id: string; at_device: string; at_day: string | null; hours_changed: string; days_changed: string }
const RUN = 'id, at_device, at_day, hours_changed, days_changed'

/** The newest unfinished one with the same request. */
export async function unfinishedRebuild(db: Sql, asked: RebuildAsked): Promise<RebuildRun | undefined> {
  const { rows } = await db.query<RunRow>(
    `select ${RUN} from rollup_rebuild where end_time is null and only_device is not distinct from $1::bigint
       and from_day is not distinct from $2::date and to_day is not distinct from $3::date order by id desc limit 1`,
    [asked.deviceId, asked.from, asked.to],
  )
  return rows[0] && runOf(rows[0])
}

export async function beginRebuild(db: Sql, { deviceId, from, to }: RebuildAsked, now: number): Promise<RebuildRun> {
  const { rows } = await db.query<RunRow>(
    `insert into rollup_rebuild (only_device, from_day, to_day, start_time)
     values ($1, $2, $3, to_timestamp($4::float8 / 1000)) returning ${RUN}`,
    [deviceId, from, to, now],
  )
  return runOf(rows[0]!)
}

function runOf({ id, at_device, at_day, hours_changed, days_changed }: RunRow): RebuildRun {
  const changed = { hoursChanged: Number(hours_changed), daysChanged: Number(days_changed) }
  return { id, atDevice: at_device, atDay: at_day, ...changed }
}

/** Saves the progress of the run, in the transaction of its changes. */
export async function noteRebuild(tx: Sql, run: RebuildRun, end: number | null = null): Promise<void> {
  await tx.query(
    `update rollup_rebuild set at_device = $2, at_day = $3, hours_changed = $4, days_changed = $5,
       end_time = to_timestamp($6::float8 / 1000) where id = $1`,
    [run.id, run.atDevice, run.atDay, run.hoursChanged, run.daysChanged, end],
  )
}

const LOCK = "hashtextextended('telemetry.rebuild', 0)"

/** Runs `work` as the only rebuild on this database; null when another one runs. */
export async function inTurn<T>(db: Database, work: () => Promise<T>): Promise<T | null> {
  return db.withClient(async (connection) => {
    const { rows } = await connection.query<{ mine: boolean }>(`select pg_try_advisory_lock(${LOCK}) as mine`)
    if (rows[0]?.mine !== true) return null
    try {
      return await work()
    } finally {
      await connection.query(`select pg_advisory_unlock(${LOCK})`)
    }
  })
}

/** A device by its number, else by its id. */
export async function findDevice(db: Sql, named: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from v_device where (device_no = $1 and not deleted) or id::text = $1
     order by device_no = $1 desc limit 1 ${ADMIN}`,
    [named],
  )
  return rows[0]?.id
}

/** The next device behind `after`, deleted ones too. */
export async function nextDevice(db: Sql, after: string, only: string | null): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from v_device where id > $1 and ($2::bigint is null or id = $2) order by id limit 1 ${ADMIN}`,
    [after, only],
  )
  return rows[0]?.id
}

/** Of the device: the first instant (epoch ms), from `from` on, of which there is a report, an hour or a day. */
export async function nextInstant(db: Sql, deviceId: string, from: number): Promise<number | undefined> {
  const { rows } = await db.query<{ at: number | null }>(
    `select extract(epoch from least(
       (select min(ts) from telemetry where device_id = $1 and ts >= to_timestamp($2::float8 / 1000)),
       (select min(bucket) from telemetry_hour where device_id = $1 and bucket >= to_timestamp($2::float8 / 1000)),
       (select min(day) from telemetry_day where device_id = $1 and day >= to_timestamp($2::float8 / 1000)::date)::timestamptz
     ))::float8 * 1000 as at ${ADMIN}`,
    [deviceId, from],
  )
  return rows[0]?.at ?? undefined
}

export interface HourSpan {
  deviceId: string
  /** Epoch ms at full hours. */
  from: number
  to: number
}

const inSpan = (column: string) =>
  `device_id = $1 and ${column} >= to_timestamp($2::float8 / 1000) and ${column} < to_timestamp($3::float8 / 1000)`

/** Hours with reports. */
export async function reportedHours(db: Sql, { deviceId, from, to }: HourSpan): Promise<number[]> {
  const { rows } = await db.query<{ hour: number }>(
    `select distinct floor(extract(epoch from ts) / 3600)::float8 * 3600000 as hour from telemetry
     where ${inSpan('ts')} order by 1 ${ADMIN}`,
    [deviceId, from, to],
  )
  return rows.map(({ hour }) => hour)
}

/** Hours that wait for their rollup: they are not wrong, because the rollup will compute them. */
export async function dueHours(db: Sql, { deviceId, from, to }: HourSpan): Promise<Set<number>> {
  const { rows } = await db.query<{ hour: number; hours: number }>(
    `select extract(epoch from bucket)::float8 * 1000 as hour, 1 as hours from rollup_dirty where ${inSpan('bucket')}
     union all
     select extract(epoch from bucket)::float8 * 1000, hours from rollup_dirty_day
     where device_id = $1 and bucket > to_timestamp($2::float8 / 1000) - interval '26 hours'
       and bucket < to_timestamp($3::float8 / 1000) ${ADMIN}`,
    [deviceId, from, to],
  )
  return new Set(rows.flatMap(({ hour, hours }) => Array.from({ length: hours }, (_, n) => hour + n * 3_600_000)))
}

export async function storedHours(db: Sql, { deviceId, from, to }: HourSpan): Promise<Map<string, BucketStats>> {
  const { rows } = await db.query<{ hour: number; stats: KeptStats }>(
    `select extract(epoch from bucket)::float8 * 1000 as hour, stats from telemetry_hour
     where ${inSpan('bucket')} order by bucket ${ADMIN}`,
    [deviceId, from, to],
  )
  return new Map(rows.map(({ hour, stats }) => [String(hour), unpacked(stats)]))
}

export async function storedDays(
  db: Sql,
  deviceId: string,
  days: readonly string[],
): Promise<Map<string, BucketStats>> {
  const { rows } = await db.query<{ day: string; stats: BucketStats }>(
    `select day, stats from telemetry_day where device_id = $1 and day = any($2::date[]) order by day ${ADMIN}`,
    [deviceId, textArray(days)],
  )
  return new Map(rows.map(({ day, stats }) => [day, stats]))
}

export async function dropHours(tx: Sql, deviceId: string, hours: readonly number[]): Promise<void> {
  await tx.query(
    `delete from telemetry_hour where device_id = $1
       and bucket in (select to_timestamp(h / 1000) from unnest($2::float8[]) as x (h)) ${ADMIN}`,
    [deviceId, numberArray(hours)],
  )
}

export async function dropDays(tx: Sql, deviceId: string, days: readonly string[]): Promise<void> {
  await tx.query(`delete from telemetry_day where device_id = $1 and day = any($2::date[]) ${ADMIN}`, [
    deviceId,
    textArray(days),
  ])
}

/** The counters of a device's hours, as asked ahead of `at` (epoch ms). */
export async function countersAt(db: Sql, span: HourSpan, at: number): Promise<DeviceCounter[]> {
  const keys = new Set([...(await storedHours(db, span)).values()].flatMap(countersOf))
  return [...keys].map((key) => ({ deviceId: span.deviceId, hour: at, key }))
}

/** Whether reports of an instant are still stored: hours past retention cannot be rebuilt. */
export async function keptTimes(db: Sql): Promise<(at: number) => boolean> {
  const plan = PARTITIONED.find(({ table }) => table === 'telemetry')!
  const starts = (await existingPartitions(db, plan.table)).map((name) => startOf(plan, name))
  const kept = new Set(starts)
  const width = plan.widthDays * DAY_MS
  return (at) => kept.has(Math.floor(at / width) * width)
}
