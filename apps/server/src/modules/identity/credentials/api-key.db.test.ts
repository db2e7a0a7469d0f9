import { API_KEYS_MOST } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../../../testing/src/platform/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/src/platform/database.ts'
import { type Answer, callApi, headersOf, type Visitor } from '../../../../../../testing/src/browser/sign-in.ts'
import { createCredentialFixture } from '../../../../../../testing/src/platform/credential.fixture.ts'
import { until } from '../../../../../../testing/src/platform/wait.ts'

let database: TestDatabase
let test: TestApi
let fixture: ReturnType<typeof createCredentialFixture>
let here: string
let there: string

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database.db)
  fixture = createCredentialFixture(test, database.db)
  here = await fixture.dept('here')
  there = await fixture.dept('there')
})
afterAll(async () => {
  await test?.close()
  await database?.drop()
})

type Person = Visitor & { id: string; username: string }
type Input = Record<string, unknown>

const DAY_MS = 86_400_000
const inDays = (days: number) => new Date(test.clock.now().getTime() + days * DAY_MS).toISOString()
const KEYS = ['user:list', 'user:edit', 'dept:list', 'apiKey:own']

let maker: Person
let roleId: string
beforeEach(async () => {
  await database.db.query('delete from login_guard')
  roleId = await fixture.role(KEYS)
  maker = await fixture.person(here, [roleId])
})

/** As a program calls: no cookie, no header token. */
const withKey = (
  key: string,
  method: 'GET' | 'POST',
  path: string,
  input: Input = {},
  more: Record<string, string> = {},
) => callApi(test.api.http.app, method, `/security/v1${path}`, input, { 'x-api-key': key, ...more })

async function issue(
  scopes: readonly string[],
  more: Input = {},
  by: Visitor = maker,
): Promise<{ id: string; key: string }> {
  const path = 'userId' in more ? '/apiKey/issue' : '/sysUser/issueApiKey'
  const answer = await fixture.post(by, path, { name: '大屏', scopes, expireTime: inDays(30), ...more })
  if (answer.code !== 0) throw new Error(JSON.stringify(answer.data))
  return answer.data as { id: string; key: string }
}
const idsOf = ({ data }: Answer) => (data as { list: { id: string }[] }).list.map(({ id }) => id)

