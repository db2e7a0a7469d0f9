import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../../../testing/src/platform/api.ts'
import { createCredentialFixture } from '../../../../../../testing/src/platform/credential.fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/src/platform/database.ts'
import type { Visitor } from '../../../../../../testing/src/browser/sign-in.ts'

type Person = Visitor & { id: string; username: string }

let database: TestDatabase
let test: TestApi
let fixture: ReturnType<typeof createCredentialFixture>
let dept: string
let person: Person

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database.db)
  fixture = createCredentialFixture(test, database.db)
  dept = await fixture.dept('own data')
  person = await fixture.person(dept, [])
})
afterAll(async () => {
  await test?.close()
  await database?.drop()
})

const own = async (who = person) => (await fixture.get(who, '/sysUser/profile')).data as Record<string, unknown>
const save = (values: Record<string, unknown>, who = person) => fixture.post(who, '/sysUser/updateProfile', values)
const fieldsOf = ({ data }: { data: unknown }) => (data as { fields?: unknown }).fields
const FILLED = {
  nickName: '李文渠',
  sex: 'FEMALE',
  phone: '13800000000',
  email: 'li@water.example',
  introduction: '东灌区调度',
}

it('AD-8 (part) a person without any right changes their own data, and the new name shows at once', async () => {
  expect(await own()).toEqual({
    version: 0,
    nickName: person.username,
    sex: 'UNKNOWN',
    phone: null,
    email: null,
    introduction: null,
  })
  expect(await save({ version: 0, ...FILLED })).toMatchObject({ code: 0, data: true })
  expect(await own()).toEqual({ version: 1, ...FILLED })
  expect((await fixture.get(person, '/sysUser/getInfo')).data).toMatchObject({
    nickName: '李文渠',
    introduction: '东灌区调度',
  })
})

it('AD-8 (part) what is left empty is empty; sex falls back to unknown', async () => {
  const one = await fixture.person(dept, [])
  await save({ version: 0, ...FILLED }, one)
  expect(await save({ version: 1, nickName: ' 王管 ', sex: null, phone: '' }, one)).toMatchObject({ code: 0 })
  expect(await own(one)).toEqual({
    version: 2,
    nickName: '王管',
    sex: 'UNKNOWN',
    phone: null,
    email: null,
    introduction: null,
  })
})

it('AD-8 (part), FR-5 (part) the server repeats every rule, and takes nothing that is not one’s own to change', async () => {
  const version = (await own())['version']
  const refused = async (more: Record<string, unknown>) => fieldsOf(await save({ version, ...FILLED, ...more }))
  expect(await refused({ nickName: ' ' })).toEqual({ nickName: 'required' })
  expect(await refused({ nickName: 'x'.repeat(31) })).toEqual({ nickName: 'too-long' })
  expect(await refused({ phone: '12345678901' })).toEqual({ phone: 'format' })
  expect(await refused({ email: 'nobody' })).toEqual({ email: 'format' })
  expect(await refused({ sex: 'OTHER' })).toEqual({ sex: 'not-an-option' })
  expect(await refused({ introduction: 'x'.repeat(301) })).toEqual({ introduction: 'too-long' })
  for (const field of ['deptId', 'username', 'status', 'remark', 'id']) {
    expect(await refused({ [field]: '1' })).toEqual({ [field]: 'unknown-field' })
  }
  expect((await own())['version']).toBe(version)
})

it('AD-8 (part) a change that builds on an older one is refused and changes nothing', async () => {
  const before = await own()
  const version = Number(before['version'])
  expect(await save({ version: version - 1, ...FILLED, nickName: '旧' })).toMatchObject({
    code: 409,
    data: { error: 'stale-version' },
  })
  expect(await own()).toEqual(before)
})

it('AD-8 (part), SEC-15 (part) the log tells what was changed, from what to what, and nothing of a save without a change', async () => {
  const one = await fixture.person(dept, [])
  await save({ version: 0, nickName: one.username, phone: '13900000000' }, one)
  await save({ version: 1, nickName: one.username, phone: '13900000000' }, one)
  const { rows } = await database.db.query(
    `select user_id, dept_id, before, after from oper_log where action = 'user.updateProfile'
     and $1 = any(target_ids) /* unscoped:test */`,
    [one.id],
  )
  expect(rows).toEqual([{ user_id: one.id, dept_id: dept, before: { phone: null }, after: { phone: '13900000000' } }])
  expect((await own(one))['version']).toBe(1)
})

it('AD-8 (part) nobody without a session, and no program with a key, changes a person’s data', async () => {
  expect(await save({ version: 0, ...FILLED }, {} as Person)).toMatchObject({ code: 4 })
  expect(await fixture.get({}, '/sysUser/profile')).toMatchObject({ code: 4 })
  const role = await fixture.role(['apiKey:own', 'user:list'])
  const maker = await fixture.person(dept, [role])
  const expireTime = new Date(Date.now() + 86_400_000).toISOString()
  const { data } = await fixture.post(maker, '/sysUser/issueApiKey', { name: 'k', scopes: ['user:list'], expireTime })
  const answer = await test.api.http.app.inject({
    method: 'POST',
    url: '/security/v1/sysUser/updateProfile',
    headers: { host: 'localhost', 'x-api-key': (data as { key: string }).key },
    payload: { version: 0, ...FILLED },
  })
  expect(answer.json()).toMatchObject({ code: 403 })
})

it('a person is told the time zone of the nearest department that has one', async () => {
  const above = await fixture.dept('far west', { timeZone: 'Asia/Urumqi' })
  const below = await fixture.dept('below', { parentId: above })
  const other = await fixture.person(below, [])
  const zoneOf = async (who: Person) => (await fixture.get(who, '/sysUser/getInfo')).data
  expect(await zoneOf(other)).toMatchObject({ timeZone: 'Asia/Urumqi' })
  expect(await zoneOf(person)).toMatchObject({ timeZone: 'Asia/Shanghai' })
})
