import { ADMIN_ROLE, type userResource } from '@sluice/contract'
import { sql } from 'kysely'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { rowId, scopePredicate, scoped, unscopedText } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'
import { isDeptOff } from './department.store.ts'
import type { Computed } from '../../../platform/resource/resource-change.ts'

interface Tables {
  sysUser: { id: string; deptId: string; username: string; deleted: boolean }
}

/** Fields of the user resource that are no column. */
export const userComputed: Computed<typeof userResource> = {
  roleNames: `coalesce((select jsonb_agg({word:role.name r} order by r.sort, r.id) from user_role ur
    join role r on r.id = ur.role_id where ur.user_id = t.id and not r.deleted and {scope:role r}), '[]')`,
}

export interface SeenUser {
  id: string
  deptId: string
  username: string
}

/** A user the session sees. */
export async function readSeenUser(db: Sql, session: Session, id: string): Promise<SeenUser | undefined> {
  return scoped(db.tables<Tables>(), session)
    .selectFrom('sysUser')
    .select(['id', 'deptId', 'username'])
    .where('id', '=', rowId(id))
    .where('deleted', '=', false)
    .executeTakeFirst()
}

/** The administrators who may sign in. Locks the role, so that two of them cannot remove each other at once. */
export async function activeAdminIds(tx: Connection): Promise<string[]> {
  await tx.query(`select id from role where code = $1 for update ${unscopedText('unique')}`, [ADMIN_ROLE])
  const { rows } = await tx.query<{ id: string }>(
    `select u.id from sys_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
     where r.code = $1 and not r.deleted and not u.deleted and u.status = 'NORMAL'
       and not ${isDeptOff('u.dept_id')} ${unscopedText('unique')}`,
    [ADMIN_ROLE],
  )
  return rows.map(({ id }) => id)
}

/** Takes away the roles of a user who is being deleted; `readFormerRoles` finds them if the user is restored. */
export async function leaveRoles(tx: Connection, userId: string): Promise<void> {
  await tx.query(
    `with gone as (delete from user_role where user_id = $1 returning role_id)
     update sys_user set former_roles = array(select role_id from gone) where id = $1 ${unscopedText('self')}`,
    [userId],
  )
}

/** The roles the user held when deleted, as far as they still exist and the session sees them. */
export async function readFormerRoles(tx: Connection, session: Session, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select r.id from sys_user u join role r on r.id = any(u.former_roles) and not r.deleted
    where u.id = ${userId} and ${scopePredicate(session.scope, 'role', 'r')} order by r.id for share of r`.execute(
    tx.tables<unknown>(),
  )
  return rows.map(({ id }) => id)
}

export async function regainRoles(tx: Connection, userId: string, roleIds: readonly string[]): Promise<void> {
  await tx.query('insert into user_role (user_id, role_id) select $1, unnest($2::bigint[])', [userId, roleIds])
  await tx.query(`update sys_user set former_roles = '{}' where id = $1 ${unscopedText('self')}`, [userId])
}

export interface RoleChoice {
  id: string
  name: string
  code: string
  status: string
  granted: boolean
}

/**
 * The roles that the session may consider granting: of those it sees, the ones the user has or that belong to a
 * department above the user. If a role were held outside its department, those it belongs to could no longer change it.
 */
export async function readRoleChoices(db: Sql, session: Session, user: SeenUser): Promise<RoleChoice[]> {
  const granted = sql`exists (select 1 from user_role ur where ur.role_id = r.id and ur.user_id = ${user.id})`
  const { rows } = await sql<RoleChoice>`
    select r.id, r.name, r.code, r.status, ${granted} as granted
    from role r join dept d on d.id = ${user.deptId}
    where not r.deleted and ${scopePredicate(session.scope, 'role', 'r')}
      and (r.dept_id is null or r.dept_id = d.id or r.dept_id = any(d.ancestors) or ${granted})
    order by r.sort, r.id`.execute(db.tables<unknown>())
  return rows
}

/** Afterwards the user has, of the roles `among`, exactly `wanted`; other roles are unchanged. */
export async function replaceRoles(
  tx: Connection,
  userId: string,
  wanted: readonly { id: string }[],
  among: readonly { id: string }[],
): Promise<void> {
  const [kept, known] = [wanted.map(({ id }) => id), among.map(({ id }) => id)]
  await tx.query(
    'delete from user_role where user_id = $1 and role_id = any($3::bigint[]) and not role_id = any($2::bigint[])',
    [userId, kept, known],
  )
  await tx.query('insert into user_role (user_id, role_id) select $1, unnest($2::bigint[]) on conflict do nothing', [
    userId,
    kept,
  ])
}
