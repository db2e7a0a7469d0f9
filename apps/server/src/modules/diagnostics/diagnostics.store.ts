import type { ConnectionEvent } from '@sluice/contract'
import { bytesArray, numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'

const MARK = unscopedText('pipeline')

export interface ConnectionEntry {
  at: number
  deviceId: string | null
  protocol: string
  channelId: string
  remote: string
  event: ConnectionEvent['event']
  reason: string | null
  durationS: number | null
  bytesIn: number
  bytesOut: number
}

export interface ByteEntry {
  at: number
  deviceId: string | null
  protocol: string
  channelId: string
  remote: string
  direction: 'UP' | 'DOWN'
  raw: Uint8Array
  fault: string | null
  faultAt: number | null
  note: string | null
}

export async function insertConnections(db: Sql, entries: readonly ConnectionEntry[]): Promise<void> {
  await db.query(
    `${MARK} insert into connect_log
       (ts, device_id, protocol, channel_id, remote, event, reason, duration_s, bytes_in, bytes_out)
     select to_timestamp(t / 1000), d, p, c, r, e, w, s, i, o
     from unnest($1::float8[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::float8[],
                 $9::bigint[], $10::bigint[]) as x (t, d, p, c, r, e, w, s, i, o)`,
    [
      numberArray(entries.map((e) => e.at)),
      numberArray(entries.map((e) => e.deviceId)),
      textArray(entries.map((e) => e.protocol)),
      textArray(entries.map((e) => e.channelId)),
      textArray(entries.map((e) => e.remote)),
      textArray(entries.map((e) => e.event)),
      textArray(entries.map((e) => e.reason)),
      numberArray(entries.map((e) => e.durationS)),
      numberArray(entries.map((e) => e.bytesIn)),
      numberArray(entries.map((e) => e.bytesOut)),
    ],
  )
}

export async function insertBytes(db: Sql, entries: readonly ByteEntry[]): Promise<void> {
  await db.query(
    `${MARK} insert into byte_log (ts, device_id, protocol, channel_id, remote, direction, raw, fault, fault_at, note)
     select to_timestamp(t / 1000), d, p, c, r, w, b, f, a, n
     from unnest($1::float8[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bytea[], $8::text[],
                 $9::int[], $10::text[]) as x (t, d, p, c, r, w, b, f, a, n)`,
    [
      numberArray(entries.map((e) => e.at)),
      numberArray(entries.map((e) => e.deviceId)),
      textArray(entries.map((e) => e.protocol)),
      textArray(entries.map((e) => e.channelId)),
      textArray(entries.map((e) => e.remote)),
      textArray(entries.map((e) => e.direction)),
      bytesArray(entries.map((e) => e.raw)),
      textArray(entries.map((e) => e.fault)),
      numberArray(entries.map((e) => e.faultAt)),
      textArray(entries.map((e) => e.note)),
    ],
  )
}

interface ConnectionRow extends Record<string, unknown> {
  id: string
  ts: string
  channel_id: string
  remote: string
  event: ConnectionEvent['event']
  reason: string | null
  duration_s: number | null
  bytes_in: string
  bytes_out: string
}

/** Connection events of one device, newest first. */
export async function connectionsOf(
  db: Sql,
  deviceId: ScopedDeviceId,
  page: { page: number; limit: number },
): Promise<{ list: ConnectionEvent[]; total: number }> {
  const counted = db.query<{ total: string }>(
    `select count(*) as total from connect_log where device_id = $1 ${DEVICE_MARK}`,
    [deviceId],
  )
  const listed = db.query<ConnectionRow>(
    `select id, ts, channel_id, remote, event, reason, duration_s, bytes_in, bytes_out
     from connect_log where device_id = $1 ${DEVICE_MARK} order by ts desc, id desc limit $2 offset $3`,
    [deviceId, page.limit, (page.page - 1) * page.limit],
  )
  const [total, { rows }] = [await counted, await listed]
  const list = rows.map((row) => ({
    id: row.id,
    ts: row.ts,
    channelId: row.channel_id,
    remote: row.remote,
    event: row.event,
    reason: row.reason,
    durationS: row.duration_s,
    bytesIn: Number(row.bytes_in),
    bytesOut: Number(row.bytes_out),
  }))
  return { list, total: Number(total.rows[0]?.total ?? 0) }
}
