import { bytesArray, numberArray, textArray } from '../../platform/array-literal.ts'
import type { Sql } from '../../platform/db.ts'
import type { ResourceOptions } from '../../platform/resource-change.ts'
import { unscopedText } from '../../platform/scoped.ts'

/** Frames kept of each station, and stations kept at all: an open port must not fill the disk. */
export const KEPT_FRAMES = 20
export const KEPT_STATIONS = 2000
export const KEPT_DAYS = 7

export interface UnknownFrame {
  protocol: string
  address: string
  remote: string
  ts: number
  raw: Uint8Array
}

/** Adds frames to the rings of their stations. A station beyond the bound is left out until others expire. */
export async function saveUnknownFrames(db: Sql, frames: readonly UnknownFrame[]): Promise<void> {
  await db.query(
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
}

/** One that got a device meanwhile is not unknown any more; its frames expire by themselves. */
export const UNKNOWN_STATIONS: Required<Pick<ResourceOptions, 'computed' | 'only'>> = {
  // Nobody changes a station but the station itself.
  computed: { version: '0' },
  only: `not exists (select from device d where d.station_address = t.address and not d.deleted
    ${unscopedText('in-use')})`,
}

export async function unknownStation(db: Sql, id: string): Promise<{ protocol: string; address: string } | undefined> {
  const { rows } = await db.query<{ protocol: string; address: string }>(
    'select protocol, address from unknown_station where id = $1',
    [id],
  )
  return rows[0]
}

/** Kept frames, oldest first. */
export async function unknownFrames(db: Sql, stationId: string): Promise<{ ts: string; raw: Uint8Array }[]> {
  const { rows } = await db.query<{ ts: string; raw: Uint8Array }>(
    'select ts, raw from unknown_frame where station_id = $1 order by ts, slot',
    [stationId],
  )
  return rows
}

export async function deleteUnknownStation(db: Sql, id: string): Promise<void> {
  await db.query('delete from unknown_station where id = $1', [id])
}

export async function deleteOldUnknownStations(db: Sql): Promise<void> {
  await db.query(`delete from unknown_station where last_time < now() - make_interval(days => $1)`, [KEPT_DAYS])
}
