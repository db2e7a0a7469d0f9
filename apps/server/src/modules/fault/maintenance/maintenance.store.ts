import { maintenanceWindowResource } from '@sluice/contract'
import { numberArray } from '../../../platform/db/array-literal.ts'
import { tellRowsOf } from '../../../platform/resource/changed-rows.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../../platform/resource/scoped.ts'

const PIPELINE = unscopedText('pipeline')

/** The groups that windows of a time are about; undefined when none is in force then. */
export async function groupsInForce(tx: Sql, now: Date): Promise<string[] | undefined> {
  const { rows } = await tx.query<{ groupId: string | null }>(
    `select group_id::text as "groupId" from maintenance_window
     where (ended_time is null or ended_time > $1) and not deleted and from_time <= $1 and to_time > $1 ${PIPELINE}`,
    [now.toISOString()],
  )
  return rows.length === 0 ? undefined : rows.flatMap(({ groupId }) => groupId ?? [])
}

/** The devices of these faults. */
export async function devicesOf(tx: Sql, faultIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct device_id::text as id from fault where id = any($1::bigint[]) ${PIPELINE}`,
    [faultIds],
  )
  return rows.map(({ id }) => id)
}

/** Pairs of a device and a group that it is in, as two lists. */
export interface Memberships {
  deviceIds: readonly string[]
  groupIds: readonly string[]
}

/** SQL: the windows of a time `$2`, and the areas below theirs. One that has ended holds nothing back. */
const FORCE = `force as (
       select w.* from maintenance_window w
       where not w.deleted and w.from_time <= $2 and w.to_time > $2 and (w.ended_time is null or w.ended_time > $2)
     ), below as (
       select f.id as window_id, f.area_id from force f where f.area_id is not null
       union select b.window_id, a.id from below b join v_area a on a.parent_id = b.area_id
     )`
/** SQL: whether a window `w` covers a device `d` of a department `h`; its memberships are `$3` and `$4`. */
const COVERS = `(w.dept_id = d.dept_id or w.dept_id = any(h.ancestors))
         and (w.device_id is null or w.device_id in (d.id, d.master_id))
         and (w.area_id is null or d.area_id in (select b.area_id from below b where b.window_id = w.id))
         and (w.group_id is null or (d.id, w.group_id) in (select * from unnest($3::bigint[], $4::bigint[])))`

/** The end of the last window of a time that covers the device of each of these, or that holds the fault back, epoch ms. */
export async function endsOfWindows(
  db: Sql,
  asked: readonly { deviceId: string; faultId: string | null }[],
  at: Date,
  members: Memberships,
): Promise<(number | null)[]> {
  const { rows } = await db.query<{ n: number; until: number }>(
    `with recursive ${FORCE}
     select a.n::int as n, extract(epoch from max(w.to_time))::float8 * 1000 as until
     from unnest($1::bigint[], $5::bigint[]) with ordinality as a (device_id, fault_id, n)
       join v_device d on d.id = a.device_id join v_dept h on h.id = d.dept_id
       join force w on (${COVERS})
         or w.id = (select f.maintenance_id from fault f where f.id = a.fault_id and f.in_maintenance)
     group by a.n ${PIPELINE}`,
    [
      numberArray(asked.map(({ deviceId }) => deviceId)),
      at.toISOString(),
      members.deviceIds,
      members.groupIds,
      numberArray(asked.map(({ faultId }) => faultId)),
    ],
  )
  const ends = new Map(rows.map(({ n, until }) => [n, Math.round(Number(until))]))
  return asked.map((_one, n) => ends.get(n + 1) ?? null)
}

/** Holds those of these faults back whose devices a window in force covers; returns them. */
export async function holdBack(
  tx: Sql,
  faultIds: readonly string[],
  now: Date,
  members: Memberships,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with recursive ${FORCE}, covered as (
       select distinct on (f.id) f.id, w.id as window_id
       from fault f join v_device d on d.id = f.device_id join v_dept h on h.id = d.dept_id
       join force w on ${COVERS}
       where f.id = any($1::bigint[]) order by f.id, w.to_time desc
     )
     update fault f set maintenance_id = c.window_id, in_maintenance = true from covered c where f.id = c.id
     returning f.id::text as id ${PIPELINE}`,
    [faultIds, now.toISOString(), members.deviceIds, members.groupIds],
  )
  return rows.map(({ id }) => id)
}

/** Windows of one unit that are not over are those of the one that takes its place. Both were found in sight. */
export async function windowsMoved(tx: Sql, oldId: ScopedDeviceId, newId: ScopedDeviceId, now: Date): Promise<void> {
  await tx.query(
    `update maintenance_window set device_id = $2, version = version + 1
     where device_id = $1 and ended_time is null and not deleted and to_time > $3 ${DEVICE_MARK}`,
    [oldId, newId, now.toISOString()],
  )
}

/** A fault that a window held back, and that is still active. */
export interface Released {
  faultId: string
  deviceId: string
  deptId: string
  code: string
  level: number
  explained: boolean
}

const JOB = unscopedText('job')

/** Ends windows whose time is over, or that were deleted; returns the faults they held back that are still active. */
export async function endWindows(tx: Sql, now: Date): Promise<Released[]> {
  const { rows: ended } = await tx.query<{ dept: string }>(
    `update maintenance_window set ended_time = $1
     where ended_time is null and (to_time <= $1 or (deleted and from_time <= $1)) returning dept_id as dept ${JOB}`,
    [now.toISOString()],
  )
  if (ended.length > 0)
    await tellRowsOf(
      tx,
      maintenanceWindowResource,
      ended.map(({ dept }) => dept),
    )
  const { rows } = await tx.query<Released & { isActive: boolean } & Record<string, unknown>>(
    `update fault f set in_maintenance = false, version = f.version + 1 from maintenance_window w
     where w.id = f.maintenance_id and f.in_maintenance and w.ended_time is not null
     returning f.id::text as "faultId", f.device_id::text as "deviceId", f.dept_id::text as "deptId", f.code, f.level,
       f.condition_state = 'ACTIVE' as "isActive", f.cause_id is not null as explained ${JOB}`,
  )
  return rows.filter(({ isActive }) => isActive)
}
