import type { Fault, FaultOrigin } from '@sluice/contract'
import { jsonArray, numberArray, textArray } from '../../platform/db/array-literal.ts'
import type { Sql } from '../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../platform/resource/scoped.ts'

const MARK = unscopedText('pipeline')

export async function allActiveFaults(db: Sql): Promise<{ deviceId: string; code: string; level: number }[]> {
  const { rows } = await db.query<{ device_id: string; code: string; level: number }>(
    `select device_id, code, level from fault where condition_state = 'ACTIVE' ${MARK}`,
  )
  return rows.map((row) => ({ deviceId: row.device_id, code: row.code, level: row.level }))
}

/** SQL: the stored values of the device of the row `row`, as a fault keeps those of its beginning. */
const valuesOf = (row: string) => `(select s.readings from v_device_state s where s.device_id = ${row}.device_id)`

/** A condition that held from `from` to `at` (epoch ms) and was seen `times` times in between. */
export interface Firing {
  deviceId: string
  deptId: string
  code: string
  /** Of one that begins, or begins again; one that is active keeps its own. */
  level: number
  /** Whether one may begin; one that is active goes on in any case. */
  begins: boolean
  from: number
  at: number
  times: number
  /** What raised it. */
  trigger: FaultOrigin | null
}

/** A fault that began or ended with a write. */
export interface Turned {
  faultId: string
  deviceId: string
  code: string
}

/** A fault that began, or began again. */
export interface Begun extends Turned {
  level: number
  /** How often within the last two hours, this time included. */
  begun: number
}

/** SQL: how far back the beginnings of a fault count. */
export const LATELY = "interval '2 hours'"
/** As many of them are kept. */
const BEGINNINGS = 99

/**
 * SQL: when a line of a fault is written that was observed at `at`. Observations are cut to the minute and people are not, and
 * within a minute the order of arrival counts: no line stands before what was known when it came.
 */
export const afterAll = (faultId: string, at: string) =>
  `greatest(${at}, (select max(l.ts) from fault_log l where l.fault_id = ${faultId}))`

/** Goes on with what is active or comes back, inserts what begins, and writes their histories. */
const RAISE = `with given as (
       select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::int[], $5::float8[], $6::float8[], $7::int[], $8::bool[],
           $9::jsonb[]) as x (device_id, dept_id, code, level, since, at, times, begins, trigger)
     ), found as (
       select f.id, f.device_id, f.code, f.condition_state, f.handle_state, f.ignored_until, f.last_time, g.level, g.since, g.at, g.times, g.trigger
       from given g join fault f on f.device_id = g.device_id and f.code = g.code
       where f.condition_state = 'ACTIVE'
          or (g.begins and f.clear_time > to_timestamp(g.since / 1000) - interval '24 hours' and f.handle_state <> 'CLOSED')
       order by f.id for update of f
     ), latest as (
       select distinct on (device_id, code) *, condition_state <> 'ACTIVE' as returns,
           condition_state <> 'ACTIVE' and (handle_state = 'ACKED'
             or (handle_state = 'IGNORED' and coalesce(ignored_until, '-infinity') <= to_timestamp(at / 1000))) as forgotten
       from found order by device_id, code, condition_state, last_time desc
     ), again as (
       update fault f set condition_state = 'ACTIVE', clear_time = null, count = f.count + l.times,
         first_time = least(f.first_time, to_timestamp(l.since / 1000)),
         last_time = greatest(f.last_time, to_timestamp(l.at / 1000)),
         version = f.version + l.returns::int,
         level = case when l.returns then l.level else f.level end,
         trigger = case when l.returns then l.trigger else f.trigger end,
         begin_times = case when l.returns
           then array(select b from unnest(f.begin_times) b where b > to_timestamp(l.since / 1000) - ${LATELY}
             order by b desc limit ${BEGINNINGS}) || to_timestamp(l.since / 1000)
           else f.begin_times end,
         snapshot = case when l.returns then ${valuesOf('f')} else f.snapshot end,
         handle_state = case when l.forgotten then 'UNHANDLED' when l.returns and f.handle_state = 'RESOLVED' then 'PROCESSING'
           else f.handle_state end,
         resolve_time = case when l.returns then null else f.resolve_time end,
         cause_id = case when l.returns then null else f.cause_id end,
         maintenance_id = case when l.returns then null else f.maintenance_id end,
         in_maintenance = f.in_maintenance and not l.returns,
         taken_id = case when l.forgotten then null else f.taken_id end,
         taken_name = case when l.forgotten then null else f.taken_name end,
         taken_time = case when l.forgotten then null else f.taken_time end
       from latest l where f.id = l.id
       returning f.id, f.device_id, f.code, f.level, cardinality(f.begin_times) as begun, l.returns as began, l.since, l.handle_state as before,
         f.handle_state as after
     ), fresh as (
     insert into fault (dept_id, device_id, code, level, condition_state, first_time, last_time, count, trigger, begin_times,
       snapshot)
     select g.dept_id, g.device_id, g.code, g.level, 'ACTIVE', to_timestamp(g.since / 1000), to_timestamp(g.at / 1000), g.times,
       g.trigger, array[to_timestamp(g.since / 1000)], ${valuesOf('g')}
     from given g where g.begins and not exists (select from again a where a.device_id = g.device_id and a.code = g.code)
     on conflict (device_id, code) where condition_state = 'ACTIVE' do update
       set count = fault.count + excluded.count, first_time = least(fault.first_time, excluded.first_time),
         last_time = greatest(fault.last_time, excluded.last_time)
     returning id, device_id, code, level, 1 as begun, xmax = 0 as began, first_time
     ), lines as (
       insert into fault_log (fault_id, ts, action)
       select id, ${afterAll('again.id', 'to_timestamp(since / 1000)')}, 'REPEAT' from again where began
       union all select id, ${afterAll('again.id', 'to_timestamp(since / 1000)')}, case before when 'ACKED' then 'RELEASE' else 'REOPEN' end
         from again where before <> after
       union all select id, first_time, 'RAISE' from fresh where began
     )
     select id as "faultId", device_id as "deviceId", code, level, begun from (
       select id, device_id, code, level, begun, began from again
       union all select id, device_id, code, level, begun, began from fresh) as turned
     where began ${MARK}`

