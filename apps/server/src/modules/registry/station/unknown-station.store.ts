import { unknownStationResource } from '@sluice/contract'
import { tellRowsOf } from '../../../platform/resource/changed-rows.ts'
import { bytesArray, numberArray, textArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { ResourceOptions } from '../../../platform/resource/resource-change.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** Stored frames of each station, and stored stations in total: an open port must not fill the disk. */
const KEPT_FRAMES = 20
export const KEPT_STATIONS = 2000
const KEPT_DAYS = 7

export interface UnknownFrame {
  protocol: string
  address: string
  remote: string
  ts: number
  raw: Uint8Array
}

/** Adds frames to the rings of their stations. A station beyond the bound is left out until others expire. */
export async function saveUnknownFrames(tx: Sql, frames: readonly UnknownFrame[]): Promise<void> {
  await tx.query(
    `with given as (
       select p, a, r, to_timestamp(t / 1000) as ts, b, o from unnest($1::text[], $2::text[], $3::text[], $4::float8[], $5::bytea[])
       with ordinality as x (p, a, r, t, b, o)
     ), station as (
       insert into unknown_station as s (protocol, address, remote, first_time, last_time, frame_count)
       select p, a, max(r), min(ts), max(ts), count(*) from given
       where exists (select from unknown_station k where k.protocol = p and k.address = a)
          or (select count(*) from unknown_station) < $6
       group by p, a
       on conflict (protocol, address) do update set remote = excluded.remote,
         last_time = greatest(s.last_time, excluded.last_time), frame_count = s.frame_count + excluded.frame_count
       returning id, protocol, address, frame_count
     ), placed as (
       select s.id, (s.frame_count - row_number() over (partition by s.id order by g.o desc)) % $7 as slot, g.ts, g.b, g.o
       from given g join station s on s.protocol = g.p and s.address = g.a
     )
     insert into unknown_frame (station_id, slot, ts, raw)
     select distinct on (id, slot) id, slot, ts, b from placed order by id, slot, o desc
     on conflict (station_id, slot) do update set ts = excluded.ts, raw = excluded.raw`,
    [
      textArray(frames.map((f) => f.protocol)),
      textArray(frames.map((f) => f.address)),
      textArray(frames.map((f) => f.remote)),
      numberArray(frames.map((f) => f.ts)),
      bytesArray(frames.map((f) => f.raw)),
      KEPT_STATIONS,
      KEPT_FRAMES,
    ],
  )
  await tellRowsOf(tx, unknownStationResource)
}

/** The station `t` is the slave `d` of the gateway `m`, which calls it so: `<number of the gateway>/<number or name>`. */
const IS_SLAVE = `m.device_no = split_part(t.address, '/', 1)
  and exists (select from product mp where mp.id = m.product_id and mp.protocol = t.protocol)
  and d.master_id = m.id and not m.deleted and not d.deleted
  and substr(t.address, length(m.device_no) + 2) in (d.device_no, d.name)`

/** A station that got a device meanwhile is no longer unknown; its stored frames are sent to the device. */
export const UNKNOWN_STATIONS: Pick<ResourceOptions<typeof unknownStationResource>, 'computed' | 'only'> = {
  // A station has no version, because only its own frames change it.
  computed: { version: '0' },
  only: `not exists (select from device d where d.station_address = t.address and not d.deleted
    ${unscopedText('in-use')})
    and not exists (select from device m join device d on ${IS_SLAVE} ${unscopedText('in-use')})`,
}

/** A station with a device: its stored frames wait for the pipeline. */
export interface AdoptedStation {
  id: string
  protocol: string
  /** The device that holds the line. */
  stationId: string
}

/** All stations that have a device, or this one if it does. */
export async function adoptedStations(db: Sql, id: string | null = null): Promise<AdoptedStation[]> {
  const { rows } = await db.query<AdoptedStation & Record<string, unknown>>(
    `select t.id, t.protocol, d.id as "stationId" from unknown_station t
     join device d on d.station_address = t.address and not d.deleted
     join product p on p.id = d.product_id and p.protocol = t.protocol
     where $1::bigint is null or t.id = $1
     union
     select t.id, t.protocol, m.id from unknown_station t join device m on m.device_no = split_part(t.address, '/', 1)
     join device d on ${IS_SLAVE}
     where $1::bigint is null or t.id = $1 ${unscopedText('job')}`,
    [id],
  )
  return rows
}

/** Of several that would replay one station's frames, here or in another process, one does. */
export async function lockReplay(tx: Sql, stationId: string): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('unknown-station.replay', $1::bigint))", [stationId])
}

export async function unknownStation(db: Sql, id: string): Promise<{ protocol: string; address: string } | undefined> {
  const { rows } = await db.query<{ protocol: string; address: string }>(
    'select protocol, address from unknown_station where id = $1',
    [id],
  )
  return rows[0]
}

export interface StoredFrame {
  slot: number
  ts: string
  raw: Uint8Array
}

/** Stored frames, oldest first. */
export async function unknownFrames(db: Sql, stationId: string): Promise<StoredFrame[]> {
  const { rows } = await db.query<StoredFrame & Record<string, unknown>>(
    'select slot, ts, raw from unknown_frame where station_id = $1 order by ts, slot',
    [stationId],
  )
  return rows
}

/** Forgets these frames, unless others came into their places, and the station when it has none left. */
export async function forgetFrames(tx: Sql, stationId: string, frames: readonly StoredFrame[]): Promise<void> {
  await tx.query(
    `delete from unknown_frame f using unnest($2::int[], $3::text[]) as g (slot, ts)
     where f.station_id = $1 and f.slot = g.slot and f.ts = g.ts::timestamptz`,
    [stationId, numberArray(frames.map(({ slot }) => slot)), textArray(frames.map(({ ts }) => ts))],
  )
  await tx.query(
    'delete from unknown_station where id = $1 and not exists (select from unknown_frame where station_id = $1)',
    [stationId],
  )
  await tellRowsOf(tx, unknownStationResource)
}

/** Deletes silent ones; while its device is new, a station's frames may still be stored. */
export async function deleteOldUnknownStations(tx: Sql): Promise<void> {
  const { rowCount } = await tx.query(
    `delete from unknown_station t where t.last_time < now() - make_interval(days => $1)
     and not exists (select from device d where d.station_address = t.address and not d.deleted
       and d.create_time > now() - make_interval(days => $1))
     and not exists (select from device m join device d on ${IS_SLAVE}
       where d.create_time > now() - make_interval(days => $1)) ${unscopedText('job')}`,
    [KEPT_DAYS],
  )
  if (rowCount) await tellRowsOf(tx, unknownStationResource)
}
