import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId, unscopedText } from '../../../platform/resource/scoped.ts'

const PIPELINE = unscopedText('pipeline')

/** The groups that windows in force are about; undefined when none is in force. */
export async function groupsInForce(tx: Sql, now: Date): Promise<string[] | undefined> {
  const { rows } = await tx.query<{ groupId: string | null }>(
    `select group_id::text as "groupId" from maintenance_window
     where ended_time is null and not deleted and from_time <= $1 and to_time > $1 ${PIPELINE}`,
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

/** The end of the window that holds a fault back. */
export async function endOfHeld(db: Sql, faultId: string): Promise<Date | null> {
  const { rows } = await db.query<{ until: string }>(
    `select w.to_time as until from fault f join maintenance_window w on w.id = f.maintenance_id
     where f.id = $1 and f.in_maintenance ${DEVICE_MARK}`,
    [faultId],
  )
  return rows[0] ? new Date(rows[0].until) : null
}

/** The groups that windows of a time are about. */
export async function groupsAt(db: Sql, at: Date): Promise<string[]> {
  const { rows } = await db.query<{ groupId: string }>(
    `select distinct group_id::text as "groupId" from maintenance_window
     where group_id is not null and not deleted and from_time <= $1 and to_time > $1 ${PIPELINE}`,
    [at.toISOString()],
  )
  return rows.map(({ groupId }) => groupId)
}

/** The end of the last window of a time that covers a device, which is in these groups. One that has ended holds nothing back. */
export async function endOfWindow(
  db: Sql,
  deviceId: string,
  at: Date,
  groupIds: readonly string[],
): Promise<Date | null> {
  const { rows } = await db.query<{ until: string | null }>(
    `with recursive place as (select d.id, d.master_id, d.area_id, d.dept_id, h.ancestors
       from v_device d join v_dept h on h.id = d.dept_id where d.id = $1
     ), above as (
       select a.id, a.parent_id from v_area a join place p on a.id = p.area_id
       union select a.id, a.parent_id from v_area a join above b on a.id = b.parent_id
     )
     select max(w.to_time) as until from maintenance_window w, place p
     where not w.deleted and w.from_time <= $2 and w.to_time > $2 and (w.ended_time is null or w.ended_time > $2)
       and (w.dept_id = p.dept_id or w.dept_id = any(p.ancestors))
       and (w.device_id is null or w.device_id in (p.id, p.master_id))
       and (w.area_id is null or w.area_id in (select id from above))
       and (w.group_id is null or w.group_id = any($3::bigint[])) ${DEVICE_MARK}`,
    [deviceId, at.toISOString(), groupIds],
  )
  return rows[0]?.until ? new Date(rows[0].until) : null
}

/** Holds those of these faults back whose devices a window in force covers; returns them. */
export async function holdBack(
  tx: Sql,
  faultIds: readonly string[],
  now: Date,
  members: Memberships,
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with recursive force as (
       select w.* from maintenance_window w
       where w.ended_time is null and not w.deleted and w.from_time <= $2 and w.to_time > $2
     ), below as (
       select f.id as window_id, f.area_id from force f where f.area_id is not null
       union select b.window_id, a.id from below b join v_area a on a.parent_id = b.area_id
     ), covered as (
       select distinct on (f.id) f.id, w.id as window_id
       from fault f join v_device d on d.id = f.device_id join v_dept h on h.id = d.dept_id
       join force w on (w.dept_id = d.dept_id or w.dept_id = any(h.ancestors))
         and (w.device_id is null or w.device_id in (d.id, d.master_id))
         and (w.area_id is null or d.area_id in (select b.area_id from below b where b.window_id = w.id))
         and (w.group_id is null or (d.id, w.group_id) in (select * from unnest($3::bigint[], $4::bigint[])))
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
  await tx.query(
    `update maintenance_window set ended_time = $1
     where ended_time is null and (to_time <= $1 or (deleted and from_time <= $1)) ${JOB}`,
    [now.toISOString()],
  )
  const { rows } = await tx.query<Released & { isActive: boolean } & Record<string, unknown>>(
    `update fault f set in_maintenance = false, version = f.version + 1 from maintenance_window w
     where w.id = f.maintenance_id and f.in_maintenance and w.ended_time is not null
     returning f.id::text as "faultId", f.device_id::text as "deviceId", f.dept_id::text as "deptId", f.code, f.level,
       f.condition_state = 'ACTIVE' as "isActive", f.cause_id is not null as explained ${JOB}`,
  )
  return rows.filter(({ isActive }) => isActive)
}
