import type { MetricLookup } from '@sluice/devices'
import { dayOf } from '@sluice/kit'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import {
  countedIn,
  goodNumberIn,
  lastGoodAt,
  lastGoodNumber,
  lastNumberIn,
  leftOut,
  partOf,
  withLastNumber,
} from '../../../platform/db/db-reading.ts'
import { DEVICE_MARK, scopePredicate } from '../../../platform/resource/scoped.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { metricsOfDevices } from './device-metric.store.ts'
import { boundsOf } from './rollup/rollup.rules.ts'
import { type Exchange, stepAcross } from '../meter/meter.rules.ts'

const HOUR_MS = 3_600_000

/** One meter's values for a day. Null where it does not report. */
type MeterDay = {
  id: string
  /** m³ by its counter in the hours that are rolled up. */
  counted: number | null
  /** The counter's last good value in these hours, or in the latest hour before today. */
  base: number | null
  /** The hour of that value, epoch ms. */
  baseAt: number | null
  /** Its first value of today: the base of a meter that was never rolled up. */
  first: number | null
  /** The last good one, and when it was observed, epoch ms. */
  current: number | null
  currentAt: number | null
  /** The exchanges of today, in order. */
  exchanges: Exchange[]
  /** m³ of whole hours, from a meter without a counter. */
  hours: number | null
  /** The last of them while it waits for its rollup. */
  late: number | null
  running: number | null
  /** The newest value is BAD: only earlier values count. */
  leftOut: boolean
}

const VOLUME = 'totalVolume'
const HOUR_VOLUME = 'hourVolume'
/** Of a row of the latest states, `x`, both readings taken out. */
const NOW = { volume: 'x.volume', hours: 'x.hours' } as const
const lastGood = (reading: string) => sql.raw(lastGoodNumber(reading))
const lastGoodTime = (reading: string) => sql.raw(lastGoodAt(reading))
const isLeftOut = (reading: string) => sql.raw(leftOut(reading))
const toldIn = (key: string) => sql.raw(goodNumberIn('t.readings', 't.quality', key))
/** Of a row `h` of the hours. */
const BASE = withLastNumber(partOf('h.stats', VOLUME))
const LAST_HOUR_VOLUME = sql.raw(lastNumberIn(partOf('h.stats', HOUR_VOLUME)))
const COUNTED = sql.raw(countedIn(partOf('h.stats', VOLUME)))

