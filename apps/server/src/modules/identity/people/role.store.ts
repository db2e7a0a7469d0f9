import { ADMIN_ROLE, type DataScope, type roleResource } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { sql } from 'kysely'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { isRowId, rowId, scopePredicate, unscopedText } from '../../../platform/resource/scoped.ts'
import type { Scope, Session } from '../../../platform/http/session.ts'
import type { Holding } from './grant.rules.ts'
import { readDepts } from './grant.store.ts'
import { ROLE_WORDS } from '../menu/built-in-names.ts'
import type { Computed, Worded } from '../../../platform/resource/resource-change.ts'

/** Fields of the role resource that are no column. */
export const roleComputed: Computed<typeof roleResource> = {
  resourceIds: `coalesce((select jsonb_agg(rr.resource_id::text order by rr.resource_id)
    from role_resource rr where rr.role_id = t.id), '[]')`,
  userCount: `select count(*) from user_role ur join sys_user u on u.id = ur.user_id
    where ur.role_id = t.id and not u.deleted and {scope:sys_user u}`,
}

export const roleWords: Worded<typeof roleResource> = { name: { code: '{row}.code', words: ROLE_WORDS } }

/** What a user of department `deptId` would hold through these roles, enabled or not. */
export async function readHoldingOfRoles(db: Sql, roleIds: readonly string[], deptId: string): Promise<Holding> {
  const roles = await db.query<{ code: string; data_scope: DataScope; custom_depts: string[] }>(
    `select code, data_scope, custom_depts from role where id = any($1::bigint[]) ${unscopedText('reference')}`,
    [roleIds],
  )
  const resources = await db.query<{ id: string }>(
    'select distinct resource_id as id from role_resource where role_id = any($1::bigint[])',
    [roleIds],
  )
  return {
    isAdmin: roles.rows.some(({ code }) => code === ADMIN_ROLE),
    resourceIds: new Set(resources.rows.map(({ id }) => id)),
    allDepts: roles.rows.some(({ data_scope }) => data_scope === 'ALL'),
    deptIds: new Set(await readDepts(db, roles.rows, deptId)),
  }
}

/** Replaces the rights of the role; false when one of the ids is no resource. */
export async function replaceResources(tx: Connection, roleId: string, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (!wanted.every(isRowId)) return false
  await tx.query('delete from role_resource where role_id = $1', [roleId])
  const { rowCount } = await tx.query(
    'insert into role_resource (role_id, resource_id) select $1, id from resource where id = any($2::bigint[])',
    [roleId, wanted],
  )
  return rowCount === wanted.length
}

/** Whether the role has a holder outside the scope: a change would reach into another tenant. */
export async function hasHoldersOutside(tx: Connection, roleId: string, scope: Scope): Promise<boolean> {
  if (scope.all) return false
  const { rows } = await tx.query(
    `select 1 from user_role ur join sys_user u on u.id = ur.user_id
     where ur.role_id = $1 and not u.deleted and not u.dept_id = any($2::bigint[]) limit 1 ${unscopedText('unique')}`,
    [roleId, scope.deptIds],
  )
  return rows.length > 0
}

/** The departments of the role's holders, with everything below them. */
export async function readDeptsOfHolders(tx: Connection, roleId: string): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select distinct d.id from user_role ur join sys_user u on u.id = ur.user_id and not u.deleted
     join dept d on (d.id = u.dept_id or u.dept_id = any(d.ancestors)) and not d.deleted
     where ur.role_id = $1 ${unscopedText('unique')}`,
    [roleId],
  )
  return rows.map(({ id }) => id)
}

/** @throws AppError `not-found` for a role out of scope. */
export async function readResourcesOfRole(db: Sql, session: Session, roleId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; resourceIds: string[] }>`
    select r.id, array(select rr.resource_id from role_resource rr where rr.role_id = r.id order by 1) as "resourceIds"
    from role r where r.id = ${rowId(roleId)} and not r.deleted
      and ${scopePredicate(session.scope, 'role', 'r')}`.execute(db.tables<unknown>())
  if (!rows[0]) throw new AppError('not-found')
  return rows[0].resourceIds
}
