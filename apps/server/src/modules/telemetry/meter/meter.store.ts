import type { MeterExchange } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import { ANCHOR, type Exchange } from './meter.rules.ts'

/** One exchange at a time for a device, so that two cannot pass each other unseen. */
export async function lockMeter(tx: Sql, deviceId: ScopedDeviceId): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('meter ' || $1, 0))", [deviceId])
}

/** Whether the counter was exchanged at that time or later. */
export async function isOvertaken(tx: Sql, deviceId: ScopedDeviceId, key: string, ts: number): Promise<boolean> {
  const { rows } = await tx.query(
    `select from meter_exchange where device_id = $1 and key = $2 and ts >= to_timestamp($3::float8 / 1000)
     limit 1 ${DEVICE_MARK}`,
    [deviceId, key, ts],
  )
  return rows.length > 0
}

/** A time at which the device has no report yet, from `ts` on, with the millisecond after it. */
export async function freeTime(tx: Sql, deviceId: ScopedDeviceId, ts: number): Promise<number> {
  const { rows } = await tx.query<{ ts: number }>(
    `select x.ts::float8 as ts from generate_series($2::float8::bigint, $2::float8::bigint + 999) as x (ts)
     where not exists (select from telemetry t where t.device_id = $1
       and t.ts in (to_timestamp(x.ts / 1000.0), to_timestamp((x.ts + 1) / 1000.0))) order by x.ts limit 1 ${DEVICE_MARK}`,
    [deviceId, ts],
  )
  return rows[0]?.ts ?? ts
}

export interface NewExchange extends Exchange {
  key: string
  oldMeterNo: string | null
  newMeterNo: string | null
  remark: string | null
  byName: string
  userId: string
}

/**
 * Writes it down, and both readings among the reports, where every sum is made from; the hour is marked to be made again
 * with what comes after it.
 */
export async function saveExchange(tx: Sql, deviceId: ScopedDeviceId, one: NewExchange): Promise<string> {
  const { key, ts, oldLast, newFirst } = one
  const { rows } = await tx.query<{ id: string }>(
    `insert into meter_exchange
       (device_id, key, ts, old_last, new_first, old_meter_no, new_meter_no, remark, by_name, create_by)
     values ($1, $2, to_timestamp($3::float8 / 1000), $4, $5, $6, $7, $8, $9, $10) returning id ${DEVICE_MARK}`,
    [deviceId, key, ts, oldLast, newFirst, one.oldMeterNo, one.newMeterNo, one.remark, one.byName, one.userId],
  )
  await tx.query(
    `insert into telemetry (device_id, ts, readings, quality, source) values
       ($1, to_timestamp($3::float8 / 1000), jsonb_build_object($2::text, $4::float8), jsonb_build_object($2::text, 'MANUAL'), 'RECOVERED'),
       ($1, to_timestamp(($3::float8 + 1) / 1000), jsonb_build_object($2::text, $5::float8), jsonb_build_object($2::text, '${ANCHOR}'), 'RECOVERED')
     ${DEVICE_MARK}`,
    [deviceId, key, ts, oldLast, newFirst],
  )
  await tx.query(
    `insert into rollup_dirty (device_id, bucket)
     select $1, date_trunc('hour', at, 'UTC')
     from (values (to_timestamp($2::float8 / 1000)), (to_timestamp(($2::float8 + 1) / 1000))) as x (at) group by 2
     on conflict do nothing ${DEVICE_MARK}`,
    [deviceId, ts],
  )
  return rows[0]!.id
}

/** Writes the reading that a counter begins at among the reports; its hour is marked to be made again. */
export async function saveAnchor(
  tx: Sql,
  deviceId: ScopedDeviceId,
  { key, ts, value }: { key: string; ts: number; value: number },
): Promise<void> {
  await tx.query(
    `insert into telemetry (device_id, ts, readings, quality, source) values
       ($1, to_timestamp($3::float8 / 1000), jsonb_build_object($2::text, $4::float8),
        jsonb_build_object($2::text, '${ANCHOR}'), 'RECOVERED') ${DEVICE_MARK}`,
    [deviceId, key, ts, value],
  )
  await tx.query(
    `insert into rollup_dirty (device_id, bucket) values ($1, date_trunc('hour', to_timestamp($2::float8 / 1000), 'UTC'))
     on conflict do nothing ${DEVICE_MARK}`,
    [deviceId, ts],
  )
}

export async function exchangesOf(db: Sql, deviceId: ScopedDeviceId): Promise<MeterExchange[]> {
  const { rows } = await db.query<MeterExchange & { at: Date }>(
    `select id, key, ts as at, old_last as "oldLast", new_first as "newFirst", old_meter_no as "oldMeterNo",
       new_meter_no as "newMeterNo", remark, by_name as "byName"
     from meter_exchange where device_id = $1 order by ts desc, id desc ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows.map(({ at, ...row }) => ({ ...row, time: new Date(at).toISOString() }))
}
