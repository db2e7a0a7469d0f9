import { metricOf } from '@sluice/devices'
import { dayOf } from '@sluice/kit'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db.ts'
import { scopePredicate } from '../../platform/scoped.ts'
import type { Scope } from '../../platform/session.ts'
import { boundsOf } from './rollup.rules.ts'
import { counterStep } from './uplink.rules.ts'

const HOUR_MS = 3_600_000
/** A meter that was silent for longer starts anew. */
const LOOK_BACK_MS = 32 * 24 * HOUR_MS

/** What is known of one meter's day. Null where it does not tell. */
type MeterDay = {
  /** m³ by its counter in the hours that are rolled up. */
  counted: number | null
  /** The counter's last value in these hours, or in those before today. */
  base: number | null
  /** Its first value of today: the base of a meter that was never rolled up. */
  first: number | null
  current: number | null
  /** m³ of whole hours, from a meter without a counter. */
  hours: number | null
  /** The last of them while it waits for its rollup. */
  late: number | null
  running: number | null
}

/** Of a row `h` of the hours: the last value of a key, in whichever of the kept shapes. */
export const lastIn = (key: string) => sql`
  case jsonb_typeof(h.stats->${sql.lit(key)}) when 'object' then (h.stats->${sql.lit(key)}->>'last')::float8
    when 'array' then (h.stats->${sql.lit(key)}->>0)::float8
    when 'number' then (h.stats->${sql.lit(key)})::float8 end`

/** Of a row `h` of the hours: m³ by its counter. */
export const countedIn = sql`coalesce((h.stats->'totalVolume'->>'delta')::float8, (h.stats->'totalVolume'->>1)::float8)`

/** Good numbers only; a shadow keeps value, time in ms and what is wrong with it. */
const nowOf = (key: string) => sql`
  case when jsonb_typeof(s.readings->${sql.lit(key)}->0) = 'number'
    and coalesce(s.readings->${sql.lit(key)}->>2, '') <> 'BAD' then (s.readings->${sql.lit(key)}->>0)::float8 end`

/** The meters in sight, each with what today is made of: made hours, and what came after them. */
async function metersOfToday(db: Sql, scope: Scope, now: number, midnight: number): Promise<MeterDay[]> {
  const at = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
  // A station tells the volume of the hour before the one it reports in (SL 651, element 小时水量).
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS
  const { rows } = await sql<MeterDay>`
    select made.counted, base.last as base, first.value as first, ${nowOf('totalVolume')} as current,
      whole.hours, late.value as late, case when (s.readings->'hourVolume'->>1)::float8 >= ${Math.max(hour, midnight + HOUR_MS)}::float8
        then ${nowOf('hourVolume')} end as running
    from device d
    join device_shadow s on s.device_id = d.id
    left join lateral (
      select sum(${countedIn}) as counted
      from telemetry_hour h where h.device_id = d.id and h.bucket >= ${at(midnight)}
    ) made on s.readings ? 'totalVolume'
    left join lateral (
      select ${lastIn('totalVolume')} as last from telemetry_hour h
      where h.device_id = d.id and h.bucket > ${at(midnight - LOOK_BACK_MS)} and h.stats ? 'totalVolume'
      order by h.bucket desc limit 1
    ) base on s.readings ? 'totalVolume'
    left join lateral (
      select (t.readings->>'totalVolume')::float8 as value from telemetry t
      where t.device_id = d.id and t.ts >= ${at(midnight)} and jsonb_typeof(t.readings->'totalVolume') = 'number'
      order by t.ts limit 1
    ) first on base.last is null and s.readings ? 'totalVolume'
    left join lateral (
      select sum(${lastIn('hourVolume')}) as hours from telemetry_hour h
      where h.device_id = d.id and h.bucket >= ${at(midnight + HOUR_MS)} and h.bucket < ${at(hour)}
    ) whole on not s.readings ? 'totalVolume'
    left join lateral (
      select (t.readings->>'hourVolume')::float8 as value from telemetry t
      where t.device_id = d.id and t.ts >= ${at(Math.max(hour - HOUR_MS, midnight + HOUR_MS))} and t.ts < ${at(hour)}
        and jsonb_typeof(t.readings->'hourVolume') = 'number'
      order by t.ts desc limit 1
    ) late on not s.readings ? 'totalVolume' and not exists (
      select from telemetry_hour h where h.device_id = d.id and h.bucket = ${at(hour - HOUR_MS)})
    where not d.deleted and s.readings ?| array['totalVolume', 'hourVolume'] and ${scopePredicate(scope, 'device', 'd')}
  `.execute(db.tables<unknown>())
  return rows
}

/** m³ of one meter since midnight; null while nothing tells. */
export function consumedBy({ counted, base, first, current, ...whole }: MeterDay): number | null {
  const from = base ?? first
  if (current !== null && from !== null) {
    return (counted ?? 0) + counterStep(from, current, metricOf('totalVolume')?.counterMax ?? current)
  }
  const told = [whole.hours, whole.late, whole.running].filter((one) => one !== null)
  return told.length === 0 ? null : told.reduce((sum, one) => sum + one, 0)
}

/**
 * m³ consumed since midnight of the zone by all meters of the scope, the running hour included where a counter tells
 * it; null where nothing in sight counts water.
 */
export async function consumedToday(db: Sql, scope: Scope, zone: string, now: number): Promise<number | null> {
  const midnight = boundsOf(dayOf(now, zone), zone).from
  const known = (await metersOfToday(db, scope, now, midnight)).map(consumedBy).filter((one) => one !== null)
  return known.length === 0 ? null : known.reduce((sum, one) => sum + one, 0)
}
