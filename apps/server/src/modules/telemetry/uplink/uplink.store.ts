import type { FaultOrigin, Verdict } from '@sluice/contract'
import { valueFault } from '@sluice/devices'
import { bytesArray, jsonArray, numberArray, textArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, unscopedText } from '../../../platform/resource/scoped.ts'
import type { LiveReading } from './uplink.rules.ts'
import { type DeviceRuntime, NO_STATES } from './uplink.runtime.ts'

export interface MessageRow {
  deviceId: string
  ts: number
  protocol: string
  func: string | null
  result: Verdict
  identity: number | null
  raw: Uint8Array
}

export interface TelemetryRow {
  deviceId: string
  ts: number
  readings: Record<string, unknown>
  /** Keys whose quality is not GOOD. */
  quality: Record<string, string> | null
  source: 'REPORT' | 'READ' | 'RECOVERED' | 'IMPORT'
  /** Later than everything known of the device, so that there can be no row of this time yet. */
  fresh?: boolean
}

export interface EventRow {
  deviceId: string
  ts: number
  kind: string
  code: string
  payload: unknown
}

/** A condition that a report contained: it holds, or no longer does. */
export interface ConditionRow {
  deviceId: string
  code: string
  holds: boolean
  at: number
  /** Its own level, of one that a limit found; and what raised it. */
  level?: number | null
  trigger?: FaultOrigin | null
}

/** An hour of a device (epoch ms) whose rollup must be repeated. */
export interface HourMark {
  deviceId: string
  hour: number
}

/** A day whose hours need a rollup: its first hour, epoch ms. */
export interface DirtyDay {
  deviceId: string
  from: number
  hours: number
}

/** Everything one transaction stores. Each (deviceId, ts) occurs once among `telemetry`. */
export interface UplinkBatch {
  messages: readonly MessageRow[]
  telemetry: readonly TelemetryRow[]
  dirty: readonly HourMark[]
  /** Past days whose rollup must be repeated. */
  days?: readonly DirtyDay[]
  events: readonly EventRow[]
  conditions?: readonly ConditionRow[]
  shadows: readonly DeviceRuntime[]
}

const DIRTY_DAYS = `, dirty_day as (
  insert into rollup_dirty_day (device_id, bucket, hours)
  select d, to_timestamp(t / 1000), max(n) from unnest($40::bigint[], $41::float8[], $42::smallint[]) as y (d, t, n)
  group by d, t
)`

/** In the order they were reported; a report that was already stored is not repeated. */
const tellConditionsText = (
  again: boolean,
) => `insert into condition_outbox (device_id, code, holds, at, level, trigger)
select d, c, h, t, l, g from (
  select n, d, c, h = 1, to_timestamp(t / 1000), l, g
  from unnest($32::bigint[], $33::text[], $34::smallint[], $35::float8[], $37::smallint[], $38::jsonb[])
    with ordinality as o (d, c, h, t, l, g, n)
  ${
    again
      ? `where not exists (select from condition_outbox s where s.device_id = d
    and s.code = c and s.holds = (h = 1) and s.at = to_timestamp(t / 1000))`
      : ''
  }
  union all
  select 0, device_id, code, false, last_seen_time, null, null from shadow, unnest(array['C01', 'C02']) as silence (code) where woken
) as told (n, d, c, h, t, l, g) order by n`

/**
 * The stored size, perhaps compressed. A longer row gets no more keys: a device that always sends the same time with
 * new keys would have its row rewritten again and again, until it exceeds the limit of jsonb.
 */
const ROW_BYTES = 200_000

/**
 * One statement, hence one transaction and one round trip. A device that was offline and reports is included in the
 * conditions: the end of a silence belongs to the report that ends it. A second report of the same (device, ts) adds
 * its missing keys and never changes stored ones (domain 3.1). Looking for a first one costs a third of storing a row,
 * so rows that can have none (`fresh`) are inserted directly.
 */
