import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'

/** A person as a list of choices has it. */
export interface NamedPerson {
  id: string
  name: string
  deptName: string | null
}

export interface PeopleSearch {
  keyword: string | undefined
  /** People of these come first. */
  deptIds: readonly string[]
  most: number
}

/** People of a scope who may sign in. */
export async function findPeople(
  db: Sql,
  scope: Scope,
  { keyword, deptIds, most }: PeopleSearch,
): Promise<NamedPerson[]> {
  const pattern = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null
  const { rows } = await sql<NamedPerson>`
    select u.id::text as id, coalesce(nullif(u.nick_name, ''), u.username) as name, d.name as "deptName"
    from sys_user u left join dept d on d.id = u.dept_id
    where not u.deleted and u.status = 'NORMAL' and ${scopePredicate(scope, 'sys_user', 'u')}
      ${pattern ? sql`and (u.username ilike ${pattern} or u.nick_name ilike ${pattern})` : sql``}
    order by u.dept_id = any(${deptIds}::bigint[]) desc, name, u.id limit ${most}`.execute(db.tables<unknown>())
  return rows
}