describe('a key of a program (x-api-key)', () => {
  it('opens what its scopes name, without cookie and header token', async () => {
    const { key } = await issue(['user:list'])
    expect(key).toMatch(/^slk_[a-z2-7]{10}_[A-Za-z0-9_-]{43}$/)
    const answer = await withKey(key, 'GET', '/sysUser/page', { limit: 100 })
    expect(answer.code).toBe(0)
    expect(idsOf(answer)).toContain(maker.id)
  })

  it('is kept as a hash, found by its prefix, and shown once', async () => {
    const { key } = await issue(['user:list'])
    const { rows } = await database.db.query(
      `select (select json_agg(k)::text from api_key k) || (select json_agg(o)::text from oper_log o) as all
       /* unscoped:test */`,
    )
    expect(String(rows[0]!['all'])).not.toContain(key.slice(-43))
    const own = await fixture.get(maker, '/sysUser/apiKeys')
    expect(own.data).toMatchObject([{ name: '大屏', prefix: key.slice(4, 14), state: 'ACTIVE', scopes: ['user:list'] }])
    expect(JSON.stringify(own.data)).not.toContain(key.slice(-43))
  })

  it('refuses a scope it lacks with 403, whatever its maker holds', async () => {
    const { key } = await issue(['user:list'])
    expect(await withKey(key, 'GET', '/dept/page')).toMatchObject({ status: 403, code: 403 })
  })

  it('is refused with one bit changed, cut off, or invented', async () => {
    const { key } = await issue(['user:list'])
    const last = key.at(-2) === 'A' ? 'B' : 'A'
    for (const bad of [`${key.slice(0, -2)}${last}${key.at(-1)}`, key.slice(0, 20), 'slk_x', '']) {
      expect(await withKey(bad, 'GET', '/sysUser/page')).toMatchObject({ status: 401, code: 4 })
    }
  })

  it('decides alone: a session sent with it grants nothing more', async () => {
    const { key } = await issue(['user:list'])
    expect(await withKey(key, 'GET', '/dept/page', {}, headersOf(maker))).toMatchObject({ code: 403 })
  })

  it('shows nothing of another department: not in lists, 404 by id', async () => {
    const stranger = await fixture.person(there, [roleId])
    const { key } = await issue(['user:list', 'user:edit'])
    expect(idsOf(await withKey(key, 'GET', '/sysUser/page', { limit: 100 }))).not.toContain(stranger.id)
    expect(await withKey(key, 'GET', '/sysUser/get', { id: stranger.id })).toMatchObject({ code: 404 })
    const change = { id: stranger.id, version: 0, nickName: 'x' }
    expect(await withKey(key, 'POST', '/sysUser/update', change)).toMatchObject({ code: 404 })
  })

  it('is over when its day has come', async () => {
    const { key } = await issue(['user:list'], {
      expireTime: new Date(test.clock.now().getTime() + 1000).toISOString(),
    })
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ code: 0 })
    test.clock.advance(1000)
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ status: 401, code: 4 })
  })

  it('is over at once when it is revoked, and stays so', async () => {
    const { id, key } = await issue(['user:list'])
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ code: 0 })
    expect(await fixture.post(maker, '/sysUser/revokeApiKey', { id })).toMatchObject({ code: 0 })
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ status: 401, code: 4 })
    expect(await fixture.post(maker, '/sysUser/revokeApiKey', { id })).toMatchObject({ code: 404 })
    expect((await fixture.get(maker, '/sysUser/apiKeys')).data).toMatchObject([{ id, state: 'REVOKED' }])
  })

  it('is refused at once when its user is switched off, even one who never signed in', async () => {
    const { key } = await issue(['user:list'])
    await fixture.post(maker, '/sysUser/logout')
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ code: 0 })
    const { version } = (await fixture.get(test.admin, '/sysUser/get', { id: maker.id })).data as { version: number }
    await fixture.post(test.admin, '/sysUser/update', { id: maker.id, version, status: 'DISABLED' })
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ status: 401, code: 4 })
  })

  it('loses what its maker loses, at once', async () => {
    const { key } = await issue(['user:list'])
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ code: 0 })
    await fixture.post(test.admin, '/sysUser/saveAuthRole', { userId: maker.id, roleIds: [] })
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ status: 403, code: 403 })
  })

  it('never opens sign-in, password, second factor, picture or keys', async () => {
    const { key } = await issue(['user:list', 'apiKey:own'])
    const personal = test.api.mounted.filter(({ path }) =>
      /sysUser\/(getInfo|logout|updatePwd|totp|avatar|removeAvatar|apiKeys|issueApiKey|revokeApiKey)|getRouterList/.test(
        path,
      ),
    )
    expect(personal.length).toBeGreaterThanOrEqual(13)
    for (const { method, path } of personal) {
      const answer = await withKey(key, method, path.replace('/security/v1', ''), {})
      expect([path, answer.status]).toEqual([path, 403])
    }
  })

  it('is limited like a session of its own', async () => {
    const { id, key } = await issue(['user:list'])
    const taken: string[] = []
    const { session } = test.api.limits
    const take = session.take.bind(session)
    session.take = (name) => {
      taken.push(name)
      return take(name)
    }
    await withKey(key, 'GET', '/sysUser/page')
    session.take = take
    expect(taken).toEqual([`key:${id}`])
  })

  it('stands in the operation log with its name, and its use is noted', async () => {
    const other = await issue(['user:list'])
    const { id, key } = await issue(['user:edit'])
    const colleague = await fixture.person(here, [])
    const change = { id: colleague.id, version: 0, nickName: '由程序改' }
    expect(await withKey(key, 'POST', '/sysUser/update', change)).toMatchObject({ code: 0 })
    const { rows } = await database.db.query(
      `select username, api_key_id, api_key_name, after from oper_log where action = 'user.update' and $1 = any(target_ids)
       /* unscoped:test */`,
      [colleague.id],
    )
    expect(rows).toMatchObject([
      { username: maker.username, api_key_id: id, api_key_name: '大屏', after: { nickName: '由程序改' } },
    ])
    const usedFrom = async (of: string) => {
      const { data } = await fixture.get(maker, '/sysUser/apiKeys')
      return (data as { id: string; lastUsedIp: string | null }[]).find((one) => one.id === of)!.lastUsedIp
    }
    expect(await until('its use to be noted', () => usedFrom(id))).toBe('127.0.0.1')
    expect(await usedFrom(other.id)).toBeNull()
  })
})

