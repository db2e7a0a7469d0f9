import type { ConnectionEvent } from '@sluice/contract'
import { bytesArray, numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import { unscopedText } from '../../platform/resource/scoped.ts'

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
