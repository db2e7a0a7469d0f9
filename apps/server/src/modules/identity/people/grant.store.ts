import { ADMIN_ROLE, type DataScope } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** What a user holds through their enabled roles (several unite). */
export interface Grants {
  roles: readonly { code: string; dataScope: DataScope }[]
  resourceIds: ReadonlySet<string>
  keys: ReadonlySet<string>
  isAdmin: boolean
  allDepts: boolean
  deptIds: readonly string[]
  own: boolean
}

interface RoleRow {
  code: string
  data_scope: DataScope
  custom_depts: string[]
  [column: string]: unknown
}

const ROLES = `select r.code, r.data_scope, r.custom_depts from user_role ur join role r on r.id = ur.role_id
where ur.user_id = $1 and not r.deleted and r.status = 'NORMAL' order by r.sort, r.id ${unscopedText('session')}`

const RESOURCES = `select distinct s.id, s.perm_code from user_role ur
join role r on r.id = ur.role_id and not r.deleted and r.status = 'NORMAL'
join role_resource rr on rr.role_id = r.id
join resource s on s.id = rr.resource_id and s.status = 'NORMAL'
where ur.user_id = $1 ${unscopedText('session')}`

/** $1: departments as chosen; $2: departments with everything below them. */
const DEPTS = `select id from dept where not deleted
and (id = any($1::bigint[]) or id = any($2::bigint[]) or ancestors && $2::bigint[]) ${unscopedText('session')}`

export async function readGrants(db: Sql, userId: string, deptId: string): Promise<Grants> {
  // One after the other: inside a transaction there is only one connection.
  const roleRows = await db.query<RoleRow>(ROLES, [userId])
  const resourceRows = await db.query<{ id: string; perm_code: string | null }>(RESOURCES, [userId])
  const roles = roleRows.rows.map((row) => ({ code: row.code, dataScope: row.data_scope }))
  const isAdmin = roles.some(({ code }) => code === ADMIN_ROLE)
  const allDepts = isAdmin || roles.some(({ dataScope }) => dataScope === 'ALL')
  return {
    roles,
    resourceIds: new Set(resourceRows.rows.map(({ id }) => id)),
    keys: new Set(resourceRows.rows.flatMap(({ perm_code }) => perm_code ?? [])),
    isAdmin,
    allDepts,
    deptIds: allDepts ? [] : await readDepts(db, roleRows.rows, deptId),
    own: roles.some(({ dataScope }) => dataScope === 'SELF'),
  }
}

/** The departments that roles open to a user of department `deptId`. */
export async function readDepts(
  db: Sql,
  roles: readonly { data_scope: DataScope; custom_depts: string[] }[],
  deptId: string,
): Promise<string[]> {
  const single = roles.flatMap((role) => {
    if (role.data_scope === 'DEPT') return [deptId]
    return role.data_scope === 'CUSTOM' ? role.custom_depts : []
  })
  const whole = roles.some((role) => role.data_scope === 'SUBTREE') ? [deptId] : []
  if (single.length === 0 && whole.length === 0) return []
  const { rows } = await db.query<{ id: string }>(DEPTS, [single, whole])
  return rows.map(({ id }) => id)
}

/** Ids of the resources that carry these permission keys. */
export async function readIdsOfKeys(db: Sql, keys: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>('select id from resource where perm_code = any($1::text[])', [keys])
  return rows.map(({ id }) => id)
}
