import type { DashboardWater } from '@sluice/contract'
import { addDays, dayOf } from '@sluice/kit'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db.ts'
import { scopePredicate } from '../../platform/scoped.ts'
import type { Scope } from '../../platform/session.ts'
import { countedIn, lastIn } from './consumption.store.ts'
import { boundsOf } from './rollup.rules.ts'

const HOUR_MS = 3_600_000

/** m³ of all meters in sight by hour, from what is rolled up; `from` and `to` are epoch ms at full hours. */
async function volumesByHour(db: Sql, scope: Scope, from: number, to: number): Promise<Map<number, number>> {
  const at = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
  const meters = sql`device d join device_shadow s on s.device_id = d.id join telemetry_hour h on h.device_id = d.id`
  const seen = sql`not d.deleted and ${scopePredicate(scope, 'device', 'd')}`
  // A station tells the volume of the hour before the one it reports in (SL 651, element 小时水量).
  const { rows } = await sql<{ hour: number; volume: number }>`
    select hour, sum(volume)::float8 as volume from (
      select extract(epoch from h.bucket)::float8 * 1000 as hour, ${countedIn} as volume
      from ${meters} where ${seen} and s.readings ? 'totalVolume' and h.bucket >= ${at(from)} and h.bucket < ${at(to)}
      union all
      select extract(epoch from h.bucket)::float8 * 1000 - ${HOUR_MS}, ${lastIn('hourVolume')}
      from ${meters} where ${seen} and s.readings ? 'hourVolume' and not s.readings ? 'totalVolume'
        and h.bucket >= ${at(from + HOUR_MS)} and h.bucket < ${at(to + HOUR_MS)}
    ) told where volume is not null group by hour`.execute(db.tables<unknown>())
  return new Map(rows.map(({ hour, volume }) => [Number(hour), volume]))
}

/** m³ of each whole hour of today and yesterday in the zone, by all meters of the scope. */
export async function consumedByHour(db: Sql, scope: Scope, zone: string, now: number): Promise<DashboardWater> {
  const today = boundsOf(dayOf(now, zone), zone)
  const yesterday = boundsOf(addDays(dayOf(now, zone), -1), zone)
  const running = Math.floor(now / HOUR_MS) * HOUR_MS
  const volumes = await volumesByHour(db, scope, yesterday.from, running)
  const hoursOf = ({ from, to }: { from: number; to: number }) =>
    Array.from({ length: (to - from) / HOUR_MS }, (_none, hour) => volumes.get(from + hour * HOUR_MS) ?? null)
  return { today: hoursOf(today), yesterday: hoursOf(yesterday) }
}
