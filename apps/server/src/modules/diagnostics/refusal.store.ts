import { type DeviceRefusal, type RefusalReason, refusalResource } from '@sluice/contract'
import { tellRowsOfDevices } from '../../platform/resource/changed-rows.ts'
import { bytesArray, numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'
import type { RefusalCount } from './refusal.recorder.ts'

const MARK = unscopedText('pipeline')

/** Stored rows of one remote without a device, of all such remotes, of one device, and of all devices. */
export const KEPT_OF_REMOTE = 20
export const KEPT_OF_STRANGERS = 2000
export const KEPT_OF_DEVICE = 20
const KEPT_OF_DEVICES = 10_000
const SHOWN_OF_DEVICE = 10

export const REFUSALS: Pick<ResourceOptions<typeof refusalResource>, 'computed'> = {
  // A refusal has no version, because it is only counted and never edited.
  computed: { version: '0', hex: "upper(encode(t.bytes, 'hex'))" },
}

/**
 * Adds to the rows of these kinds, and deletes the oldest above the limits: unidentified senders never displace rows of
 * devices.
 */
export async function saveRefusals(tx: Sql, counts: readonly RefusalCount[]): Promise<void> {
  await tx.query(
    `${MARK} insert into refusal as r
       (remote, protocol, reason, device_id, station, detail, bytes, byte_at, first_time, last_time, count)
     select a, p, w, d, s, x, nullif(b, ''::bytea), o, to_timestamp(f / 1000), to_timestamp(l / 1000), n
     from unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::bytea[], $8::int[],
                 $9::float8[], $10::float8[], $11::bigint[]) as g (a, p, w, d, s, x, b, o, f, l, n)
     where d is null or exists (select from v_device where id = d)
     on conflict (remote, protocol, reason, coalesce(device_id, 0)) do update set
       last_time = excluded.last_time, count = r.count + excluded.count, station = excluded.station,
       detail = excluded.detail, bytes = excluded.bytes, byte_at = excluded.byte_at`,
    [
      textArray(counts.map((c) => c.remote)),
      textArray(counts.map((c) => c.protocol)),
      textArray(counts.map((c) => c.reason)),
      numberArray(counts.map((c) => c.deviceId)),
      textArray(counts.map((c) => c.station)),
      textArray(counts.map((c) => c.detail)),
      bytesArray(counts.map((c) => c.bytes ?? new Uint8Array())),
      numberArray(counts.map((c) => c.byteAt)),
      numberArray(counts.map((c) => c.firstAt)),
      numberArray(counts.map((c) => c.lastAt)),
      numberArray(counts.map((c) => c.count)),
    ],
  )
  await tellRowsOfDevices(
    tx,
    refusalResource,
    counts.map(({ deviceId }) => deviceId),
  )
  await tx.query(
    `${MARK} with placed as (
       select id, device_id is null as strange,
         row_number() over (partition by device_id, case when device_id is null then remote end order by last_time desc, id desc) as of_one,
         row_number() over (partition by device_id is null order by last_time desc, id desc) as of_all
       from refusal
     )
     delete from refusal r using placed p where p.id = r.id
       and (p.of_one > case when p.strange then $1::int else $2::int end
         or p.of_all > case when p.strange then $3::int else $4::int end)`,
    [KEPT_OF_REMOTE, KEPT_OF_DEVICE, KEPT_OF_STRANGERS, KEPT_OF_DEVICES],
  )
}

interface RefusalRow extends Record<string, unknown> {
  last_time: string
  remote: string
  reason: RefusalReason
  count: string
}

/** The latest of one device, newest first. */
export async function refusalsOf(db: Sql, deviceId: ScopedDeviceId): Promise<DeviceRefusal[]> {
  const { rows } = await db.query<RefusalRow>(
    `select last_time, remote, reason, count from refusal where device_id = $1 ${DEVICE_MARK}
     order by last_time desc, id desc limit ${SHOWN_OF_DEVICE}`,
    [deviceId],
  )
  return rows.map(({ last_time: lastTime, remote, reason, count }) => {
    return { lastTime, remote, reason, count: Number(count) }
  })
}
