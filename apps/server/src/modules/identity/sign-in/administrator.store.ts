import { ADMIN_ROLE, BUILT_IN_ROLES, inLanguage, ROLE_NAMES } from '@sluice/contract'
import { STORED_LANGUAGE } from '../../../platform/resource/built-in-words.ts'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

/** Of several processes that start together one makes the first rows. */
export async function lockFirstStart(tx: Connection): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('identity.first-start', 0))")
}

/** Id of the root of the tree, the platform itself. */
export async function ensurePlatform(tx: Connection): Promise<string> {
  const found = await tx.query<{ id: string }>(
    `select id from dept where parent_id is null and not deleted ${unscopedText('start')}`,
  )
  if (found.rows[0]) return found.rows[0].id
  const made = await tx.query<{ id: string }>(
    `insert into dept (name, kind, time_zone) values ('平台', 'PLATFORM', 'Asia/Shanghai')
     returning id ${unscopedText('start')}`,
  )
  return made.rows[0]!.id
}

/** ROLE_ADMIN always; each other built-in role once, even if it was deleted since. Returns the codes created now. */
export async function ensureRoles(tx: Connection): Promise<string[]> {
  const known = await tx.query(`select 1 from role where code = $1 and not deleted ${unscopedText('start')}`, [
    ADMIN_ROLE,
  ])
  if (known.rows.length === 0) {
    await tx.query(
      `insert into role (code, name, data_scope, sort) values ($1, $2, 'ALL', 1) ${unscopedText('start')}`,
      [ADMIN_ROLE, inLanguage(ROLE_NAMES[ADMIN_ROLE]!, STORED_LANGUAGE)],
    )
  }
  const made: string[] = []
  for (const { code, name, sort } of BUILT_IN_ROLES) {
    const { rowCount } = await tx.query(
      `insert into role (code, name, data_scope, sort) select $1, $2, 'SUBTREE', $3
       where not exists (select 1 from role where code = $1) ${unscopedText('start')}`,
      [code, inLanguage(name, STORED_LANGUAGE), sort],
    )
    if (rowCount === 1) made.push(code)
  }
  return made
}

export async function hasAdministrator(tx: Connection): Promise<boolean> {
  const { rows } = await tx.query(
    `select 1 from sys_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
     where r.code = $1 and not r.deleted and not u.deleted limit 1 ${unscopedText('start')}`,
    [ADMIN_ROLE],
  )
  return rows.length > 0
}

export async function insertAdministrator(
  tx: Connection,
  admin: { username: string; deptId: string; passwordHash: string; mustChange: boolean },
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into sys_user (dept_id, username, nick_name, password_hash, must_change_password)
     values ($1, $2, '管理员', $3, $4) returning id ${unscopedText('start')}`,
    [admin.deptId, admin.username, admin.passwordHash, admin.mustChange],
  )
  await tx.query(
    `insert into user_role (user_id, role_id) select $1, id from role
     where code = $2 and not deleted ${unscopedText('start')}`,
    [rows[0]!.id, ADMIN_ROLE],
  )
}

/** The oldest administrator. */
export async function firstAdministratorId(db: Sql): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select u.id from sys_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
     where r.code = $1 and not r.deleted and not u.deleted and u.status = 'NORMAL'
     order by u.id limit 1 ${unscopedText('demo')}`,
    [ADMIN_ROLE],
  )
  return rows[0]?.id
}