describe('making a key', () => {
  it('ends with a user’s twentieth, however many ask at once; one that is revoked or over makes room', async () => {
    const input = { name: 'n', scopes: ['user:list'], expireTime: inDays(1) }
    const ask = () => fixture.post(maker, '/sysUser/issueApiKey', input)
    const soon = new Date(test.clock.now().getTime() + 1000).toISOString()
    await issue(['user:list'], { expireTime: soon })
    const answers = await Promise.all(Array.from({ length: 25 }, ask))
    const made = answers.filter(({ code }) => code === 0)
    expect(made).toHaveLength(API_KEYS_MOST.user - 1)
    expect(answers.find(({ code }) => code !== 0)).toMatchObject({
      code: 409,
      message: '数量已达上限（20），请先删除或停用不再需要的内容',
      data: { error: 'limit-reached', of: 'user' },
    })
    expect(
      await fixture.post(maker, '/sysUser/revokeApiKey', { id: (made[0]!.data as { id: string }).id }),
    ).toMatchObject({
      code: 0,
    })
    expect(await ask()).toMatchObject({ code: 0 })
    expect(await ask()).toMatchObject({ code: 409 })
    test.clock.advance(1001)
    expect(await ask()).toMatchObject({ code: 0 })
  })

  it('ends with the last that all may have together', async () => {
    const { id: other } = await fixture.person(here, [])
    await database.db.query(
      `insert into api_key (user_id, dept_id, name, prefix, hash, scopes, expire_time, create_by)
       select $1, $2, 'many', 'p' || n, '\\x00', '{user:list}', $3, $1 from generate_series(1, $4) n /* unscoped:test */`,
      [other, here, inDays(1), API_KEYS_MOST.all],
    )
    const input = { name: 'n', scopes: ['user:list'], expireTime: inDays(1) }
    expect(await fixture.post(maker, '/sysUser/issueApiKey', input)).toMatchObject({ code: 409, data: { of: 'all' } })
    await database.db.query(`delete from api_key where name = 'many' /* unscoped:test */`)
    expect(await fixture.post(maker, '/sysUser/issueApiKey', input)).toMatchObject({ code: 0 })
  })

  it('gives no scope that its maker lacks', async () => {
    const answer = await fixture.post(maker, '/sysUser/issueApiKey', {
      name: 'n',
      scopes: ['user:del'],
      expireTime: inDays(1),
    })
    expect(answer).toMatchObject({ code: 400, data: { fields: { scopes: 'not-permitted' } } })
  })

  it.each([
    ['in the past', -1, 'too-small'],
    ['after more than a year', 367, 'too-big'],
  ])('takes no end %s', async (_, days, reason) => {
    const answer = await fixture.post(maker, '/sysUser/issueApiKey', {
      name: 'n',
      scopes: ['user:list'],
      expireTime: inDays(days),
    })
    expect(answer).toMatchObject({ code: 400, data: { fields: { expireTime: reason } } })
  })

  it('needs an end at all, and the permission', async () => {
    expect(await fixture.post(maker, '/sysUser/issueApiKey', { name: 'n', scopes: ['user:list'] })).toMatchObject({
      code: 400,
    })
    const other = await fixture.person(here, [await fixture.role(['user:list'])])
    expect(await fixture.post(other, '/sysUser/issueApiKey', {})).toMatchObject({ code: 403 })
    expect(await fixture.post(maker, '/apiKey/issue', {})).toMatchObject({ code: 403 })
  })

  it('is written down with what it opens, and so is its end', async () => {
    const { id } = await issue(['user:list'])
    await fixture.post(maker, '/sysUser/revokeApiKey', { id })
    const { rows } = await database.db.query(
      "select action, before, after from oper_log where action like 'apiKey.%' and $1 = any(target_ids) order by id /* unscoped:test */",
      [id],
    )
    expect(rows).toMatchObject([
      { action: 'apiKey.issue', after: { name: '大屏', userId: maker.id, scopes: ['user:list'] } },
      { action: 'apiKey.revoke', before: { state: 'ACTIVE' }, after: { state: 'REVOKED' } },
    ])
  })
})

