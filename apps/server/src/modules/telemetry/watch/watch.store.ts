import { countedIn, partOf } from '../../../platform/db/db-reading.ts'
import { numberArray, textArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import type { PumpedDay } from './coefficient.rules.ts'
import type { FramesOfHour } from './frame-errors.rules.ts'

const JOB = unscopedText('job')

/** Frames since then of each device that sent a damaged one, or has that fault. */
export async function framesSince(
  db: Sql,
  since: number,
): Promise<(FramesOfHour & { deviceId: string; isFault: boolean })[]> {
  const { rows } = await db.query<FramesOfHour & { deviceId: string; isFault: boolean } & Record<string, unknown>>(
    `with damaged as (
       select device_id, count(*)::int as bad from v_byte_log
       where ts >= to_timestamp($1::float8 / 1000) and fault = 'checksum' and device_id is not null group by device_id
     ), faulty as (select device_id from v_open_fault where code = 'C04')
     select d.id as "deviceId", coalesce(x.bad, 0) as bad, f.device_id is not null as "isFault",
       (select count(*)::int from device_message m
        where m.device_id = d.id and m.ts >= to_timestamp($1::float8 / 1000) and m.direction = 'UP') as good
     from damaged x full join faulty f on f.device_id = x.device_id join v_device d on d.id = coalesce(x.device_id, f.device_id)
     where not d.deleted order by d.id ${JOB}`,
    [since],
  )
  return rows
}

/** Devices with a pump whose water and energy are counted, with the day that was judged last. */
export async function pumpsAfter(
  db: Sql,
  after: string,
  most: number,
): Promise<{ deviceId: string; judgedDay: string | null }[]> {
  const { rows } = await db.query<{ deviceId: string; judgedDay: string | null }>(
    `select d.id as "deviceId", c.day::text as "judgedDay"
     from v_device d join v_product p on p.id = d.product_id left join device_coefficient c on c.device_id = d.id
     where p.device_type_code in ('WATER_CONTROLLER', 'PUMP') and not d.deleted and d.enabled and d.id > $1
     order by d.id limit $2 ${JOB}`,
    [after, most],
  )
  return rows
}

/** What these devices moved and took on these days, as far as both were counted. */
export async function pumpedDays(
  db: Sql,
  days: readonly { deviceId: string; day: string }[],
): Promise<(PumpedDay & { deviceId: string; day: string })[]> {
  const counted = (key: string) => countedIn(partOf('t.stats', key))
  const { rows } = await db.query<PumpedDay & { deviceId: string; day: string } & Record<string, unknown>>(
    `select * from (
       select x.d as "deviceId", x.day::text as day, ${counted('waterTotal')} as "waterM3",
         ${counted('energyTotal')} as "energyKwh", w.pump_head_m::float8 as "headM"
       from unnest($1::bigint[], $2::date[]) as x (d, day)
       join telemetry_day t on t.device_id = x.d and t.day = x.day
       left join v_well w on w.device_id = x.d
     ) of_day where "waterM3" is not null and "energyKwh" is not null ${JOB}`,
    [numberArray(days.map(({ deviceId }) => deviceId)), textArray(days.map(({ day }) => day))],
  )
  return rows
}

/** Keeps what a day came to, so that it is judged once. */
export async function saveCoefficient(
  tx: Sql,
  { deviceId, day, waterM3, energyKwh }: PumpedDay & { deviceId: string; day: string },
): Promise<void> {
  await tx.query(
    `insert into device_coefficient (device_id, day, water_m3, energy_kwh) values ($1, $2, $3, $4)
     on conflict (device_id) do update
       set day = excluded.day, water_m3 = excluded.water_m3, energy_kwh = excluded.energy_kwh ${JOB}`,
    [deviceId, day, waterM3, energyKwh],
  )
}
