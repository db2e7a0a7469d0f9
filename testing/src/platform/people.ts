import { type DataScope, departmentResource, roleResource, saveAuthRole, userResource } from '@sluice/contract'
import type { Sql } from '@sluice/server/src/platform/db/db.ts'
import type { ApiClient } from './client.ts'
import { keepGivenPassword } from '../browser/first-password.ts'

export const PASSWORD = 'kestrel-7-orbit'

/** Makes a department; below the root unless told otherwise. Answers its id. */
export function makeDept(admin: ApiClient, name: string, more: Record<string, unknown> = {}): Promise<string> {
  return admin.insert(departmentResource, { name, kind: 'CUSTOMER', status: 'NORMAL', ...more })
}

export interface PersonOptions {
  deptId: string
  /** Permission keys; `all` of them when left out. */
  keys?: readonly string[] | 'all'
  dataScope?: DataScope
}

let made = 0

/** Creates a user with a role of their own and signs them in. */
export async function makePerson(
  admin: ApiClient,
  db: Sql,
  { deptId, keys = 'all', dataScope = 'SUBTREE' }: PersonOptions,
): Promise<ApiClient & { userId: string; username: string }> {
  const username = `person${++made}`
  const userId = await admin.insert(userResource, {
    username,
    nickName: username,
    deptId,
    password: PASSWORD,
    status: 'NORMAL',
  })
  if (keys === 'all' || keys.length > 0) {
    const resourceIds = await resourcesOf(db, keys)
    const code = `ROLE_PERSON_${made}`
    const role = { code, name: code, deptId, dataScope, resourceIds, status: 'NORMAL' }
    const roleId = await admin.insert(roleResource, role)
    await admin.call(saveAuthRole, { userId, roleIds: [roleId] })
  }
  await keepGivenPassword(db, userId)
  return Object.assign(await admin.signIn(username, PASSWORD), { userId, username })
}

/** Buttons and screens with these keys, and the folders they are in. */
async function resourcesOf(db: Sql, keys: readonly string[] | 'all'): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with recursive up as (
       select id, parent_id from resource where $1::text[] is null or perm_code = any($1)
       union select r.id, r.parent_id from resource r join up on up.parent_id = r.id)
     select id from up`,
    [keys === 'all' ? null : keys],
  )
  return rows.map(({ id }) => id)
}