describe('a key for an integration account', () => {
  let boss: Person
  let robot: Person
  beforeEach(async () => {
    boss = await fixture.person(here, [await fixture.role([...KEYS, 'apiKey:list', 'apiKey:add', 'apiKey:del'])])
    robot = await fixture.person(here, [await fixture.role(['user:list', 'dept:list'])])
  })

  it('opens what both hold and acts as the account', async () => {
    const { key } = await issue(['user:list', 'user:edit'], { userId: robot.id }, boss)
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ code: 0 })
    // In the scopes, held by the maker, but not by the account.
    expect(await withKey(key, 'POST', '/sysUser/update', {})).toMatchObject({ code: 403 })
  })

  it('sees no more than its maker, however much the account sees', async () => {
    const below = await fixture.dept('below', { parentId: here })
    const inside = await fixture.person(below, [])
    const wide = await fixture.person(here, [await fixture.role(['user:list'], { dataScope: 'DEPT' })])
    const { key } = await issue(['user:list'], { userId: wide.id }, boss)
    // Afterwards the account is given more than its maker has.
    await fixture.post(test.admin, '/sysUser/saveAuthRole', {
      userId: wide.id,
      roleIds: [await fixture.role(['user:list'], { dataScope: 'ALL' })],
    })
    const stranger = await fixture.person(there, [])
    const seen = idsOf(await withKey(key, 'GET', '/sysUser/page', { limit: 100 }))
    expect(seen).toContain(inside.id)
    expect(seen).not.toContain(stranger.id)
  })

  it('sees no more than its account, however much its maker sees', async () => {
    const below = await fixture.dept('further below', { parentId: here })
    const inside = await fixture.person(below, [])
    const narrow = await fixture.person(below, [await fixture.role(['user:list'])])
    const { key } = await issue(['user:list'], { userId: narrow.id }, boss)
    expect(idsOf(await fixture.get(boss, '/sysUser/page', { limit: 100 }))).toContain(boss.id)
    const seen = idsOf(await withKey(key, 'GET', '/sysUser/page', { limit: 100 }))
    expect(seen).toContain(inside.id)
    expect(seen).not.toContain(boss.id)
    expect(await withKey(key, 'GET', '/sysUser/get', { id: boss.id })).toMatchObject({ code: 404 })
  })

  it('is not created for a user out of scope or with more rights', async () => {
    const input = { name: 'n', scopes: ['user:list'], expireTime: inDays(1) }
    const stranger = await fixture.person(there, [])
    expect(await fixture.post(boss, '/apiKey/issue', { ...input, userId: stranger.id })).toMatchObject({ code: 404 })
    const above = await fixture.person(here, [await fixture.role(['user:list', 'role:add'])])
    expect(await fixture.post(boss, '/apiKey/issue', { ...input, userId: above.id })).toMatchObject({
      data: { error: 'grant-above-own' },
    })
  })

  it('stands in the list of its department only, and is revoked from there', async () => {
    const { id, key } = await issue(['user:list'], { userId: robot.id }, boss)
    const outside = await fixture.person(there, [await fixture.role(['apiKey:list', 'apiKey:del'])])
    expect(idsOf(await fixture.get(boss, '/apiKey/page', { limit: 100 }))).toContain(id)
    expect(idsOf(await fixture.get(outside, '/apiKey/page', { limit: 100 }))).not.toContain(id)
    expect(await fixture.post(outside, '/apiKey/revoke', { id })).toMatchObject({ code: 404 })
    expect(await fixture.post(boss, '/apiKey/revoke', { id })).toMatchObject({ code: 0 })
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ code: 4 })
  })

  it('ends with its maker: a maker who is switched off grants nothing any more', async () => {
    const { key } = await issue(['user:list'], { userId: robot.id }, boss)
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ code: 0 })
    const { version } = (await fixture.get(test.admin, '/sysUser/get', { id: boss.id })).data as { version: number }
    await fixture.post(test.admin, '/sysUser/update', { id: boss.id, version, status: 'DISABLED' })
    expect(await withKey(key, 'GET', '/sysUser/page')).toMatchObject({ code: 4 })
  })

  it('keeps its maker from being deleted; one that an import or a hand deleted gives nothing all the same', async () => {
    const [ofMaker, ofUser] = [await issue(['user:list'], { userId: robot.id }, boss), await issue(['user:list'])]
    const isOpen = async ({ key }: { key: string }) => (await withKey(key, 'GET', '/sysUser/page')).code === 0
    expect(await fixture.post(test.admin, '/sysUser/del', { id: boss.id })).toMatchObject({ code: 409 })
    const gone = ({ id }: Person) =>
      database.db.query('update sys_user set deleted = true where id = $1 /* unscoped:test */', [id])
    await gone(boss)
    const untouched = await issue(['user:list'])
    expect([await isOpen(ofMaker), await isOpen(untouched)]).toEqual([false, true])
    await gone(maker)
    expect(await isOpen(ofUser)).toBe(false)
  })
})

it("AD-2 (part) an administrator's key passes on no more than its scopes", async () => {
  const { key } = await issue(['user:assignRole', 'user:list'], {}, test.admin)
  const somebody = await fixture.person(here, [])
  const { rows } = await database.db.query<{ id: string }>("select id from role where code = 'ROLE_ADMIN'")
  const raise = { userId: somebody.id, roleIds: [rows[0]!.id] }
  expect(await withKey(key, 'POST', '/sysUser/saveAuthRole', raise)).toMatchObject({
    data: { error: 'grant-above-own' },
  })
})
