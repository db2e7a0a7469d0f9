import { createTestApi, type TestApi } from './api.ts'
import { lightHashes } from './light-hashes.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { keepGivenPassword } from '../browser/first-password.ts'
import { signIn, type Visitor } from '../browser/sign-in.ts'

export type Data = Record<string, unknown>
export const PASSWORD = 'kestrel-7-orbit'
const base = '/security/v1'

/** A platform with people and departments in it, made and asked through the calls of the administration. */
export async function createStaff(hashes = lightHashes) {
  const database: TestDatabase = await createTestDatabase()
  const test: TestApi = await createTestApi(database.db, () => {}, hashes)

  const post = (who: Partial<Visitor>, path: string, input: Data = {}) => test.call(who, 'POST', base + path, input)
  const get = (who: Partial<Visitor>, path: string, input: Data = {}) => test.call(who, 'GET', base + path, input)

  async function made(path: string, input: Data, who: Visitor = test.admin): Promise<string> {
    const answer = await post(who, `${path}/insert`, input)
    if (answer.code !== 0) throw new Error(`${path} was not inserted: ${JSON.stringify(answer.data)}`)
    return (answer.data as { id: string }).id
  }

  async function row(path: string, id: string): Promise<Data & { version: number }> {
    return (await get(test.admin, `${path}/get`, { id })).data as Data & { version: number }
  }

  async function resourceIdsOf(...keys: string[]): Promise<string[]> {
    const { rows } = await database.db.query<{ id: string }>(
      `with recursive up as (select id, parent_id from resource where perm_code = any($1) union
         select r.id, r.parent_id from resource r join up on up.parent_id = r.id) select id from up`,
      [keys],
    )
    return rows.map(({ id }) => id)
  }

  let count = 0
  /** A user with one role of their own, signed in. */
  async function person(options: {
    deptId: string
    dataScope?: string
    keys?: string[]
    customDepts?: string[]
  }): Promise<Visitor & { id: string; username: string; roleId: string }> {
    count += 1
    const username = `user${count}`
    const roleId = await made('/role', {
      code: `ROLE_TEST_${count}`,
      name: `role ${count}`,
      deptId: options.deptId,
      dataScope: options.dataScope ?? 'SUBTREE',
      ...(options.customDepts ? { customDepts: options.customDepts } : {}),
      resourceIds: await resourceIdsOf(...(options.keys ?? ['user:list', 'dept:list'])),
      status: 'NORMAL',
    })
    const id = await made('/sysUser', {
      username,
      nickName: username,
      deptId: options.deptId,
      password: PASSWORD,
      status: 'NORMAL',
    })
    const saved = await post(test.admin, '/sysUser/saveAuthRole', { userId: id, roleIds: [roleId] })
    if (saved.code !== 0) throw new Error(`the role was not given: ${JSON.stringify(saved.data)}`)
    await keepGivenPassword(database.db, id)
    return { ...(await signIn(test.api.http.app, username, PASSWORD)), id, username, roleId }
  }

  async function dept(name: string, parentId?: string): Promise<string> {
    return made('/dept', { name, kind: 'CUSTOMER', status: 'NORMAL', ...(parentId ? { parentId } : {}) })
  }

  const close = async () => {
    await test.close()
    await database.drop()
  }
  return { database, test, post, get, made, row, resourceIdsOf, person, dept, close }
}

export type Staff = Awaited<ReturnType<typeof createStaff>>
