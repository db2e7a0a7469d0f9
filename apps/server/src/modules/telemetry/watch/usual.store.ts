import { derivedOf, USUAL_KEYS } from '@sluice/devices'
import { jsonArray, numberArray, textArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import type { KeptHour, UsualHours } from './usual.rules.ts'

const JOB = unscopedText('job')

/** Those that a burst is looked for in. */
const TYPES = derivedOf('burstFlow')?.types ?? []

/** Devices whose usual hours were not counted since then, some of them; a time that is yet to come counts as never. */
export async function devicesToCount(db: Sql, since: number, now: number, most: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select d.id from v_device d join v_product p on p.id = d.product_id left join device_usual u on u.device_id = d.id
     where p.device_type_code = any($1::text[]) and not d.deleted and d.enabled
       and (u.counted_time is null or u.counted_time < to_timestamp($2::float8 / 1000)
         or u.counted_time > to_timestamp($3::float8 / 1000))
     order by d.id limit $4 ${JOB}`,
    [textArray(TYPES), since, now, most],
  )
  return rows.map(({ id }) => id)
}

/** The hours of these devices between two times, as far as they have one of the metrics. */
export async function hoursOfDevices(
  db: Sql,
  deviceIds: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<Map<string, KeptHour[]>> {
  const { rows } = await db.query<KeptHour & { id: string } & Record<string, unknown>>(
    `select h.device_id as id, extract(epoch from h.bucket)::float8 * 1000 as at,
       (select jsonb_object_agg(k, h.stats -> k) from unnest($2::text[]) as k where h.stats ? k) as stats
     from telemetry_hour h
     where h.device_id = any($1::bigint[]) and h.bucket >= to_timestamp($3::float8 / 1000)
       and h.bucket < to_timestamp($4::float8 / 1000) and h.stats ?| $2 ${JOB}`,
    [numberArray(deviceIds), [...USUAL_KEYS], from, to],
  )
  return Map.groupBy(rows, ({ id }) => id)
}

export async function saveUsual(tx: Sql, usual: ReadonlyMap<string, UsualHours>, at: number): Promise<void> {
  await tx.query(
    `insert into device_usual (device_id, hours, counted_time)
     select d, h, to_timestamp($3::float8 / 1000) from unnest($1::bigint[], $2::jsonb[]) as x (d, h)
     where exists (select from v_device v where v.id = d)
     on conflict (device_id) do update set hours = excluded.hours, counted_time = excluded.counted_time ${JOB}`,
    [numberArray([...usual.keys()]), jsonArray([...usual.values()].map((hours) => JSON.stringify(hours))), at],
  )
}

/** What is usual of these devices; those of which nothing is known are omitted. */
export async function usualOfDevices(
  db: Sql,
  deviceIds: readonly string[],
  mark: string,
): Promise<Map<string, UsualHours>> {
  const { rows } = await db.query<{ id: string; hours: UsualHours }>(
    `select device_id as id, hours from device_usual where device_id = any($1::bigint[]) and hours <> '{}' ${mark}`,
    [numberArray(deviceIds)],
  )
  return new Map(rows.map(({ id, hours }) => [id, hours]))
}

/** The same of all that were counted since then. */
export async function usualCountedSince(db: Sql, since: number): Promise<Map<string, UsualHours>> {
  const { rows } = await db.query<{ id: string; hours: UsualHours }>(
    `select device_id as id, hours from device_usual where counted_time >= to_timestamp($1::float8 / 1000) ${JOB}`,
    [since],
  )
  return new Map(rows.map(({ id, hours }) => [id, hours]))
}
