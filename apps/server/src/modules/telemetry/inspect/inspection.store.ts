import type { Verdict } from '@sluice/contract'
import { sql } from 'kysely'
import type { ReadingValue } from '@sluice/devices'
import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, rowId, type ScopedDeviceId, scopePredicate } from '../../../platform/resource/scoped.ts'
import type { Scope } from '../../../platform/http/session.ts'
import type { LiveReading } from '../uplink/uplink.rules.ts'
import { type KnownFault, storedAt } from './inspection.rules.ts'

export interface FoundMessage {
  id: string
  ts: string
  at: number
  direction: 'UP' | 'DOWN'
  protocol: string
  func: string | null
  result: Verdict
  raw: Uint8Array
  earlier: string | null
  later: string | null
}

/** One stored message of a device, with those beside it. */
export async function messageOf(
  db: Sql,
  deviceId: ScopedDeviceId,
  messageId: string,
): Promise<FoundMessage | undefined> {
  const { rows } = await db.query<FoundMessage & Record<string, unknown>>(
    `select m.id, m.ts, (extract(epoch from m.ts) * 1000)::float8 as at, m.direction, m.protocol, m.func, m.result, m.raw,
       (select e.id from device_message e where e.device_id = $1 and (e.ts, e.id) < (m.ts, m.id)
        order by e.ts desc, e.id desc limit 1) as earlier,
       (select l.id from device_message l where l.device_id = $1 and (l.ts, l.id) > (m.ts, m.id)
        order by l.ts, l.id limit 1) as later
     from device_message m where m.device_id = $1 and m.id = $2 ${DEVICE_MARK} limit 1`,
    [deviceId, rowId(messageId)],
  )
  return rows[0]
}

export interface NamedDevice {
  id: ScopedDeviceId
  name: string
}

/** Those of the devices that the scope sees, with their names. */
export async function namedInSight(db: Sql, scope: Scope, ids: readonly string[]): Promise<NamedDevice[]> {
  const { rows } = await sql<NamedDevice>`
    select d.id::text as id, d.name from v_device d
    where d.id = any(${ids}::bigint[]) and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    db.tables<unknown>(),
  )
  return rows
}

/** Which keys are stored under these times of devices. */
export async function keysStored(
  db: Sql,
  asked: readonly { deviceId: ScopedDeviceId; ts: number }[],
): Promise<Map<string, Set<string>>> {
  if (asked.length === 0) return new Map()
  const { rows } = await db.query<{ device_id: string; ts: string; keys: string[] }>(
    `select t.device_id, t.ts, array(select jsonb_object_keys(t.readings)) as keys
     from unnest($1::bigint[], $2::float8[]) as x (d, at)
     join telemetry t on t.device_id = x.d and t.ts = to_timestamp(x.at / 1000) ${DEVICE_MARK}`,
    [numberArray(asked.map(({ deviceId }) => deviceId)), numberArray(asked.map(({ ts }) => ts))],
  )
  return new Map(rows.map(({ device_id: id, ts, keys }) => [storedAt(id, ts), new Set(keys)]))
}

/** The report of each device that was the last one before a moment (epoch ms). */
export async function readingsBefore(
  db: Sql,
  deviceIds: readonly ScopedDeviceId[],
  at: number,
): Promise<Map<string, Map<string, LiveReading>>> {
  const { rows } = await db.query<{ device_id: string; at: number; readings: Record<string, ReadingValue> }>(
    `select x.d as device_id, (extract(epoch from t.ts) * 1000)::float8 as at, t.readings
     from unnest($1::bigint[]) as x (d) cross join lateral (
       select ts, readings from telemetry where device_id = x.d and ts < to_timestamp($2::float8 / 1000)
       order by ts desc limit 1) t ${DEVICE_MARK}`,
    [numberArray(deviceIds), at],
  )
  return new Map(
    rows.map(({ device_id: id, at: ts, readings }) => [
      id,
      new Map(Object.entries(readings).map(([key, v]): [string, LiveReading] => [key, { v, ts, q: 'GOOD' }])),
    ]),
  )
}

/** Faults of a device that were open at a moment, or that are now. */
export async function faultsKnown(db: Sql, deviceId: ScopedDeviceId, at: number): Promise<KnownFault[]> {
  const { rows } = await db.query<{ code: string; level: number; begun: number; cleared: number | null }>(
    `select code, level, (extract(epoch from first_time) * 1000)::float8 as begun,
       (extract(epoch from clear_time) * 1000)::float8 as cleared
     from v_fault where device_id = $1 and first_time <= to_timestamp($2::float8 / 1000)
       and (clear_time is null or clear_time >= to_timestamp($2::float8 / 1000)) ${DEVICE_MARK}`,
    [deviceId, at],
  )
  return rows.map(({ code, level, begun, cleared }) => ({ deviceId, code, level, from: begun, to: cleared }))
}

/** The number of the product of a device that was found visible before. */
export async function productOf(db: Sql, deviceId: ScopedDeviceId): Promise<string | undefined> {
  const { rows } = await db.query<{ productNo: string }>(
    `select p.product_no as "productNo" from v_device d join v_product p on p.id = d.product_id
     where d.id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0]?.productNo
}

/** The newest frames that a device sent since then (epoch ms), oldest first. */
export async function framesSince(
  db: Sql,
  deviceId: ScopedDeviceId,
  since: number,
  most: number,
): Promise<{ raw: Uint8Array; at: number }[]> {
  const { rows } = await db.query<{ raw: Uint8Array; at: number }>(
    `select raw, (extract(epoch from ts) * 1000)::float8 as at from device_message
     where device_id = $1 and direction = 'UP' and ts >= to_timestamp($2::float8 / 1000)
     order by ts desc, id desc limit $3 ${DEVICE_MARK}`,
    [deviceId, since, most],
  )
  return rows.toReversed()
}
