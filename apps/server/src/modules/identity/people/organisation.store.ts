import { pinyinInitials } from '@sluice/kit'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** Where a person stands in the organisation. */
export interface Member {
  id: string
  name: string
  deptId: string
  deptName: string
  /** Their department and all above it, the nearest first. */
  line: readonly string[]
  roleIds: readonly string[]
  /** May sign in: neither gone nor disabled. */
  isActive: boolean
}

const NAME = `coalesce(nullif(u.nick_name, ''), u.username)`
const ACTIVE = `(not u.deleted and u.status <> 'DISABLED')`
const ORGANISATION = unscopedText('reference')

/** These people, whether they are still there or not; unknown ids are left out. */
export async function readMembers(db: Sql, ids: readonly string[]): Promise<Map<string, Member>> {
  const { rows } = await db.query<Omit<Member, 'line'> & { ancestors: string[] }>(
    `select u.id::text as id, ${NAME} as name, u.dept_id::text as "deptId", d.name as "deptName", d.ancestors::text[] as ancestors,
       array(select r.role_id::text from user_role r where r.user_id = u.id) as "roleIds", ${ACTIVE} as "isActive"
     from sys_user u join dept d on d.id = u.dept_id where u.id = any($1::bigint[]) ${ORGANISATION}`,
    [ids],
  )
  return new Map(
    rows.map(({ ancestors, ...one }) => [one.id, { ...one, line: [one.deptId, ...ancestors.toReversed()] }]),
  )
}

/** These departments, each with its name and itself and all above it, the nearest first. */
export async function readDeptLines(
  db: Sql,
  ids: readonly string[],
): Promise<Map<string, { name: string; line: readonly string[] }>> {
  const { rows } = await db.query<{ id: string; name: string; ancestors: string[] }>(
    `select id::text as id, name, ancestors::text[] as ancestors from dept where id = any($1::bigint[]) and not deleted ${ORGANISATION}`,
    [ids],
  )
  return new Map(rows.map(({ id, name, ancestors }) => [id, { name, line: [id, ...ancestors.toReversed()] }]))
}

/** The head of each of these departments; null where there is none who may sign in. */
export async function readHeads(db: Sql, deptIds: readonly string[]): Promise<Map<string, string | null>> {
  const { rows } = await db.query<{ id: string; head: string | null }>(
    `select d.id::text as id, u.id::text as head from dept d left join sys_user u on u.id = d.leader_id and ${ACTIVE}
     where d.id = any($1::bigint[]) ${ORGANISATION}`,
    [deptIds],
  )
  return new Map(rows.map(({ id, head }) => [id, head]))
}

/** Active people of a department and below who hold one of these roles, or a position. */
export async function findMembers(
  db: Sql,
  deptId: string,
  by: { roleIds: readonly string[] } | { position: string },
): Promise<string[]> {
  const holds =
    'position' in by
      ? `u.position = $2`
      : `exists (select from user_role r join role held on held.id = r.role_id
           where r.user_id = u.id and r.role_id = any($2::bigint[]) and held.status = 'NORMAL')`
  const { rows } = await db.query<{ id: string }>(
    `select u.id::text as id from sys_user u join dept d on d.id = u.dept_id
     where ${ACTIVE} and (d.id = $1 or d.ancestors @> array[$1::bigint]) and ${holds} order by u.id limit 50 ${ORGANISATION}`,
    [deptId, 'position' in by ? by.position : by.roleIds],
  )
  return rows.map(({ id }) => id)
}

/** The administrators of the nearest of these departments that has any; else those of the whole installation. */
export async function findAdministrators(
  db: Sql,
  line: readonly string[],
  roles: { dept: string; all: string },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with found as (
       select u.id, coalesce(array_position($1::bigint[], case when held.code = $2 then u.dept_id end), 1000) as distance
       from sys_user u join user_role r on r.user_id = u.id join role held on held.id = r.role_id
       where ${ACTIVE} and held.status = 'NORMAL'
         and ((held.code = $2 and u.dept_id = any($1::bigint[])) or held.code = $3)
     )
     select distinct id::text as id from found where distance = (select min(distance) from found) order by 1 limit 20 ${ORGANISATION}`,
    [line, roles.dept, roles.all],
  )
  return rows.map(({ id }) => id)
}

/** What can be chosen, by its name and, of people, their department. */
export interface Option {
  id: string
  name: string
  deptName?: string | null
}

const OPTIONS = {
  user: `select u.id::text as id, ${NAME} as name, d.name as "deptName", concat_ws(' ', u.username, u.phone) as also
    from sys_user u join dept d on d.id = u.dept_id
    where ${ACTIVE} and (d.id = $1 or d.ancestors @> array[$1::bigint])`,
  dept: `select id::text as id, name, '' as also from dept
    where not deleted and status = 'NORMAL' and (id = $1 or ancestors @> array[$1::bigint])`,
  role: `select r.id::text as id, r.name, r.code as also from role r
    where r.status = 'NORMAL' and not r.deleted and (r.dept_id is null
      or exists (select from dept d where d.id = r.dept_id and (d.id = $1 or d.ancestors @> array[$1::bigint])))`,
}

/** So many names are looked through, and so many answered. */
const LOOKED_THROUGH = 10_000
const ANSWERED = 20

/**
 * People, roles or departments of a department and below, whose name holds the typed text, or has it as its pinyin initials;
 * people by their account and telephone number, too.
 */
export async function findOptions(
  db: Sql,
  deptId: string,
  kind: keyof typeof OPTIONS,
  typed: string,
): Promise<Option[]> {
  const { rows } = await db.query<Option & { also: string } & Record<string, unknown>>(
    `${OPTIONS[kind]} order by name, id limit ${LOOKED_THROUGH} ${ORGANISATION}`,
    [deptId],
  )
  const wanted = typed.trim().toLowerCase()
  const fits = ({ name, also }: { name: string; also: string }) =>
    name.toLowerCase().includes(wanted) || also.toLowerCase().includes(wanted) || pinyinInitials(name).includes(wanted)
  return rows
    .filter(fits)
    .slice(0, ANSWERED)
    .map(({ id, name, deptName }) => ({ id, name, ...(deptName !== undefined && { deptName }) }))
}
