import type { DeviceStatus, GeoPosition, OfflineCause } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import { goodNumber, observedAt, partOf } from '../../../platform/db/db-reading.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'

/** A valve and its last report, as far as closing it depends on them. */
export interface ValveReport {
  deviceId: string
  name: string
  deviceNo: string
  lng: number | null
  lat: number | null
  isEnabled: boolean
  status: DeviceStatus | null
  offlineCause: OfflineCause | null
  lastSeenTime: string | null
  /** %; a limit switch wins over it (domain 4.4 rule 7). */
  percent: number | null
  valveState: string | null
  /** When the newer of the two was observed, epoch ms. */
  observedAt: number | null
  mode: string | null
  isLocked: boolean
  faults: string[]
}

const text = (key: string) => `(${partOf('s.readings', key)})->>0`
const at = (key: string) => observedAt(`(${partOf('s.readings', key)})`)

const REPORT = sql.raw(`${goodNumber(partOf('s.readings', 'opening'))} as percent,
  case when (${partOf('s.readings', 'valveState')})->>2 is distinct from 'BAD' then ${text('valveState')} end as "valveState",
  greatest(${at('opening')}, ${at('valveState')}) as "observedAt",
  ${text('mode')} as mode, coalesce(${text('lock')}, '') = 'true' as "isLocked"`)

/** Of those that the session sees. */
export async function valveReports(
  db: Sql,
  { scope }: Session,
  deviceIds: readonly string[],
): Promise<Map<string, ValveReport>> {
  const { rows } = await sql<ValveReport>`
    select d.id::text as "deviceId", d.name, d.device_no as "deviceNo", d.lng, d.lat,
      d.enabled and coalesce(m.enabled, true) as "isEnabled", s.status, s.offline_cause as "offlineCause",
      s.last_seen_time as "lastSeenTime", ${REPORT},
      coalesce((select json_agg(f.code) from v_open_fault f where f.device_id = d.id), '[]') as faults
    from v_device d
    left join v_device m on m.id = d.master_id
    left join v_device_state s on s.device_id = d.id
    where d.id = any(${deviceIds}::bigint[]) and not d.deleted
      and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables<unknown>())
  return new Map(rows.map((row) => [row.deviceId, row]))
}

/** The lines of edges that the session sees, by id. */
export async function linesOf(
  db: Sql,
  { scope }: Session,
  edgeIds: readonly string[],
): Promise<Map<string, GeoPosition[]>> {
  const { rows } = await sql<{ id: string; line: GeoPosition[] }>`
    select f.id::text as id, f.geometry->'coordinates' as line from geo_feature f
    where f.id = any(${edgeIds}::bigint[]) and ${scopePredicate(scope, 'geo_feature', 'f')}`.execute(
    db.tables<unknown>(),
  )
  return new Map(rows.map(({ id, line }) => [id, line]))
}
