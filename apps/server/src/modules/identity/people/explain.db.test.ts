import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ExplainedAnswer, ExplainedUser } from '@sluice/contract'
import { createTestApi, type TestApi } from '../../../../../../testing/src/platform/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/src/platform/database.ts'
import type { Visitor } from '../../../../../../testing/src/browser/sign-in.ts'
import { createCredentialFixture } from '../../../../../../testing/src/platform/credential.fixture.ts'

let database: TestDatabase
let test: TestApi
let fixture: ReturnType<typeof createCredentialFixture>
let here: string
let below: string
let there: string
let device: { here: string; below: string; there: string }

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database.db)
  fixture = createCredentialFixture(test, database.db)
  here = await fixture.dept('上游')
  below = await fixture.dept('下游', { parentId: here })
  there = await fixture.dept('他处')
  const { rows } = await database.db.query<{ id: string }>(
    "insert into product (product_no, name, device_type_code, node_kind, protocol) values ('P', 'p', 'T', 'DIRECT', 'SL651') returning id",
  )
  const add = async (deptId: string) => {
    const made = await database.db.query<{ id: string }>(
      `insert into device (dept_id, product_id, device_no, name) values ($1, $2, $3, 'd')
       returning id /* unscoped:test */`,
      [deptId, rows[0]!.id, `N${deptId}`],
    )
    return made.rows[0]!.id
  }
  device = { here: await add(here), below: await add(below), there: await add(there) }
})
afterAll(async () => {
  await test?.close()
  await database?.drop()
})
beforeEach(() => database.db.query('delete from login_guard'))

type Person = Visitor & { id: string; username: string }

async function explain(who: Visitor, userId: string): Promise<ExplainedUser> {
  const answer = await fixture.get(who, '/permission/explain', { userId })
  expect(answer.code).toBe(0)
  return answer.data as ExplainedUser
}
async function ask(
  userId: string,
  key: string,
  deviceId?: string,
  who: Visitor = test.admin,
): Promise<ExplainedAnswer> {
  const answer = await fixture.get(who, '/permission/ask', {
    userId,
    key,
    ...(deviceId === undefined ? {} : { deviceId }),
  })
  expect(answer.code).toBe(0)
  return answer.data as ExplainedAnswer
}
const becauseOf = ({ reasons }: ExplainedAnswer) => reasons.map(({ because }) => because)
const entry = ({ entries }: ExplainedUser, key: string) => entries.find(({ permission }) => permission === key)

/** Switches something for one test and back again. */
async function whileOff<T>(table: 'role' | 'resource', where: string, work: () => Promise<T>): Promise<T> {
  await database.db.query(`update ${table} set status = 'DISABLED' where ${where}`)
  try {
    return await work()
  } finally {
    await database.db.query(`update ${table} set status = 'NORMAL' where ${where}`)
  }
}

describe('effective permissions: each key with its way', () => {
  let person: Person
  let roleId: string
  beforeAll(async () => {
    roleId = await fixture.role(['user:list', 'user:add'])
    person = await fixture.person(here, [roleId])
  })

  it('says the same as the calls: held is what is let in, not held is what is refused', async () => {
    const found = await explain(test.admin, person.id)
    const pages = test.api.mounted.filter(({ resource }) => resource?.verb === 'page')
    expect(pages.length).toBeGreaterThan(3)
    for (const { path, access } of pages) {
      const key = typeof access === 'object' ? access.key : ''
      const answer = await fixture.get(person, path.replace('/security/v1', ''))
      expect([path, entry(found, key)?.isHeld]).toEqual([path, answer.code === 0])
    }
  })

  it('names the roles behind a key, and the menu it stands in', async () => {
    const found = await explain(test.admin, person.id)
    const [role] = found.roles
    expect(entry(found, 'user:list')).toMatchObject({ isHeld: true, inMenu: true, through: [role!.name], offRoles: [] })
    expect(entry(found, 'user:add')).toMatchObject({ isHeld: true, inMenu: null })
    expect(entry(found, 'user:del')).toMatchObject({ isHeld: false, through: [] })
  })

  it('tells a resource that is off, a folder that is off and a role that is off apart', async () => {
    await whileOff('resource', "name = 'user:add'", async () => {
      expect(entry(await explain(test.admin, person.id), 'user:add')).toMatchObject({ isHeld: false, isOn: false })
      expect(becauseOf(await ask(person.id, 'user:add'))).toEqual(['user-active', 'key-resource-off'])
    })
    await whileOff('resource', "name = 'Admin'", async () => {
      // The folder takes the screen out of the menu; the right itself stays, as the calls see it.
      expect(entry(await explain(test.admin, person.id), 'user:list')).toMatchObject({
        isHeld: true,
        inMenu: false,
        folderOff: '系统管理',
      })
    })
    await whileOff('role', `id = ${roleId}`, async () => {
      const found = await explain(test.admin, person.id)
      expect(entry(found, 'user:list')).toMatchObject({ isHeld: false, through: [], offRoles: [found.roles[0]!.name] })
      expect(await ask(person.id, 'user:list')).toMatchObject({
        may: false,
        reasons: [{ because: 'user-active' }, { because: 'key-role-off', names: [found.roles[0]!.name] }],
      })
    })
    expect(await ask(person.id, 'user:list')).toMatchObject({ may: true })
  })

  it('explains a key that nobody can hold, and a user without any role', async () => {
    expect(await ask(person.id, 'no:such')).toMatchObject({ may: false })
    expect(becauseOf(await ask(person.id, 'no:such'))).toContain('key-unknown')
    expect(becauseOf(await ask(person.id, 'user:del'))).toContain('key-not-granted')
    const bare = await fixture.person(here, [])
    expect(becauseOf(await ask(bare.id, 'user:list'))).toEqual(['user-active', 'no-role'])
    expect((await explain(test.admin, bare.id)).scope).toEqual({ all: false, own: false, depts: [], hiddenDepts: 0 })
  })

  it('answers no for a user who is switched off or must do something first', async () => {
    const { version } = (await fixture.get(test.admin, '/sysUser/get', { id: person.id })).data as { version: number }
    await fixture.post(test.admin, '/sysUser/update', { id: person.id, version, status: 'DISABLED' })
    expect(await ask(person.id, 'user:list')).toMatchObject({
      may: false,
      reasons: [{ because: 'user-disabled' }, { holds: true }],
    })
    await fixture.post(test.admin, '/sysUser/update', { id: person.id, version: version + 1, status: 'NORMAL' })
    await fixture.post(test.admin, '/sysUser/resetPwd', { id: person.id })
    expect(becauseOf(await ask(person.id, 'user:list'))).toContain('must-change-password')
    const bound = await fixture.person(here, [await fixture.role(['user:list'], { requireTotp: true })])
    expect(becauseOf(await ask(bound.id, 'user:list'))).toContain('must-enrol')
  })
})

