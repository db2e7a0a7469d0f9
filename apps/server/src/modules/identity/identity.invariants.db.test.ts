import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../../testing/src/platform/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/src/platform/database.ts'
import { keepGivenPassword } from '../../../../../testing/src/browser/first-password.ts'
import { checkRoutes } from '../../../../../testing/src/invariants/route-invariant.ts'
import { checkResources, checkTenantTables } from '../../../../../testing/src/invariants/schema-invariant.ts'
import { signIn, type Visitor } from '../../../../../testing/src/browser/sign-in.ts'
import { recordStatements, type StatementRecorder } from '../../../../../testing/src/invariants/statement-recorder.ts'

let database: TestDatabase
let test: TestApi
let recorder: StatementRecorder

beforeAll(async () => {
  database = await createTestDatabase()
  recorder = recordStatements()
  test = await createTestApi(database.db)
})
afterAll(async () => {
  recorder?.stop()
  await test?.close()
  await database?.drop()
})

async function insert(path: string, input: Record<string, unknown>): Promise<string> {
  const { data } = await test.call(test.admin, 'POST', `/security/v1/${path}/insert`, input)
  return (data as { id: string }).id
}

async function user(username: string, deptId: string, roleId?: string): Promise<Visitor & { id: string }> {
  const id = await insert('sysUser', {
    username,
    nickName: username,
    deptId,
    password: 'kestrel-7-orbit',
    status: 'NORMAL',
  })
  const roleIds = roleId === undefined ? [] : [roleId]
  await test.call(test.admin, 'POST', '/security/v1/sysUser/saveAuthRole', { userId: id, roleIds })
  await keepGivenPassword(database.db, id)
  return { ...(await signIn(test.api.http.app, username, 'kestrel-7-orbit')), id }
}

it('every call is closed to those who may not, and no statement gets past the scope', async () => {
  const dept = { kind: 'CUSTOMER', status: 'NORMAL' }
  const here = await insert('dept', { ...dept, name: 'here' })
  const there = await insert('dept', { ...dept, name: 'there' })
  const { rows } = await database.db.query<{ id: string }>('select id from resource')
  const resourceIds = rows.map(({ id }) => id)
  const everyKey = { code: 'ROLE_HERE', name: 'h', deptId: here, dataScope: 'SUBTREE', status: 'NORMAL', resourceIds }
  const foreigner = await user('foreigner', here, await insert('role', everyKey))
  const keyless = await user('keyless', here)
  const theirs = { code: 'ROLE_THERE', name: 't', deptId: there, dataScope: 'DEPT', status: 'NORMAL' }
  const role = await insert('role', theirs)
  const resident = await user('resident', there)
  const expireTime = new Date(test.clock.now().getTime() + 86_400_000).toISOString()
  const newKey = { name: 'theirs', scopes: ['user:list'], expireTime }
  const issued = await test.call(test.admin, 'POST', '/security/v1/apiKey/issue', { ...newKey, userId: resident.id })
  const { id: apiKey } = issued.data as { id: string }

  const violations = await checkRoutes({
    api: test.api,
    keyless,
    foreigner,
    foreignRows: { dept: there, user: resident.id, role, apiKey, ownApiKey: apiKey },
    foreignInputs: {
      '/security/v1/resources/listByRole': { roleId: role },
      '/security/v1/sysUser/resetPwd': { id: resident.id },
      '/security/v1/sysUser/getAuthRoleListByUserId': { userId: resident.id },
      '/security/v1/sysUser/saveAuthRole': { userId: resident.id, roleIds: [] },
      '/security/v1/sysUser/resetTotp': { id: resident.id },
      '/security/v1/sysUser/revokeApiKey': { id: apiKey },
      '/security/v1/apiKey/revoke': { id: apiKey },
      '/security/v1/apiKey/issue': { ...newKey, userId: resident.id },
      '/security/v1/permission/explain': { userId: resident.id },
      '/security/v1/permission/ask': { userId: resident.id, key: 'user:list' },
      '/security/v1/resources/insert': { title: 'x', type: '1', routePath: '/x' },
      '/security/v1/resources/update': { id: '1', title: 'x' },
      '/security/v1/resources/del': { id: '1' },
      '/security/v1/session/kick': { id: 'nobody' },
    },
  })
  expect(violations).toEqual([])
  expect(test.api.mounted.length).toBeGreaterThan(20)

  await test.identity.sessions.find('nobody')
  expect(recorder.violations()).toEqual([])
  expect(recorder.statements.filter(({ path }) => path !== undefined).length).toBeGreaterThan(30)
})

it('every field has its column and every owned table is known to the scope', async () => {
  expect((await checkResources(test.api)).filter((line) => !line.includes('is not mounted'))).toEqual([])
  expect(await checkTenantTables(database.db)).toEqual([])
})