const storeUplinksText = (again: boolean, history = false) => `${history ? DEVICE_MARK : unscopedText('pipeline')}
with message as (
  insert into device_message (device_id, ts, direction, protocol, func, result, identity, raw)
  select d, to_timestamp(t / 1000), 'UP', p, f, r, i, b
  from unnest($1::bigint[], $2::float8[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bytea[]) as m (d, t, p, f, r, i, b)
  ${
    again
      ? `where not exists (select from device_message s where s.device_id = d
    and s.ts = to_timestamp(t / 1000) and s.result = r and s.raw = b)`
      : ''
  }
), history as (
  insert into telemetry as stored (device_id, ts, readings, quality, source)
  select d, to_timestamp(t / 1000), r, q, s
  from unnest($8::bigint[], $9::float8[], $10::jsonb[], $11::jsonb[], $12::text[]) as h (d, t, r, q, s)
  on conflict (device_id, ts) do update set
    readings = excluded.readings || stored.readings,
    quality = nullif(
      (coalesce(excluded.quality, '{}') - array(select jsonb_object_keys(stored.readings))) || coalesce(stored.quality, '{}'),
      '{}')
    where pg_column_size(stored.readings) < ${ROW_BYTES}
), fresh as (
  insert into telemetry (device_id, ts, readings, quality, source)
  select d, to_timestamp(t / 1000), r, q, s
  from unnest($27::bigint[], $28::float8[], $29::jsonb[], $30::jsonb[], $31::text[]) as h (d, t, r, q, s)
), dirty as (
  insert into rollup_dirty (device_id, bucket)
  select d, to_timestamp(t / 1000) from unnest($13::bigint[], $14::float8[]) as x (d, t)
), event as (
  insert into device_event (device_id, ts, kind, code, payload)
  select d, to_timestamp(t / 1000), k, c, p
  from unnest($15::bigint[], $16::float8[], $17::text[], $18::text[], $19::jsonb[]) as e (d, t, k, c, p)
  ${
    again
      ? `where not exists (select from device_event s where s.device_id = d
    and s.ts = to_timestamp(t / 1000) and s.kind = k and s.code = c and s.payload = p)`
      : ''
  }
)${history ? DIRTY_DAYS : ''}, shadow as (
  insert into device_shadow (device_id, status, offline_cause, readings, first_seen_time, last_seen_time, silent_after,
    conditions_at, limit_states)
  select d, s, o, r, to_timestamp(f / 1000), to_timestamp(l / 1000), to_timestamp(q / 1000), to_timestamp(c / 1000), a
  from unnest($20::bigint[], $21::text[], $22::text[], $23::jsonb[], $24::float8[], $25::float8[], $26::float8[],
    $36::float8[], $39::jsonb[]) as s (d, s, o, r, f, l, q, c, a)
  on conflict (device_id) do update set
    status = excluded.status, offline_cause = excluded.offline_cause, readings = excluded.readings,
    first_seen_time = excluded.first_seen_time, last_seen_time = excluded.last_seen_time,
    silent_after = excluded.silent_after, conditions_at = excluded.conditions_at, limit_states = excluded.limit_states,
    woken = device_shadow.status = 'OFFLINE' and excluded.status = 'ONLINE',
    silence_told = device_shadow.silence_told and excluded.status = 'OFFLINE'
  returning device_id, woken, last_seen_time
)
${tellConditionsText(again)}`

const STORE_UPLINKS = storeUplinksText(false)
const STORE_UPLINKS_AGAIN = storeUplinksText(true)
const STORE_HISTORY = storeUplinksText(true, true)

/**
 * Stores the batch whole or throws the driver's error. A connection that broke during the commit leaves open whether
 * the batch is in: `again` leaves out the messages and events that are.
 */
