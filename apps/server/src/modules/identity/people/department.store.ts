import type { departmentResource } from '@sluice/contract'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { scoped, unscopedText } from '../../../platform/resource/scoped.ts'
import type { Scope, Session } from '../../../platform/http/session.ts'
import type { Computed } from '../../../platform/resource/resource-change.ts'

interface Tables {
  dept: { id: string; parentId: string | null; name: string; sort: number; deleted: boolean }
}

/** SQL: whether a department, by its id, or one above it is switched off. */
export const isDeptOff = (deptId: string): string => `exists (select 1 from dept o
  join dept above on above.id = o.id or above.id = any(o.ancestors)
  where o.id = ${deptId} and above.status <> 'NORMAL' and not above.deleted)`

/** Fields of the department resource that are no column. */
export const departmentComputed: Computed<typeof departmentResource> = {
  userCount: 'select count(*) from sys_user u where u.dept_id = t.id and not u.deleted and {scope:sys_user u}',
  deviceCount: 'select count(*) from v_device d where d.dept_id = t.id and not d.deleted and {scope:v_device d}',
}

/** The departments the session sees, and its own: a user who sees only their own records still belongs to one. */
export async function readVisibleDepts(
  db: Sql,
  session: Session,
): Promise<{ id: string; parentId: string | null; name: string }[]> {
  const rows = await scoped(db.tables<Tables>(), session)
    .selectFrom('dept')
    .select(['id', 'parentId', 'name'])
    .where('deleted', '=', false)
    .orderBy('sort')
    .orderBy('id')
    .execute()
  if (!session.scope.own || rows.some(({ id }) => id === session.deptId)) return rows
  const home = await db.query<{ id: string; name: string }>(
    `select id, name from dept where id = $1 ${unscopedText('self')}`,
    [session.deptId],
  )
  return [...home.rows.map(({ id, name }) => ({ id, parentId: null, name })), ...rows]
}

/** One change of the tree at a time: two moves could otherwise make a ring. */
export async function lockTree(tx: Connection): Promise<void> {
  await tx.query(`select id from dept where parent_id is null for update ${unscopedText('tree')}`)
}

export async function readAncestors(
  tx: Connection,
  id: string,
): Promise<{ id: string; ancestors: string[] } | undefined> {
  const { rows } = await tx.query<{ id: string; ancestors: string[] }>(
    `select id, ancestors from dept where id = $1 and not deleted ${unscopedText('tree')}`,
    [id],
  )
  return rows[0]
}

/** Whether something hangs below a department that the scope does not show. */
export async function hasDescendantsOutside(tx: Connection, id: string, scope: Scope): Promise<boolean> {
  if (scope.all) return false
  const { rows } = await tx.query(
    `select 1 from dept where ancestors @> array[$1::bigint] and not deleted and not id = any($2::bigint[])
     limit 1 ${unscopedText('tree')}`,
    [id, scope.deptIds],
  )
  return rows.length > 0
}

/** Everything below a department that moved gets its new way from the root. */
export async function moveDescendants(tx: Connection, id: string, ancestors: readonly string[]): Promise<void> {
  await tx.query(
    `update dept set ancestors = $2::bigint[] || ancestors[array_position(ancestors, $1::bigint):]
     where ancestors @> array[$1::bigint] ${unscopedText('tree')}`,
    [id, ancestors],
  )
}

/** Whether it is the department or one above it. */
export async function isAtOrAbove(tx: Connection, id: string, deptId: string): Promise<boolean> {
  const own = await readAncestors(tx, deptId)
  return own !== undefined && (own.id === id || own.ancestors.includes(id))
}

/** Time zones of departments: its own, else that of the nearest department above that has one. */
export async function readZones(db: Sql): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; zone: string }>(
    `select d.id, coalesce(d.time_zone, (
       select a.time_zone from dept a where a.id = any(d.ancestors) and a.time_zone is not null
       order by cardinality(a.ancestors) desc limit 1)) as zone
     from dept d where not d.deleted ${unscopedText('session')}`,
  )
  return new Map(rows.flatMap(({ id, zone }) => (zone ? [[id, zone] as const] : [])))
}

/** The department below the root to which this one belongs: the customer. The root's own people are the root's. */
export async function readTenant(db: Sql, deptId: string): Promise<string> {
  const { rows } = await db.query<{ tenant: string }>(
    `select coalesce(ancestors[2], id) as tenant from dept where id = $1 ${unscopedText('session')}`,
    [deptId],
  )
  return rows[0]?.tenant ?? deptId
}

/** Each of these departments with all above it. */
export async function readLines(db: Sql, deptIds: readonly string[]): Promise<Map<string, ReadonlySet<string>>> {
  const { rows } = await db.query<{ id: string; ancestors: string[] }>(
    `select id, ancestors from dept where id = any($1::bigint[]) ${unscopedText('session')}`,
    [deptIds],
  )
  return new Map(rows.map(({ id, ancestors }) => [id, new Set([...ancestors, id])]))
}

/** The names of a department and those above it, and their names for the product. */
export async function readNamesAround(db: Sql, deptId: string): Promise<string[]> {
  const { rows } = await db.query<{ name: string; web_name: string | null }>(
    `select a.name, a.web_name from dept d join dept a on a.id = d.id or a.id = any(d.ancestors)
     where d.id = $1 ${unscopedText('self')}`,
    [deptId],
  )
  return rows.flatMap(({ name, web_name: webName }) => (webName === null ? [name] : [name, webName]))
}
