import type { ReadingValue } from '@sluice/devices'
import type { Sql } from '../../../../platform/db/db.ts'
import { jsonArray, numberArray, textArray } from '../../../../platform/db/array-literal.ts'
import { unscopedText } from '../../../../platform/resource/scoped.ts'
import type { DeviceMetrics } from '../device-metric.store.ts'
import {
  type BucketStats,
  type CounterReading,
  type KeptStats,
  lastCounters,
  packed,
  type StoredReport,
  unpacked,
} from './rollup.rules.ts'

export interface DeviceHour {
  deviceId: string
  /** Start of the hour, epoch ms. */
  hour: number
}

const MARK = unscopedText('job')

/**
 * One rollup at a time, over all processes: of two that compute the same hour from different data, the older result
 * could remain. Held to the end of the transaction.
 */
export async function lockRollups(tx: Sql): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('telemetry.rollup', 0))")
}

/**
 * Takes due hours that are over, newest first, deleting only the marks it sees: the reports of each are visible to
 * every later statement, and a report that is being stored meanwhile leaves its own mark.
 */
export async function takeDirtyHours(tx: Sql, endedBefore: number, limit: number): Promise<DeviceHour[]> {
  const { rows } = await tx.query<{ device_id: string; hour: number }>(
    `with taken as (
       delete from rollup_dirty where (bucket, device_id) in (
         select bucket, device_id from rollup_dirty where bucket < to_timestamp($1::float8 / 1000)
         group by bucket, device_id order by bucket desc, device_id desc limit $2)
       returning device_id, bucket)
     select device_id, extract(epoch from bucket)::float8 * 1000 as hour from taken
     group by device_id, bucket order by bucket desc, device_id ${MARK}`,
    [endedBefore, limit],
  )
  return rows.map((row) => ({ deviceId: row.device_id, hour: row.hour }))
}

/** Reports of one hour that are read at once. */
export const HOUR_REPORTS = 20_000

/**
 * Reports of the hours, in order of time, by `deviceId@hour`: of each hour the first `HOUR_REPORTS`, `from` (epoch ms) on
 * where it is given. Lateral and ordered: each hour is a walk along the index.
 */
export async function reportsOfHours(
  tx: Sql,
  hours: readonly (DeviceHour & { from?: number })[],
  mark = MARK,
): Promise<Map<string, StoredReport[]>> {
  const { rows } = await tx.query<StoredReport & { device_id: string; hour: number }>(
    `select x.d as device_id, x.h as hour, extract(epoch from t.ts)::float8 * 1000 as ts, t.readings, t.quality
     from unnest($1::bigint[], $2::float8[], $3::float8[]) as x (d, h, f)
     cross join lateral (
       select ts, readings, quality from telemetry
       where device_id = x.d and ts >= to_timestamp(x.f / 1000) and ts < to_timestamp(x.h / 1000) + interval '1 hour'
       order by ts limit ${HOUR_REPORTS}
     ) t ${mark}`,
    [
      numberArray(hours.map((h) => h.deviceId)),
      numberArray(hours.map((h) => h.hour)),
      numberArray(hours.map((h) => h.from ?? h.hour)),
    ],
  )
  const found = new Map<string, StoredReport[]>()
  for (const { device_id, hour, ts, readings, quality } of rows) {
    const place = `${device_id}@${hour}`
    const list = found.get(place) ?? []
    list.push({ ts, readings, quality })
    found.set(place, list)
  }
  return found
}

/** The counters' last good readings ahead of each hour, by `deviceId@hour`, as far as its five last reports tell. */
export async function readingsBefore(
  tx: Sql,
  hours: readonly DeviceHour[],
  metrics: DeviceMetrics,
  mark = MARK,
): Promise<Map<string, Record<string, CounterReading>>> {
  const { rows } = await tx.query<StoredReport & { device_id: string; hour: number }>(
    `select x.d as device_id, x.h as hour, extract(epoch from last.ts)::float8 * 1000 as ts, last.readings, last.quality
     from unnest($1::bigint[], $2::float8[]) as x (d, h)
     cross join lateral (
       select ts, readings, quality from telemetry
       where device_id = x.d and ts < to_timestamp(x.h / 1000) and ts > to_timestamp(x.h / 1000) - interval '32 days'
       order by ts desc limit 5
     ) last order by last.ts ${mark}`,
    [numberArray(hours.map((h) => h.deviceId)), numberArray(hours.map((h) => h.hour))],
  )
  const found = new Map<string, Record<string, CounterReading>>()
  for (const { device_id, hour, ...report } of rows) {
    const place = `${device_id}@${hour}`
    found.set(place, { ...found.get(place), ...lastCounters([report], metrics(device_id)) })
  }
  return found
}

export interface DeviceCounter extends DeviceHour {
  key: string
}

/** Whether a row of the hours has a good value of the key. Without one there is only a count of BAD values. */
const holds = (stats: string, key: string) =>
  `(${stats} ? ${key} and (jsonb_typeof(${stats} -> ${key}) <> 'object' or ${stats} -> ${key} ? 'last'))`

/**
 * The last good readings of counters that are reported too seldom to be among the last five reports: from the reports
 * of 32 days, and for a meter that was silent for longer from the hours, whose start is then the time.
 */