/**
 * Refreshes the active fault of each (device, code); where there is none, the one that cleared less than 24 hours ago
 * becomes active again, at the level of now: whoever had taken it takes it anew, and what was resolved is worked on again; otherwise a new one begins (domain
 * 6.3). Each (device, code) occurs once. Returns those that were not active.
 */
export async function raiseFaults(db: Sql, firings: readonly Firing[]): Promise<Begun[]> {
  const { rows } = await db.query<Begun & Record<string, unknown>>(RAISE, [
    numberArray(firings.map((f) => f.deviceId)),
    numberArray(firings.map((f) => f.deptId)),
    textArray(firings.map((f) => f.code)),
    numberArray(firings.map((f) => f.level)),
    numberArray(firings.map((f) => f.from)),
    numberArray(firings.map((f) => f.at)),
    numberArray(firings.map((f) => f.times)),
    textArray(firings.map((f) => String(f.begins))),
    jsonArray(firings.map((f) => f.trigger && JSON.stringify(f.trigger))),
  ])
  return rows
}

/** Returns those that were active. None is over before it was last seen. */
export async function clearFaults(
  db: Sql,
  cleared: readonly { deviceId: string; code: string; at: number }[],
): Promise<Turned[]> {
  const { rows } = await db.query<Turned & Record<string, unknown>>(
    `with over as (
       update fault f set condition_state = 'CLEARED', clear_time = greatest(f.last_time, to_timestamp(x.at / 1000)), version = f.version + 1
       from unnest($1::bigint[], $2::text[], $3::float8[]) as x (device_id, code, at)
       where f.device_id = x.device_id and f.code = x.code and f.condition_state = 'ACTIVE'
       returning f.id, f.device_id, f.code, f.clear_time
     ), lines as (
       insert into fault_log (fault_id, ts, action) select id, ${afterAll('over.id', 'clear_time')}, 'CLEAR' from over
     )
     select id as "faultId", device_id as "deviceId", code from over ${MARK}`,
    [
      numberArray(cleared.map((c) => c.deviceId)),
      textArray(cleared.map((c) => c.code)),
      numberArray(cleared.map((c) => c.at)),
    ],
  )
  return rows
}

/** Corrects timestamps of a clock that was ahead in the faults: they would remain the newest until that time. */
export async function forgetFutureFaults(db: Sql, now: number, slackMs: number): Promise<void> {
  await db.query(
    `update fault f set first_time = least(f.first_time, x.now), last_time = least(f.last_time, x.now),
       clear_time = least(f.clear_time, x.now)
     from (select to_timestamp($1::float8 / 1000) as now, to_timestamp($2::float8 / 1000) as latest) x
     where f.last_time > x.latest or f.first_time > x.latest or f.clear_time > x.latest ${MARK}`,
    [now, now + slackMs],
  )
}

type FaultRow = Fault & Record<string, unknown>

/** Faults of one device, active ones first, then the newest; at most 200. */
export async function faultsOfDevice(db: Sql, deviceId: ScopedDeviceId): Promise<Fault[]> {
  const { rows } = await db.query<FaultRow>(
    `select id, device_id as "deviceId", code, level, condition_state as "conditionState", first_time as "firstTime",
       last_time as "lastTime", clear_time as "clearTime", count
     from fault where device_id = $1 ${DEVICE_MARK} order by condition_state, last_time desc limit 200`,
    [deviceId],
  )
  return rows
}