describe('AD-5 (part) effective permissions: whose data', () => {
  it('names each department with the roles that open it', async () => {
    const [own, chosen] = [
      await fixture.role(['user:list'], { dataScope: 'DEPT' }),
      await fixture.role(['user:list'], { dataScope: 'CUSTOM', customDepts: [there] }),
    ]
    const person = await fixture.person(here, [own, chosen])
    const { scope, roles } = await explain(test.admin, person.id)
    expect(scope.depts.map(({ name }) => name).toSorted()).toEqual(['上游', '他处'].toSorted())
    expect(scope.depts.find(({ id }) => id === there)!.through).toEqual([roles.find(({ id }) => id === chosen)!.name])
    expect(await ask(person.id, 'user:list', device.here)).toMatchObject({ may: true })
    expect(await ask(person.id, 'user:list', device.there)).toMatchObject({ may: true })
    expect(await ask(person.id, 'user:list', device.below)).toMatchObject({
      may: false,
      reasons: [{ holds: true }, { holds: true }, { because: 'device-outside', names: ['下游'] }],
    })
  })

  it('knows SUBTREE, ALL, SELF, and a role that is off', async () => {
    const subtree = await fixture.role(['user:list'])
    const person = await fixture.person(here, [subtree])
    expect(becauseOf(await ask(person.id, 'user:list', device.below))).toContain('device-through-role')
    await whileOff('role', `id = ${subtree}`, async () => {
      expect(becauseOf(await ask(person.id, 'user:list', device.below))).toContain('device-role-off')
    })
    const all = await fixture.person(here, [await fixture.role(['user:list'], { dataScope: 'ALL' })])
    expect(becauseOf(await ask(all.id, 'user:list', device.there))).toContain('device-all')
    const self = await fixture.person(here, [await fixture.role(['user:list'], { dataScope: 'SELF' })])
    expect(await ask(self.id, 'user:list', device.here)).toMatchObject({ may: false })
    await database.db.query('update device set create_by = $1 where id = $2 /* unscoped:test */', [
      self.id,
      device.here,
    ])
    expect(becauseOf(await ask(self.id, 'user:list', device.here))).toContain('device-own')
    expect(becauseOf(await ask('1', 'user:list', device.there))).toContain('device-all')
  })

  it('needs the key, and shows no user and no department out of scope', async () => {
    const asker = await fixture.person(here, [await fixture.role(['permission:explain'])])
    const stranger = await fixture.person(there, [])
    expect(await fixture.get(asker, '/permission/explain', { userId: stranger.id })).toMatchObject({ code: 404 })
    expect(
      await fixture.get(asker, '/permission/ask', { userId: asker.id, key: 'k', deviceId: device.there }),
    ).toMatchObject({ code: 404 })
    const bare = await fixture.person(here, [await fixture.role(['user:list'])])
    expect(await fixture.get(bare, '/permission/explain', { userId: bare.id })).toMatchObject({ code: 403 })
    const reaching = await fixture.person(here, [
      await fixture.role(['user:list'], { dataScope: 'CUSTOM', customDepts: [there, here] }),
    ])
    const { scope, roles } = await explain(asker, reaching.id)
    expect(scope).toMatchObject({ depts: [{ name: '上游' }], hiddenDepts: 1 })
    expect(roles[0]).toMatchObject({ depts: [{ name: '上游' }], hiddenDepts: 1 })
  })
})