export async function storeUplinks(db: Sql, batch: UplinkBatch, again = false): Promise<void> {
  const fresh = again ? [] : batch.telemetry.filter((row) => row.fresh)
  const telemetry = again ? batch.telemetry : batch.telemetry.filter((row) => !row.fresh)
  try {
    await insertUplinks(db, { ...batch, telemetry, fresh }, again)
  } catch (error) {
    // Another process stored a row that this one took for the first of its time: then all of them are looked for.
    if (fresh.length === 0 || (error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error
    await insertUplinks(db, { ...batch, fresh: [] }, again)
  }
}

const UNIQUE_VIOLATION = '23505'

async function insertUplinks(
  db: Sql,
  batch: UplinkBatch & { fresh: readonly TelemetryRow[] },
  again: boolean,
): Promise<void> {
  await db.query({
    name: again ? 'store-uplinks-again' : 'store-uplinks',
    text: again ? STORE_UPLINKS_AGAIN : STORE_UPLINKS,
    values: valuesOf(batch),
  })
}

/**
 * The same for the history of an earlier system. A client that crashed repeats what was not acknowledged, so every row
 * is looked up first. The caller was checked to see the devices.
 */
export async function storeHistory(db: Sql, batch: UplinkBatch): Promise<void> {
  const { days = [] } = batch
  await db.query({
    name: 'store-history',
    text: STORE_HISTORY,
    values: [
      ...valuesOf({ ...batch, fresh: [] }),
      numberArray(days.map((d) => d.deviceId)),
      numberArray(days.map((d) => d.from)),
      numberArray(days.map((d) => d.hours)),
    ],
  })
}

function valuesOf(batch: UplinkBatch & { fresh: readonly TelemetryRow[] }): string[] {
  const { messages, telemetry, dirty, events, conditions = [], shadows, fresh } = batch
  return [
    numberArray(messages.map((m) => m.deviceId)),
    numberArray(messages.map((m) => m.ts)),
    textArray(messages.map((m) => m.protocol)),
    textArray(messages.map((m) => m.func)),
    textArray(messages.map((m) => m.result)),
    numberArray(messages.map((m) => m.identity)),
    bytesArray(messages.map((m) => m.raw)),
    ...historyColumns(telemetry),
    numberArray(dirty.map((d) => d.deviceId)),
    numberArray(dirty.map((d) => d.hour)),
    numberArray(events.map((e) => e.deviceId)),
    numberArray(events.map((e) => e.ts)),
    textArray(events.map((e) => e.kind)),
    textArray(events.map((e) => e.code)),
    jsonArray(events.map((e) => JSON.stringify(e.payload))),
    numberArray(shadows.map((s) => s.deviceId)),
    textArray(shadows.map((s) => s.status)),
    textArray(shadows.map((s) => s.offlineCause)),
    jsonArray(shadows.map((s) => shadowJson(s.readings))),
    numberArray(shadows.map((s) => s.firstSeen)),
    numberArray(shadows.map((s) => s.lastSeen)),
    numberArray(shadows.map((s) => s.silentAfter)),
    ...historyColumns(fresh),
    numberArray(conditions.map((c) => c.deviceId)),
    textArray(conditions.map((c) => c.code)),
    numberArray(conditions.map((c) => Number(c.holds))),
    numberArray(conditions.map((c) => c.at)),
    numberArray(shadows.map((s) => s.conditionsAt)),
    numberArray(conditions.map((c) => c.level ?? null)),
    jsonArray(conditions.map((c) => (c.trigger ? JSON.stringify(c.trigger) : null))),
    jsonArray(shadows.map((s) => (s.limitStates === NO_STATES ? null : JSON.stringify(s.limitStates)))),
  ]
}

function historyColumns(rows: readonly TelemetryRow[]): string[] {
  return [
    numberArray(rows.map((t) => t.deviceId)),
    numberArray(rows.map((t) => t.ts)),
    jsonArray(rows.map((t) => JSON.stringify(t.readings))),
    jsonArray(rows.map((t) => t.quality && JSON.stringify(t.quality))),
    textArray(rows.map((t) => t.source)),
  ]
}

/**
 * `{key: [value, epoch ms, quality unless GOOD, last good value, its epoch ms]}`, the last two beneath a BAD value
 * only: every report rewrites the shadow, so it is short. `platform/db/db-reading.ts` reads it in SQL.
 */
export function shadowJson(readings: ReadonlyMap<string, LiveReading>): string {
  const out: Record<string, unknown[]> = {}
  for (const [key, { v, ts, q, good }] of readings) {
    out[key] = q === 'GOOD' ? [v, ts] : good ? [v, ts, q, good.v, good.ts] : [v, ts, q]
  }
  return JSON.stringify(out)
}

/** The inverse. A value that an earlier version stored as good without checking its kind is BAD. */
export function readShadow(json: Record<string, unknown[]>): Map<string, LiveReading> {
  const readings = new Map<string, LiveReading>()
  for (const [key, [v, ts, q, goodV, goodTs]] of Object.entries(json)) {
    const value = v as LiveReading['v']
    const kept = (q as LiveReading['q'] | undefined) ?? 'GOOD'
    const reading: LiveReading = { v: value, ts: ts as number, q: valueFault(key, value) ? 'BAD' : kept }
    if (goodTs !== undefined) reading.good = { v: goodV as LiveReading['v'], ts: goodTs as number }
    readings.set(key, reading)
  }
  return readings
}
