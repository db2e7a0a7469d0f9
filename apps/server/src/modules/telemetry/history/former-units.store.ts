import { sql } from 'kysely'
import type { Database } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopePredicate } from '../../../platform/resource/scoped.ts'

/** A unit that stood at the place of another one before it, until then. */
interface FormerUnit {
  deviceId: ScopedDeviceId
  name: string
  deviceNo: string
  until: string
}

/** The units before a device at its place that the scope sees, oldest first, as far as they reach into the range. */
export async function unitsBefore(
  db: Database,
  scope: Scope,
  deviceId: ScopedDeviceId,
  since: string,
): Promise<FormerUnit[]> {
  const { rows } = await sql<FormerUnit>`
    with recursive chain as (
      select r.device_id, r.ts from v_device_replacement r where r.new_device_id = ${deviceId} and r.ts > ${since}
      union
      select r.device_id, r.ts from v_device_replacement r join chain c on r.new_device_id = c.device_id
      where r.ts > ${since}
    )
    select d.id::text as "deviceId", d.name, d.device_no as "deviceNo", c.ts as until from chain c join v_device d on d.id = c.device_id
    where not d.deleted and ${scopePredicate(scope, 'v_device', 'd')} order by c.ts`.execute(db.tables<unknown>())
  return rows
}

/** The number on a unit. */
export async function numberOf(db: Database, deviceId: ScopedDeviceId): Promise<string> {
  const { rows } = await db.query<{ no: string }>(`select device_no as no from v_device where id = $1 ${DEVICE_MARK}`, [
    deviceId,
  ])
  return rows[0]!.no
}
