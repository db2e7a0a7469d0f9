import type { DashboardWater } from '@sluice/contract'
import { addDays, dayOf } from '@sluice/kit'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import { countedIn, lastNumberIn, onlyBadIn, partOf } from '../../../platform/db/db-reading.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { boundsOf } from './rollup/rollup.rules.ts'

const HOUR_MS = 3_600_000

interface Told {
  /** m³ by hour, epoch ms. */
  volumes: Map<number, number>
  /** Meters with an hour of nothing but BAD values. */
  leftOut: Set<string>
}

const [VOLUME, HOUR_VOLUME] = [partOf('h.stats', 'totalVolume'), partOf('h.stats', 'hourVolume')]
const COUNTED = sql.raw(countedIn(VOLUME))
const TOLD = sql.raw(lastNumberIn(HOUR_VOLUME))
const onlyBad = (stats: string) => sql.raw(onlyBadIn(stats))

/** For all meters in scope, from rollups; `from` and `to` are epoch ms at full hours. */
async function toldByHour(db: Sql, scope: Scope, from: number, to: number): Promise<Told> {
  const at = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`
  const meters = sql`v_device d join device_shadow s on s.device_id = d.id join telemetry_hour h on h.device_id = d.id`
  const seen = sql`not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`
  // A station reports the volume of the hour before the current one (SL 651, element 小时水量).
  const { rows } = await sql<{ hour: number; volume: number | null; bad: string[] | null }>`
    select hour, sum(volume)::float8 as volume, array_agg(id::text) filter (where is_bad) as bad from (
      select extract(epoch from h.bucket)::float8 * 1000 as hour, d.id, ${COUNTED} as volume, ${onlyBad(VOLUME)} as is_bad
      from ${meters} where ${seen} and s.readings ? 'totalVolume' and h.bucket >= ${at(from)} and h.bucket < ${at(to)}
      union all
      select extract(epoch from h.bucket)::float8 * 1000 - ${HOUR_MS}, d.id, ${TOLD}, ${onlyBad(HOUR_VOLUME)}
      from ${meters} where ${seen} and s.readings ? 'hourVolume' and not s.readings ? 'totalVolume'
        and h.bucket >= ${at(from + HOUR_MS)} and h.bucket < ${at(to + HOUR_MS)}
    ) told group by hour`.execute(db.tables<unknown>())
  return {
    volumes: new Map(rows.flatMap(({ hour, volume }) => (volume === null ? [] : [[Number(hour), volume] as const]))),
    leftOut: new Set(rows.flatMap(({ bad }) => bad ?? [])),
  }
}

/** m³ of each whole hour of today and yesterday in the zone, by all meters of the scope. */
export async function consumedByHour(db: Sql, scope: Scope, zone: string, now: number): Promise<DashboardWater> {
  const today = boundsOf(dayOf(now, zone), zone)
  const yesterday = boundsOf(addDays(dayOf(now, zone), -1), zone)
  const running = Math.floor(now / HOUR_MS) * HOUR_MS
  const { volumes, leftOut } = await toldByHour(db, scope, yesterday.from, running)
  const hoursOf = ({ from, to }: { from: number; to: number }) =>
    Array.from({ length: (to - from) / HOUR_MS }, (_none, hour) => volumes.get(from + hour * HOUR_MS) ?? null)
  return { today: hoursOf(today), yesterday: hoursOf(yesterday), leftOut: leftOut.size }
}
