import { signIn, type Visitor } from '../browser/sign-in.ts'
import { keepGivenPassword } from '../browser/first-password.ts'
import type { TestApi } from './api.ts'
import type { Database } from '@sluice/server/src/platform/db/db.ts'

export const PASSWORD = 'kestrel-7-orbit'
const BASE = '/security/v1'

type Input = Record<string, unknown>

/** Users and departments for the tests of credentials, created through the API. */
export function createCredentialFixture(test: TestApi, db: Database) {
  let count = 0

  async function made(path: string, input: Input): Promise<string> {
    const answer = await test.call(test.admin, 'POST', `${BASE}${path}/insert`, input)
    if (answer.code !== 0) throw new Error(`${path} was not inserted: ${JSON.stringify(answer.data)}`)
    return (answer.data as { id: string }).id
  }

  async function resourceIdsOf(keys: readonly string[]): Promise<string[]> {
    const { rows } = await db.query<{ id: string }>(
      `with recursive up as (select id, parent_id from resource where perm_code = any($1) union
         select r.id, r.parent_id from resource r join up on up.parent_id = r.id) select id from up`,
      [keys],
    )
    return rows.map(({ id }) => id)
  }

  return {
    get: (who: Partial<Visitor>, path: string, input: Input = {}) => test.call(who, 'GET', BASE + path, input),
    post: (who: Partial<Visitor>, path: string, input: Input = {}) => test.call(who, 'POST', BASE + path, input),
    made,
    resourceIdsOf,
    dept: (name: string, more: Input = {}) => made('/dept', { name, kind: 'CUSTOMER', status: 'NORMAL', ...more }),
    async role(keys: readonly string[], more: Input = {}): Promise<string> {
      count += 1
      const resourceIds = await resourceIdsOf(keys)
      const code = `ROLE_CAST_${count}`
      return made('/role', { code, name: `角色${count}`, dataScope: 'SUBTREE', status: 'NORMAL', resourceIds, ...more })
    },
    /** A signed-in user with these roles. */
    async person(deptId: string, roleIds: readonly string[]): Promise<Visitor & { id: string; username: string }> {
      count += 1
      const username = `cast${count}`
      const id = await made('/sysUser', { username, nickName: username, deptId, password: PASSWORD, status: 'NORMAL' })
      await test.call(test.admin, 'POST', `${BASE}/sysUser/saveAuthRole`, { userId: id, roleIds })
      await keepGivenPassword(db, id)
      return { ...(await signIn(test.api.http.app, username, PASSWORD)), id, username }
    },
  }
}