export async function countersBefore(
  tx: Sql,
  counters: readonly DeviceCounter[],
  mark = MARK,
): Promise<(DeviceCounter & CounterReading)[]> {
  const { rows } = await tx.query<{ device_id: string; hour: number; key: string; v: ReadingValue; ts: number }>(
    `select x.d as device_id, x.h as hour, x.k as key, coalesce(near.v, far.v) as v,
       extract(epoch from coalesce(near.ts, far.bucket))::float8 * 1000 as ts
     from unnest($1::bigint[], $2::float8[], $3::text[]) as x (d, h, k)
     left join lateral (
       select readings -> x.k as v, ts from telemetry
       where device_id = x.d and ts < to_timestamp(x.h / 1000) and ts > to_timestamp(x.h / 1000) - interval '32 days'
         and jsonb_typeof(readings -> x.k) = 'number' and coalesce(quality ->> x.k, '') <> 'BAD'
       order by ts desc limit 1
     ) near on true
     left join lateral (
       select case jsonb_typeof(stats -> x.k) when 'object' then stats -> x.k -> 'last' when 'array' then stats -> x.k -> 0
         else stats -> x.k end as v, bucket
       from telemetry_hour
       where device_id = x.d and bucket < to_timestamp(x.h / 1000) and ${holds('stats', 'x.k')}
       order by bucket desc limit 1
     ) far on near.v is null
     where coalesce(near.v, far.v) is not null ${mark}`,
    counterColumns(counters),
  )
  return rows.map(({ device_id: deviceId, ...row }) => ({ deviceId, ...row }))
}

/** The next hour made in which each of the counters has a good value. */
export async function hoursBehind(tx: Sql, counters: readonly DeviceCounter[]): Promise<DeviceHour[]> {
  const { rows } = await tx.query<{ device_id: string; hour: number }>(
    `select distinct x.d as device_id, extract(epoch from next.bucket)::float8 * 1000 as hour
     from unnest($1::bigint[], $2::float8[], $3::text[]) as x (d, h, k)
     cross join lateral (
       select bucket from (
         select bucket, stats from telemetry_hour
         where device_id = x.d and bucket > to_timestamp(x.h / 1000) order by bucket offset 0) later
       where ${holds('stats', 'x.k')} limit 1
     ) next ${MARK}`,
    counterColumns(counters),
  )
  return rows.map((row) => ({ deviceId: row.device_id, hour: row.hour }))
}

function counterColumns(counters: readonly DeviceCounter[]): string[] {
  return [
    numberArray(counters.map((c) => c.deviceId)),
    numberArray(counters.map((c) => c.hour)),
    textArray(counters.map((c) => c.key)),
  ]
}

/** In hours before `packBefore` (epoch ms) a key reported once is stored as its value alone. */
export async function saveHours(
  tx: Sql,
  hours: readonly (DeviceHour & { stats: BucketStats })[],
  { packBefore = Number.NEGATIVE_INFINITY } = {},
): Promise<void> {
  if (hours.length === 0) return
  await tx.query(
    `insert into telemetry_hour (device_id, bucket, stats)
     select d, to_timestamp(h / 1000), s from unnest($1::bigint[], $2::float8[], $3::jsonb[]) as x (d, h, s)
     on conflict (device_id, bucket) do update set stats = excluded.stats ${MARK}`,
    [
      numberArray(hours.map((h) => h.deviceId)),
      numberArray(hours.map((h) => h.hour)),
      jsonArray(hours.map((h) => JSON.stringify(h.hour < packBefore ? packed(h.stats) : h.stats))),
    ],
  )
}

export interface DeviceDay {
  deviceId: string
  day: string
  from: number
  to: number
}

/** Hours of each day in order, by `deviceId@day`. */
export async function hoursOfDays(tx: Sql, days: readonly DeviceDay[]): Promise<Map<string, BucketStats[]>> {
  if (days.length === 0) return new Map()
  const { rows } = await tx.query<{ device_id: string; day: string; stats: KeptStats[] }>(
    `select x.d as device_id, x.day, jsonb_agg(h.stats order by h.bucket) as stats
     from unnest($1::bigint[], $2::text[], $3::float8[], $4::float8[]) as x (d, day, f, t)
     join telemetry_hour h on h.device_id = x.d
       and h.bucket >= to_timestamp(x.f / 1000) and h.bucket < to_timestamp(x.t / 1000)
     group by x.d, x.day ${MARK}`,
    [
      numberArray(days.map((d) => d.deviceId)),
      textArray(days.map((d) => d.day)),
      numberArray(days.map((d) => d.from)),
      numberArray(days.map((d) => d.to)),
    ],
  )
  return new Map(rows.map((row) => [`${row.device_id}@${row.day}`, row.stats.map(unpacked)]))
}

export async function saveDays(tx: Sql, days: readonly (DeviceDay & { stats: BucketStats })[]): Promise<void> {
  await tx.query(
    `insert into telemetry_day (device_id, day, stats)
     select d, y::date, s from unnest($1::bigint[], $2::text[], $3::jsonb[]) as x (d, y, s)
     on conflict (device_id, day) do update set stats = excluded.stats ${MARK}`,
    [
      numberArray(days.map((d) => d.deviceId)),
      textArray(days.map((d) => d.day)),
      jsonArray(days.map((d) => JSON.stringify(d.stats))),
    ],
  )
}
