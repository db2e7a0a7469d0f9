import type { DataScope } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import { rowId, scopePredicate, scoped, unscopedText } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'
import { isDeptOff } from './department.store.ts'
import { MUST_ENROL } from '../credentials/totp.store.ts'

export interface ExplainedPerson {
  id: string
  username: string
  nickName: string
  status: string
  deptId: string
  deptName: string
  deptStatus: string
  isDeptOff: boolean
  mustChangePassword: boolean
  mustEnrol: boolean
}

interface Tables {
  sysUser: { id: string; deleted: boolean }
  vDevice: { id: string; deptId: string; createBy: string | null; deleted: boolean }
}

/** A user the session sees, with what decides whether they may sign in. */
export async function readPerson(db: Sql, session: Session, id: string): Promise<ExplainedPerson | null> {
  const seen = await scoped(db.tables<Tables>(), session)
    .selectFrom('sysUser')
    .select('id')
    .where('id', '=', rowId(id))
    .where('deleted', '=', false)
    .executeTakeFirst()
  if (!seen) return null
  const { rows } = await db.query<ExplainedPerson & Record<string, unknown>>(
    `select u.id, u.username, u.nick_name as "nickName", u.status, u.dept_id as "deptId", d.name as "deptName",
       d.status as "deptStatus", ${isDeptOff('u.dept_id')} as "isDeptOff", u.must_change_password as "mustChangePassword", ${MUST_ENROL} as "mustEnrol"
     from sys_user u join dept d on d.id = u.dept_id where u.id = $1 ${unscopedText('self')}`,
    [seen.id],
  )
  return rows[0] ?? null
}

export interface ExplainedRole {
  id: string
  code: string
  name: string
  dataScope: DataScope
  customDepts: string[]
  isOn: boolean
  isSeen: boolean
}

/** All roles of a user, including disabled ones; `isSeen`: the session may know which. */
export async function readRolesOf(db: Sql, session: Session, userId: string): Promise<ExplainedRole[]> {
  const { rows } = await sql<ExplainedRole>`
    select r.id, r.code, r.name, r.data_scope as "dataScope", r.custom_depts as "customDepts",
      r.status = 'NORMAL' as "isOn", ${scopePredicate(session.scope, 'role', 'r')} as "isSeen"
    from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = ${userId} and not r.deleted order by r.sort, r.id`.execute(db.tables<unknown>())
  return rows
}

/** Which of a user's roles grant which resource: resource id -> role ids. */
export async function readGrantors(db: Sql, userId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await db.query<{ resource_id: string; role_ids: string[] }>(
    `select rr.resource_id, array_agg(rr.role_id order by rr.role_id) as role_ids
     from user_role ur join role_resource rr on rr.role_id = ur.role_id where ur.user_id = $1 group by rr.resource_id`,
    [userId],
  )
  return new Map(rows.map(({ resource_id, role_ids }) => [resource_id, role_ids]))
}

/** Where a device is that the session sees. */
export async function readSeenDevice(
  db: Sql,
  session: Session,
  id: string,
): Promise<{ id: string; deptId: string; createBy: string | null } | undefined> {
  return scoped(db.tables<Tables>(), session)
    .selectFrom('vDevice')
    .select(['id', 'deptId', 'createBy'])
    .where('id', '=', rowId(id))
    .where('deleted', '=', false)
    .executeTakeFirst()
}

/** Names of departments that the session sees. */
export async function readDeptNames(
  db: Sql,
  session: Session,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await scoped(db.tables<{ dept: { id: string; name: string; deleted: boolean } }>(), session)
    .selectFrom('dept')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .where('deleted', '=', false)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