/** The meters in scope, each with the parts of today: rolled-up hours, and the reports after them. */
async function metersOfToday(db: Sql, scope: Scope, now: number, midnight: number): Promise<MeterDay[]> {
  const at = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
  // A station reports the volume of the hour before the current one (SL 651, element 小时水量).
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  const { rows } = await sql<MeterDay>`
    select made.counted, base.last as base, base.at as "baseAt", first.value as first,
      ${lastGood(NOW.volume)} as current, ${lastGoodTime(NOW.volume)} as "currentAt", whole.hours, late.value as late,
      coalesce(changed.list, '[]') as exchanges,
      case when ${lastGoodTime(NOW.hours)} >= ${Math.max(hour, midnight + HOUR_MS)}::float8
        then ${lastGood(NOW.hours)} end as running,
      case when x.volume is not null then ${isLeftOut(NOW.volume)} else ${isLeftOut(NOW.hours)} end as "leftOut",
      x.id
    from (
      select d.id, ${sql.raw(partOf('s.readings', VOLUME))} as volume, ${sql.raw(partOf('s.readings', HOUR_VOLUME))} as hours
      from v_device d join device_shadow s on s.device_id = d.id
      where not d.deleted and s.readings ?| array[${VOLUME}, ${HOUR_VOLUME}] and ${scopePredicate(scope, 'v_device', 'd')}
      offset 0
    ) x
    left join lateral (
      select sum(${COUNTED}) as counted
      from telemetry_hour h where h.device_id = x.id and h.bucket >= ${at(midnight)}
    ) made on x.volume is not null
    left join lateral (
      select ${sql.raw(BASE.of)} as last, extract(epoch from h.bucket)::float8 * 1000 as at from telemetry_hour h
      where h.device_id = x.id and h.stats ? ${VOLUME} and ${sql.raw(BASE.found)}
      order by h.bucket desc limit 1
    ) base on x.volume is not null
    left join lateral (
      select ${toldIn(VOLUME)} as value from telemetry t
      where t.device_id = x.id and t.ts >= ${at(midnight)} and ${toldIn(VOLUME)} is not null
      order by t.ts limit 1
    ) first on base.last is null and x.volume is not null
    left join lateral (
      select jsonb_agg(jsonb_build_object('ts', extract(epoch from e.ts) * 1000, 'oldLast', e.old_last,
        'newFirst', e.new_first) order by e.ts) as list
      from meter_exchange e where e.device_id = x.id and e.key = ${VOLUME} and e.ts >= ${at(midnight)}
    ) changed on x.volume is not null
    left join lateral (
      select sum(${LAST_HOUR_VOLUME}) as hours from telemetry_hour h
      where h.device_id = x.id and h.bucket >= ${at(midnight + HOUR_MS)} and h.bucket < ${at(hour)}
    ) whole on x.volume is null
    left join lateral (
      select ${toldIn(HOUR_VOLUME)} as value from telemetry t
      where t.device_id = x.id and t.ts >= ${at(Math.max(hour - HOUR_MS, midnight + HOUR_MS))} and t.ts < ${at(hour)}
        and ${toldIn(HOUR_VOLUME)} is not null
      order by t.ts desc limit 1
    ) late on x.volume is null and not exists (
      select from telemetry_hour h where h.device_id = x.id and h.bucket = ${at(hour - HOUR_MS)})
  `.execute(db.tables<unknown>())
  return rows
}

/** m³ of one meter since midnight; null while it reports nothing usable. */
export function consumedBy(
  { counted, base, baseAt, first, current, currentAt, ...whole }: Omit<MeterDay, 'id'>,
  metricOf: MetricLookup,
): number | null {
  const { exchanges } = whole
  const from = base ?? first
  if (from !== null) {
    // An import brings hours later than the last report without touching the latest state.
    const isBehind = currentAt !== null && baseAt !== null && currentAt < baseAt
    // A value of before the last exchange is of a meter that is gone, and what an hour holds is counted there.
    const isOld = currentAt !== null && exchanges.some(({ ts }) => ts >= currentAt)
    const later = exchanges.filter(({ ts }) => baseAt === null || ts >= baseAt + HOUR_MS)
    const told = isBehind || isOld ? null : current
    const endAt = (ts: number | undefined) => metricOf(VOLUME, ts)?.counterMax ?? Number.MAX_VALUE
    return (counted ?? 0) + stepAcross(from, later, told, endAt)
  }
  const told = [whole.hours, whole.late, whole.running].filter((one) => one !== null)
  return told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0)
}

/**
 * m³ consumed since midnight of the zone by all meters of the scope, including the running hour where a counter reports
 * it; null where nothing in scope counts water. A meter whose newest value is BAD counts up to its last good one and is
 * listed among those left out.
 */
export async function consumedToday(
  db: Sql,
  scope: Scope,
  zone: string,
  now: number,
): Promise<{ volumeM3: number | null; leftOut: number }> {
  const midnight = boundsOf(dayOf(now, zone), zone).from
  const meters = await metersOfToday(db, scope, now, midnight)
  const metrics = await metricsOfDevices(
    db,
    meters.map(({ id }) => id),
    DEVICE_MARK,
  )
  const known = meters.map((meter) => consumedBy(meter, metrics(meter.id))).filter((one) => one !== null)
  return {
    volumeM3: known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0),
    leftOut: meters.filter((meter) => meter.leftOut).length,
  }
}
