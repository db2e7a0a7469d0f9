import type { DeviceReplacement, UnitSwap } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopePredicate } from '../../../platform/resource/scoped.ts'

/** A department and those above it. */
export async function deptsAbove(tx: Sql, deptId: string): Promise<string[]> {
  const { rows } = await tx.query<{ above: string[] }>(
    'select array[id]::text[] || ancestors::text[] as above from v_dept where id = $1 /* unscoped:tree */',
    [deptId],
  )
  return rows[0]?.above ?? [deptId]
}

/** Whether another unit took the place of one, which is locked. */
export async function wasTakenOff(tx: Sql, id: string): Promise<boolean> {
  const { rows } = await tx.query(`select 1 from device_replacement where old_device_id = $1 ${DEVICE_MARK}`, [id])
  return rows.length > 0
}

/** What of a unit belongs to the place it stands at. */
const STANDS = ['area_id', 'lng', 'lat', 'coord_source', 'address']
const OF_PLACE = ['name', 'dept_id', 'tag_ids', 'report_interval_s', 'allowed_addresses', ...STANDS]
/** What a unit is reached by; each is unique. */
const REACHED = ['master_id', 'channel', 'slave_addr', 'station_address']

interface Swap {
  oldId: ScopedDeviceId
  newId: ScopedDeviceId
  /** What the unit is called that was taken off. */
  oldName: string
}

/**
 * Gives the new unit the place of the old one; both are locked. The old one is then reached by what the new one was
 * reached by, and of where it stood it keeps nothing.
 */
export async function swapPlaces(tx: Sql, { oldId, newId, oldName }: Swap): Promise<void> {
  const { rows } = await tx.query<{ id: string; whole: object }>(
    `select id, to_jsonb(d) as whole from device d where id = any($1::bigint[]) ${DEVICE_MARK}`,
    [`{${oldId},${newId}}`],
  )
  const wholeOf = (id: string) => JSON.stringify(rows.find((row) => row.id === id)!.whole)
  const none = (columns: readonly string[]) => columns.map((column) => `${column} = null`).join(', ')
  const given = (columns: readonly string[]) => columns.map((column) => `${column} = p.${column}`).join(', ')
  await tx.query(`update device set ${none(REACHED)} where id = any($1::bigint[]) ${DEVICE_MARK}`, [
    `{${oldId},${newId}}`,
  ])
  await tx.query(
    `update device d set ${given([...OF_PLACE, ...REACHED])}
     from jsonb_populate_record(null::device, $2::jsonb) p where d.id = $1 ${DEVICE_MARK}`,
    [newId, wholeOf(oldId)],
  )
  await tx.query(
    `update device d set name = $3, ${none(STANDS)}, ${given(REACHED)}
     from jsonb_populate_record(null::device, $2::jsonb) p where d.id = $1 ${DEVICE_MARK}`,
    [oldId, wholeOf(newId), oldName],
  )
}

/** Groups by hand, a well and a pole have the new unit in place of the old one. */
export async function takeOver(tx: Sql, { oldId, newId }: Pick<Swap, 'oldId' | 'newId'>): Promise<void> {
  for (const table of ['well', 'lamp_pole'])
    await tx.query(`update ${table} set device_id = $2 where device_id = $1 ${DEVICE_MARK}`, [oldId, newId])
  await tx.query(
    `insert into device_group_member (group_id, device_id)
     select group_id, $2 from device_group_member where device_id = $1 on conflict do nothing ${DEVICE_MARK}`,
    [oldId, newId],
  )
  await tx.query(`delete from device_group_member where device_id = $1 ${DEVICE_MARK}`, [oldId])
}

interface NewReplacement extends Pick<UnitSwap, 'repairId' | 'at' | 'counters' | 'unread'> {
  byName: string
  userId: string
}

export async function addReplacement(
  tx: Sql,
  { oldId, newId }: Pick<Swap, 'oldId' | 'newId'>,
  { repairId, at, counters, unread, byName, userId }: NewReplacement,
): Promise<void> {
  await tx.query(
    `insert into device_replacement (old_device_id, new_device_id, repair_id, ts, counters, by_name, create_by, unread)
     values ($1, $2, $3, $4, $5, $6, $7, $8) ${DEVICE_MARK}`,
    [oldId, newId, repairId, at, JSON.stringify(counters), byName, userId, JSON.stringify(unread)],
  )
}

/** The exchanges of the place that a device stands or stood at, newest first. */
export async function replacementsOf(db: Sql, scope: Scope, deviceId: ScopedDeviceId): Promise<DeviceReplacement[]> {
  const named = (alias: string) =>
    sql`case when ${scopePredicate(scope, 'device', alias)} then ${sql.ref(`${alias}.name`)} end`
  const { rows } = await sql<DeviceReplacement>`
    with recursive chain as (
      select r.* from device_replacement r where ${deviceId}::bigint in (r.old_device_id, r.new_device_id)
      union
      select r.* from device_replacement r join chain c
        on r.old_device_id = c.new_device_id or r.new_device_id = c.old_device_id
    )
    select c.ts as time, c.old_device_id::text as "oldDeviceId", ${named('o')} as "oldName",
      c.new_device_id::text as "newDeviceId", ${named('n')} as "newName", c.repair_id::text as "repairId",
      c.by_name as "byName", c.counters, c.unread
    from chain c join device o on o.id = c.old_device_id join device n on n.id = c.new_device_id
    order by c.ts desc`.execute(db.tables<unknown>())
  return rows
}
