import { bytesArray, numberArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, unscopedText } from '../../../platform/resource/scoped.ts'
import type { LiveReading } from './uplink.rules.ts'
import { readShadow } from './uplink.store.ts'

/** Last values of a device that this process has not met. The caller was found to see it, or is the system itself. */
export async function lastReadings(db: Sql, deviceId: string): Promise<ReadonlyMap<string, LiveReading>> {
  const { rows } = await db.query<{ readings: Record<string, unknown[]> }>(
    `select readings from device_shadow where device_id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  return rows[0] ? readShadow(rows[0].readings) : new Map<string, LiveReading>()
}

/** Something that happened to a device, outside of any report. */
export async function insertEvent(
  db: Sql,
  event: { deviceId: string; ts: number; code: string; payload: unknown },
): Promise<void> {
  await db.query(
    `insert into device_event (device_id, ts, kind, code, payload)
     values ($1, to_timestamp($2::float8 / 1000), 'EVENT', $3, $4) ${unscopedText('pipeline')}`,
    [event.deviceId, event.ts, event.code, JSON.stringify(event.payload)],
  )
}

/** The newest good frame with a function that a station sent since `from` (epoch ms). */
export async function lastFrame(
  db: Sql,
  deviceId: string,
  func: string,
  from: number,
): Promise<{ raw: Uint8Array; receivedAt: number } | undefined> {
  const { rows } = await db.query<{ raw: Uint8Array; received: number }>(
    `select raw, (extract(epoch from ts) * 1000)::float8 as received from device_message
     where device_id = $1 and ts >= to_timestamp($3::float8 / 1000) and func = $2 and direction = 'UP' and result = 'OK'
     ${DEVICE_MARK} order by ts desc, id desc limit 1`,
    [deviceId, func, from],
  )
  return rows[0] && { raw: rows[0].raw, receivedAt: rows[0].received }
}

/** Which of these frames were stored with their values, by their place in the list: same station, time and bytes. */
export async function storedFrames(
  db: Sql,
  deviceId: string,
  frames: readonly { raw: Uint8Array; receivedAt: number }[],
): Promise<Set<number>> {
  const { rows } = await db.query<{ place: number }>(
    `select (o - 1)::int as place from unnest($2::float8[], $3::bytea[]) with ordinality as f (t, b, o)
     where exists (select from device_message m where m.device_id = $1 and m.ts = to_timestamp(t / 1000)
       and m.raw = b and m.result <> 'UNKNOWN_DEVICE') ${unscopedText('pipeline')}`,
    [deviceId, numberArray(frames.map(({ receivedAt }) => receivedAt)), bytesArray(frames.map(({ raw }) => raw))],
  )
  return new Set(rows.map(({ place }) => place))
}
