import { type FaultName, type TypeFace, userResource } from '@sluice/contract'
import { tellRowsOf } from '../../../platform/resource/changed-rows.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import { isDeptOff } from '../people/department.store.ts'

/** What signing in needs of a user; never leaves the module. */
export interface Account {
  id: string
  username: string
  nickName: string
  deptId: string
  passwordHash: string
  /** When the password was last changed, Unix ms. */
  passwordTime: number
  status: string
  /** Their department or one above it is switched off. */
  isDeptOff: boolean
}

interface AccountRow {
  id: string
  username: string
  nick_name: string
  dept_id: string
  password_hash: string
  password_time: string
  status: string
  is_dept_off: boolean
  [column: string]: unknown
}

const COLUMNS = `id, username, nick_name, dept_id, password_hash, password_time, status,
  ${isDeptOff('sys_user.dept_id')} as is_dept_off`

function accountOf(row: AccountRow | undefined): Account | null {
  if (!row) return null
  return {
    id: row.id,
    username: row.username,
    nickName: row.nick_name,
    deptId: row.dept_id,
    passwordHash: row.password_hash,
    passwordTime: Date.parse(row.password_time),
    status: row.status,
    isDeptOff: row.is_dept_off,
  }
}

/** Why a user who proved their identity is refused all the same; null when they may sign in. */
export function whyNotLetIn({ status, isDeptOff: isOff }: Account): 'account-disabled' | 'department-disabled' | null {
  if (status !== 'NORMAL') return 'account-disabled'
  return isOff ? 'department-disabled' : null
}

/** Names are the same in any case. */
export async function readAccountByName(db: Sql, username: string): Promise<Account | null> {
  const { rows } = await db.query<AccountRow>(
    `select ${COLUMNS} from sys_user where lower(username) = lower($1) and not deleted ${unscopedText('sign-in')}`,
    [username],
  )
  return accountOf(rows[0])
}

export async function readAccount(db: Sql, id: string): Promise<Account | null> {
  const { rows } = await db.query<AccountRow>(
    `select ${COLUMNS} from sys_user where id = $1 and not deleted ${unscopedText('self')}`,
    [id],
  )
  return accountOf(rows[0])
}

export async function savePassword(
  db: Sql,
  userId: string,
  passwordHash: string,
  options: { mustChange: boolean; now: Date },
): Promise<void> {
  await db.query(
    `update sys_user set password_hash = $2, must_change_password = $3, password_time = $4
     where id = $1 ${unscopedText('self')}`,
    [userId, passwordHash, options.mustChange, options.now],
  )
}

/** The same password under a stronger hash. */
export async function replaceHash(db: Sql, userId: string, passwordHash: string): Promise<void> {
  await db.query(`update sys_user set password_hash = $2 where id = $1 ${unscopedText('sign-in')}`, [
    userId,
    passwordHash,
  ])
}

export async function saveLogin(tx: Sql, user: { id: string; deptId: string }, ip: string, now: Date): Promise<void> {
  await tx.query(
    `update sys_user set last_login_time = $2, last_login_ip = $3 where id = $1 ${unscopedText('sign-in')}`,
    [user.id, now, ip],
  )
  await tellRowsOf(tx, userResource, [user.deptId])
}

/** Name of the department, and its nearest ancestor's settings of the site's look and time zone. */
export interface Surroundings {
  deptName: string
  webName: string | null
  logo: string | null
  timeZone: string | null
  avatarPath: string | null
  introduction: string | null
}

/** The registered types of devices, in their order. */
export async function readDeviceTypes(db: Sql): Promise<TypeFace[]> {
  const { rows } = await db.query<TypeFace & Record<string, unknown>>(
    `select code, json_build_array(name, english_name) as name, icon, colour, panel
     from v_device_type where not deleted order by sort, code`,
  )
  return rows
}

/** How faults are called, by their codes. */
export async function readFaultNames(db: Sql): Promise<FaultName[]> {
  const { rows } = await db.query<FaultName & Record<string, unknown>>(
    `select code, json_build_array(name, coalesce(nullif(english_name, ''), name)) as name from v_fault_code order by code`,
  )
  return rows
}

export async function readSurroundings(db: Sql, userId: string): Promise<Surroundings> {
  const nearest = (column: string) => `(select a.${column} from dept a
    where a.${column} is not null and (a.id = d.id or a.id = any(d.ancestors))
    order by array_length(a.ancestors, 1) desc nulls last limit 1)`
  const { rows } = await db.query<{
    dept_name: string
    web_name: string | null
    logo: string | null
    time_zone: string | null
    avatar_path: string | null
    introduction: string | null
  }>(
    `select d.name as dept_name, u.avatar_path, u.introduction, ${nearest('web_name')} as web_name,
       ${nearest('logo')} as logo, ${nearest('time_zone')} as time_zone
     from sys_user u join dept d on d.id = u.dept_id where u.id = $1 ${unscopedText('self')}`,
    [userId],
  )
  const row = rows[0]!
  return {
    deptName: row.dept_name,
    webName: row.web_name,
    logo: row.logo,
    timeZone: row.time_zone,
    avatarPath: row.avatar_path,
    introduction: row.introduction,
  }
}
