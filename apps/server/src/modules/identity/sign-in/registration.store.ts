import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** Whether the name is taken, in any case and any department. */
export async function isTaken(db: Sql, username: string): Promise<boolean> {
  const { rows } = await db.query(
    `select 1 from sys_user where lower(username) = lower($1) and not deleted ${unscopedText('unique')}`,
    [username],
  )
  return rows.length > 0
}

/** The root of the tree, for accounts from a site without a department. */
export async function platformDept(db: Sql): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `select id from dept where parent_id is null and not deleted ${unscopedText('sign-in')}`,
  )
  return rows[0]!.id
}

/** False when the name was taken meanwhile. No role: the account grants nothing yet (SI-26). */
export async function insertRegistered(
  db: Sql,
  account: { username: string; deptId: string; passwordHash: string },
): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `insert into sys_user (dept_id, username, nick_name, password_hash) values ($1, $2, $2, $3)
     on conflict (lower(username)) where not deleted do nothing returning id ${unscopedText('sign-in')}`,
    [account.deptId, account.username, account.passwordHash],
  )
  return rows[0]?.id
}
