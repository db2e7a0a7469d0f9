import { sql } from 'kysely'
import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { DEVICE_MARK, scopePredicate } from '../../../platform/resource/scoped.ts'

/** A group that the session sees, locked; undefined where it sees none. */
export async function lockGroup(
  tx: Sql,
  { scope }: Pick<Session, 'scope'>,
  groupId: string,
): Promise<{ deptId: string; membership: string } | undefined> {
  const { rows } = await sql<{ deptId: string; membership: string }>`
    select g.dept_id as "deptId", g.membership from device_group g
    where g.id = ${groupId} and not g.deleted and ${scopePredicate(scope, 'device_group', 'g')} for update`.execute(
    tx.tables<unknown>(),
  )
  return rows[0]
}

/** Those of these devices that the session sees. */
export async function visibleDevices(
  tx: Sql,
  { scope }: Pick<Session, 'scope'>,
  deviceIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select d.id from device d
    where d.id = any(${numberArray(deviceIds)}::bigint[]) and not d.deleted
      and ${scopePredicate(scope, 'device', 'd')}`.execute(tx.tables<unknown>())
  return rows.map(({ id }) => id)
}

/** Returns those that were not in it yet. Group and devices were found visible before. */
export async function addMembers(tx: Sql, groupId: string, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into device_group_member (group_id, device_id) select $1, unnest($2::bigint[])
     on conflict do nothing returning device_id as id ${DEVICE_MARK}`,
    [groupId, numberArray(deviceIds)],
  )
  return rows.map(({ id }) => id)
}

/** Returns those that were in it. Group and devices were found visible before. */
export async function removeMembers(tx: Sql, groupId: string, deviceIds: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `delete from device_group_member where group_id = $1 and device_id = any($2::bigint[])
     returning device_id as id ${DEVICE_MARK}`,
    [groupId, numberArray(deviceIds)],
  )
  return rows.map(({ id }) => id)
}

/** A group that goes over to a condition has no members by hand. */
export async function dropMembers(tx: Sql, groupId: string): Promise<void> {
  await tx.query(`delete from device_group_member where group_id = $1 ${DEVICE_MARK}`, [groupId])
}
