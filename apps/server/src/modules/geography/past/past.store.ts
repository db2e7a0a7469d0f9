import { type DevicesAt, MAP_FLAGS, MAP_STATUS, type MapEvents, PAST_EVENTS, SILENCE_FAULTS } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import { numberIn, partOf } from '../../../platform/db/db-reading.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopePredicate } from '../../../platform/resource/scoped.ts'
import type { Scope } from '../../../platform/http/session.ts'

/** A report older than this says nothing about a moment: the longest usual interval is a day. */
const REACH = '25 hours'
/** Reports of one device that are looked through for the last value of each metric. */
const REPORTS = 200

const OPENING = sql.raw(numberIn(partOf('l.readings', 'opening')))

/** Faults at the moment by device; those of silence are left out, because the status says it. */
const faultsAt = (time: string) => sql`
  select f.device_id, max(f.level) as level, bool_or(f.code = 'P01') as low from v_fault f
  where f.first_time <= ${time} and (f.condition_state = 'ACTIVE' or f.clear_time > ${time})
    and f.code <> all(${SILENCE_FAULTS})
  group by f.device_id`

type Row = { id: string; status: number; level: number; flags: number; seen: number | null; opening: number | null }

/** How often the devices of each product report unless they have an interval of their own, s. */
export type Intervals = readonly { productNo: string; reportIntervalS: number; silentAfterS?: number }[]

export const usualOf = (intervals: Intervals) =>
  sql`(select * from unnest(${intervals.map(({ productNo }) => productNo)}::text[],
    ${intervals.map(({ reportIntervalS }) => reportIntervalS)}::int[],
    ${intervals.map(({ silentAfterS = null }) => silentAfterS)}::int[]) as u (product_no, every, silent))`

/** For how long a device counts as online after it was heard, s: as its pipeline decides, by its interval `every`. */
export const silenceS = (every: RawBuilder<unknown>, silent: RawBuilder<unknown>) =>
  sql`case when ${silent} >= ${every} then ${silent} else 2.5 * ${every} end`

/** The devices in scope as their last reports and faults by then say (contract: devicesAt). */
export async function devicesThen(db: Sql, scope: Scope, time: string, intervals: Intervals): Promise<DevicesAt> {
  const { rows } = await sql<Row>`
    with own as materialized (
      select d.id, d.master_id, d.enabled, coalesce(d.report_interval_s, u.every) as every, u.silent, r.ts, r.readings
      from v_device d
      join v_product p on p.id = d.product_id
      left join ${usualOf(intervals)} u on u.product_no = p.product_no
      left join lateral (
        select ts, readings from v_report r where r.device_id = d.id and r.ts <= ${time}
          and r.ts > ${time}::timestamptz - ${REACH}::interval order by r.ts desc limit 1) r on true
      where not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
    ), behind as (select master_id, max(ts) as ts from own where master_id is not null group by master_id),
    known as (
      select own.*, greatest(own.ts, behind.ts) as heard from own left join behind on behind.master_id = own.id
    ), linked as (
      select known.*, heard >= ${time}::timestamptz - make_interval(secs => ${silenceS(sql`every`, sql`silent`)}) as online from known
    )
    select l.id::text as id, coalesce(f.level, 0) as level,
      case when not l.enabled then ${sql.lit(MAP_STATUS.DISABLED)} when l.heard is null then ${sql.lit(MAP_STATUS.INACTIVE)}
        when l.online then ${sql.lit(MAP_STATUS.ONLINE)} else ${sql.lit(MAP_STATUS.OFFLINE)} end as status,
      case when l.online and l.readings->>'valveState' in ('OPENING', 'CLOSING') then ${sql.lit(MAP_FLAGS.moving)} else 0 end
        + case when f.low then ${sql.lit(MAP_FLAGS.lowBattery)} else 0 end as flags,
      extract(epoch from l.heard)::float8 as seen,
      ${OPENING} as opening
    from linked l left join (${faultsAt(time)}) f on f.device_id = l.id
    order by l.id`.execute(db.tables<unknown>())
  return {
    time,
    ids: rows.map(({ id }) => id),
    status: rows.map(({ status }) => status),
    levels: rows.map(({ level }) => level),
    flags: rows.map(({ flags }) => flags),
    seen: rows.map(({ seen }) => (seen === null ? null : Math.floor(seen))),
    openings: rows.map(({ opening }) => opening),
  }
}

/** What happened in the range, in order of time. */
export async function eventsBetween(
  db: Sql,
  scope: Scope,
  { from, to }: { from: string; to: string },
): Promise<MapEvents> {
  const commands = await sql<MapEvents['commands'][number]>`
    select c.id::text as id, c.device_id::text as "deviceId", d.name as "deviceName", c.code, c.status,
      c.create_time as "createTime"
    from v_command c join v_device d on d.id = c.device_id
    where c.create_time >= ${from} and c.create_time <= ${to} and c.target is not null
      and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
    order by c.create_time desc limit ${PAST_EVENTS}`.execute(db.tables<unknown>())
  const faults = await sql<MapEvents['faults'][number]>`
    select f.id::text as id, f.device_id::text as "deviceId", d.name as "deviceName", f.code, f.level,
      f.first_time as "firstTime", f.clear_time as "clearTime"
    from v_fault f join v_device d on d.id = f.device_id
    where f.first_time <= ${to} and (f.condition_state = 'ACTIVE' or f.clear_time >= ${from})
      and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
    order by f.first_time desc limit ${PAST_EVENTS}`.execute(db.tables<unknown>())
  return { commands: commands.rows.toReversed(), faults: faults.rows.toReversed() }
}

type Report = { ts: string; readings: Record<string, ReadingThen['v']>; quality: Record<string, string> | null }

/** A value as it was then. */
export interface ReadingThen {
  v: number | boolean | string | null
  ts: string
  q: string
}

/** Of each metric the last value by then. */
export async function valuesThen(
  db: Sql,
  deviceId: ScopedDeviceId,
  time: string,
): Promise<Record<string, ReadingThen>> {
  const { rows } = await db.query<Report>(
    `select ts, readings, quality from v_report where device_id = $1 and ts <= $2
       and ts > $2::timestamptz - $3::interval ${DEVICE_MARK} order by ts desc limit $4`,
    [deviceId, time, REACH, REPORTS],
  )
  const values: Record<string, ReadingThen> = {}
  for (const { ts, readings, quality } of rows) {
    for (const [key, v] of Object.entries(readings)) values[key] ??= { v, ts, q: quality?.[key] ?? 'GOOD' }
  }
  return values
}
