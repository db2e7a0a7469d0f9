import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../../testing/src/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/src/database.ts'
import { headersOf, sealFor, signIn, tryLogin, type Visitor } from '../../../../../testing/src/sign-in.ts'
import { ensureAdministrator, resetPassword } from './identity.module.ts'

let database: TestDatabase
let test: TestApi

const base = '/security/v1'
const PASSWORD = 'passw0rd-one'

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database.db)
})
afterAll(async () => {
  await test?.close()
  await database?.drop()
})

type Data = Record<string, unknown>
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
/** A user with one role of his own, signed in. */
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
  expect(await post(test.admin, '/sysUser/saveAuthRole', { userId: id, roleIds: [roleId] })).toMatchObject({ code: 0 })
  return { ...(await signIn(test.api.http.app, username, PASSWORD)), id, username, roleId }
}

async function dept(name: string, parentId?: string): Promise<string> {
  return made('/dept', { name, kind: 'CUSTOMER', status: 'NORMAL', ...(parentId ? { parentId } : {}) })
}

describe('first start', () => {
  it('makes the platform, the built-in roles and an administrator with every key', async () => {
    const info = (await get(test.admin, '/sysUser/getInfo')).data as {
      roles: string[]
      resources: string[]
      timeZone: string
    }
    expect(info.roles).toEqual(['ROLE_ADMIN'])
    expect(info.resources).toEqual(
      expect.arrayContaining(['user:list', 'user:assignRole', 'device:add', 'product:list']),
    )
    expect(info.timeZone).toBe('Asia/Shanghai')
  })

  it('does nothing the second time and keeps what the operator switched off', async () => {
    await database.db.query("update resource set status = 'DISABLED' where name = 'ProductIndex'")
    expect(await ensureAdministrator(database.db, undefined)).toBeUndefined()
    const { rows } = await database.db.query<{ status: string }>(
      "select status from resource where name = 'ProductIndex'",
    )
    expect(rows[0]!.status).toBe('DISABLED')
    await database.db.query("update resource set status = 'NORMAL' where name = 'ProductIndex'")
  })

  it('answers a generated password once, which must be changed', async () => {
    const other = await createTestDatabase()
    try {
      const [one, two] = await Promise.all([
        ensureAdministrator(other.db, undefined),
        ensureAdministrator(other.db, undefined),
      ])
      expect([one, two].filter((password) => password !== undefined)).toHaveLength(1)
      expect(one ?? two).toMatch(/^[A-Za-z0-9]{16}$/)
      const { rows } = await other.db.query('select must_change_password from sys_user')
      expect(rows).toEqual([{ must_change_password: true }])
    } finally {
      await other.drop()
    }
  })
})

describe('signing in (SEC-1, SEC-3)', () => {
  it('sets an HttpOnly Lax cookie, Secure exactly over https, and stores only its hash', async () => {
    const answer = await tryLogin(test.api.http.app, 'ADMIN', 'admin-passw0rd')
    expect(answer.data).toMatchObject({ expiresIn: 43_200 })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^authorization=[A-Za-z0-9_-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
    const { rows } = await database.db.query<{ id: string }>('select id from login_session')
    expect(rows.some(({ id }) => cookie.includes(id))).toBe(false)
  })

  it('gives the same answer for an unknown name and a wrong password, and logs both', async () => {
    const one = await tryLogin(test.api.http.app, 'nobody-here', 'wrong-passw0rd')
    const two = await tryLogin(test.api.http.app, 'admin', 'wrong-passw0rd')
    expect([one.status, one.code, one.message, one.data]).toEqual([two.status, two.code, two.message, two.data])
    expect(one).toMatchObject({ code: 401, message: '用户名或密码错误', data: { error: 'wrong-credentials' } })
    const { rows } = await database.db.query(
      "select username, user_id from login_log where result = 'wrong-credentials'",
    )
    expect(rows).toEqual([
      { username: 'nobody-here', user_id: null },
      { username: 'admin', user_id: '1' },
    ])
    await database.db.query('delete from login_guard')
  })

  it('takes a nonce once, and only for five minutes', async () => {
    const { keyId, sealed } = await sealFor(test.api.http.app, { password: 'admin-passw0rd' })
    const body = { username: 'admin', password: sealed, platform: 'web', keyId }
    expect(await post({}, '/sysUser/loginWithEncrypt', body)).toMatchObject({ code: 0 })
    expect(await post({}, '/sysUser/loginWithEncrypt', body)).toMatchObject({ data: { error: 'login-key-expired' } })
    const late = await sealFor(test.api.http.app, { password: 'admin-passw0rd' })
    test.clock.advance(5 * 60_000)
    expect(
      await post({}, '/sysUser/loginWithEncrypt', { ...body, password: late.sealed, keyId: late.keyId }),
    ).toMatchObject({ data: { error: 'login-key-expired' } })
  })

  it('locks account and address apart, for growing times, and survives a restart', async () => {
    const app = test.api.http.app
    for (let at = 0; at < 5; at++) {
      expect(await tryLogin(app, 'guess-me', 'wrong-passw0rd')).toMatchObject({ code: 401 })
    }
    const locked = await tryLogin(app, 'guess-me', 'wrong-passw0rd')
    expect(locked).toMatchObject({ code: 429, message: '尝试次数过多，请稍后再试', data: { retryAfterS: 600 } })
    // The address is locked as well: another account from there waits too.
    expect(await tryLogin(app, 'admin', 'admin-passw0rd')).toMatchObject({ code: 429 })
    await database.db.query("delete from login_guard where kind = 'address'")
    expect(await tryLogin(app, 'admin', 'admin-passw0rd')).toMatchObject({ code: 0 })
    test.clock.advance(10 * 60_000 + 1)
    for (let at = 0; at < 5; at++) await tryLogin(app, 'guess-me', 'wrong-passw0rd')
    expect(await tryLogin(app, 'guess-me', 'wrong-passw0rd')).toMatchObject({ data: { retryAfterS: 1200 } })
    await database.db.query('delete from login_guard')
  })

  it('ends after 30 minutes without a call, or after 12 hours', async () => {
    const idle = await signIn(test.api.http.app, 'admin', 'admin-passw0rd')
    test.clock.advance(29 * 60_000)
    expect(await get(idle, '/sysUser/getInfo')).toMatchObject({ code: 0 })
    test.clock.advance(29 * 60_000)
    expect(await get(idle, '/sysUser/getInfo')).toMatchObject({ code: 0 })
    test.clock.advance(30 * 60_000)
    expect(await get(idle, '/sysUser/getInfo')).toMatchObject({ code: 4, status: 401 })
    const busy = await signIn(test.api.http.app, 'admin', 'admin-passw0rd')
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expect(await get(busy, '/sysUser/getInfo')).toMatchObject({ code: 0 })
      test.clock.advance(20 * 60_000)
    }
    expect(await get(busy, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    test.admin = await signIn(test.api.http.app, 'admin', 'admin-passw0rd')
  })

  it('destroys the session at sign-out and tells the bus', async () => {
    const ended: string[] = []
    const off = test.bus.on('session.ended', ({ sessionId }) => void ended.push(sessionId))
    const visitor = await signIn(test.api.http.app, 'admin', 'admin-passw0rd')
    const answer = await post(visitor, '/sysUser/logout')
    expect(answer).toMatchObject({ code: 0, data: true })
    expect(String(answer.headers['set-cookie'])).toContain('authorization=;')
    expect(await get(visitor, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    expect(ended).toHaveLength(1)
    off()
  })

  it('needs the header token for everything but getInfo, raw or as Bearer', async () => {
    const { cookie, token } = test.admin
    expect(await get({ cookie }, '/sysUser/getInfo')).toMatchObject({ code: 0, data: { token } })
    expect(await get({ cookie }, '/sysUser/page')).toMatchObject({ code: 4 })
    expect(await get({ cookie, token: `Bearer ${token}` }, '/sysUser/page')).toMatchObject({ code: 0 })
  })
})

describe('passwords', () => {
  it('resets to a one-time password that opens nothing until it is changed (AD-3)', async () => {
    const user = await person({ deptId: '1' })
    const { data } = await post(test.admin, '/sysUser/resetPwd', { id: user.id })
    const { oneTimePassword } = data as { oneTimePassword: string }
    expect(await get(user, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    const again = await signIn(test.api.http.app, user.username, oneTimePassword)
    expect(await get(again, '/sysUser/getInfo')).toMatchObject({ data: { mustChangePwd: true } })
    expect(await get(again, '/sysUser/page')).toMatchObject({ code: 403, data: { error: 'must-change-password' } })
    const change = async (oldPassword: string, newPassword: string) =>
      post(again, '/sysUser/updatePwd', await sealFor(test.api.http.app, { oldPassword, newPassword }))
    expect(await change('wrong-passw0rd', 'another-passw0rd')).toMatchObject({ data: { error: 'wrong-old-password' } })
    expect(await change(oneTimePassword, oneTimePassword)).toMatchObject({ data: { error: 'password-unchanged' } })
    expect(await change(oneTimePassword, 'letters-only')).toMatchObject({
      data: { error: 'validation', fields: { newPassword: 'weak-password' } },
    })
    expect(await change(oneTimePassword, 'another-passw0rd')).toMatchObject({ code: 0 })
    expect(await get(again, '/sysUser/page')).toMatchObject({ code: 0 })
  })

  it('ends the other sign-ins of the user when he changes it (AD-4)', async () => {
    const user = await person({ deptId: '1' })
    const other = await signIn(test.api.http.app, user.username, PASSWORD)
    const sealed = await sealFor(test.api.http.app, { oldPassword: PASSWORD, newPassword: 'another-passw0rd' })
    expect(await post(user, '/sysUser/updatePwd', sealed)).toMatchObject({ code: 0 })
    expect(await get(user, '/sysUser/getInfo')).toMatchObject({ code: 0 })
    expect(await get(other, '/sysUser/getInfo')).toMatchObject({ code: 4 })
  })

  it('is never answered, logged or taken when weak', async () => {
    const weak = await post(test.admin, '/sysUser/insert', {
      username: 'weak',
      nickName: 'weak',
      deptId: '1',
      password: '12345678',
      status: 'NORMAL',
    })
    expect(weak).toMatchObject({ code: 400, data: { fields: { password: 'weak-password' } } })
    const { rows } = await database.db.query('select 1 from oper_log where before::text ~ $1 or after::text ~ $1', [
      'assword|scrypt',
    ])
    expect(rows).toEqual([])
  })

  it('is reset from the command line', async () => {
    const user = await person({ deptId: '1' })
    expect(await resetPassword(database.db, 'no-such-user', new Date())).toBeUndefined()
    const password = await resetPassword(database.db, user.username, new Date())
    test.clock.advance(6_000)
    expect(await get(user, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    await signIn(test.api.http.app, user.username, password!)
  })
})

describe('users and roles (domain 1.3)', () => {
  it('nobody deletes or disables himself', async () => {
    const { version } = await row('/sysUser', '1')
    const self = { data: { error: 'cannot-touch-self' } }
    expect(await post(test.admin, '/sysUser/del', { id: '1' })).toMatchObject(self)
    expect(await post(test.admin, '/sysUser/update', { id: '1', version, status: 'DISABLED' })).toMatchObject(self)
    expect(await post(test.admin, '/sysUser/resetPwd', { id: '1' })).toMatchObject(self)
  })

  it('the last administrator stays one', async () => {
    const second = await person({ deptId: '1' })
    const roles = (await get(test.admin, '/sysUser/getAuthRoleListByUserId', { userId: '1' })).data as Data[]
    expect(roles.find((role) => role['roleKey'] === 'ROLE_ADMIN')).toMatchObject({ id: '1', granted: true })
    const give = (userId: string, roleIds: string[]) => post(test.admin, '/sysUser/saveAuthRole', { userId, roleIds })
    expect(await give('1', [])).toMatchObject({ data: { error: 'last-admin' } })
    expect(await give(second.id, ['1'])).toMatchObject({ code: 0 })
    expect(await give('1', [])).toMatchObject({ code: 0 })
    expect(await post(second, '/sysUser/saveAuthRole', { userId: '1', roleIds: ['1'] })).toMatchObject({ code: 0 })
    expect(await post(second, '/sysUser/del', { id: second.id })).toMatchObject({
      data: { error: 'cannot-touch-self' },
    })
    expect(await post(test.admin, '/sysUser/del', { id: second.id })).toMatchObject({ code: 0 })
    expect(await get(second, '/sysUser/getInfo')).toMatchObject({ code: 4 })
  })

  it('nobody grants, takes or touches what is above him', async () => {
    const area = await dept('customer above')
    const manager = await person({
      deptId: area,
      keys: [
        'user:list',
        'user:add',
        'user:edit',
        'user:del',
        'user:resetPwd',
        'user:assignRole',
        'role:list',
        'role:add',
        'role:edit',
        'dept:list',
      ],
    })
    const above = { code: 403, data: { error: 'grant-above-own' } }
    const clerk = await made(
      '/sysUser',
      { username: 'clerk', nickName: 'c', deptId: area, password: PASSWORD, status: 'NORMAL' },
      manager,
    )
    expect(await post(manager, '/sysUser/saveAuthRole', { userId: clerk, roleIds: ['1'] })).toMatchObject(above)
    expect(await post(manager, '/sysUser/saveAuthRole', { userId: clerk, roleIds: [manager.roleId] })).toMatchObject({
      code: 0,
    })
    // Somebody mightier in his own department is out of his hands.
    const boss = await person({ deptId: area, keys: ['device:del', 'user:list'] })
    expect(await post(manager, '/sysUser/resetPwd', { id: boss.id })).toMatchObject(above)
    expect(await post(manager, '/sysUser/del', { id: boss.id })).toMatchObject(above)
    expect(await post(manager, '/sysUser/update', { id: boss.id, version: 0, nickName: 'x' })).toMatchObject(above)
    const role = { code: 'ROLE_MORE', name: 'more', status: 'NORMAL' }
    expect(await post(manager, '/role/insert', { ...role, dataScope: 'ALL' })).toMatchObject(above)
    expect(
      await post(manager, '/role/insert', {
        ...role,
        dataScope: 'DEPT',
        resourceIds: await resourceIdsOf('device:del'),
      }),
    ).toMatchObject(above)
    const { version } = await row('/role', boss.roleId)
    expect(await post(manager, '/role/update', { id: boss.roleId, version, name: 'less' })).toMatchObject(above)
  })

  it('takes rights away at once (MR-18)', async () => {
    const user = await person({ deptId: '1', keys: ['user:list'] })
    expect(await get(user, '/sysUser/page')).toMatchObject({ code: 0 })
    const { version } = await row('/role', user.roleId)
    await post(test.admin, '/role/update', { id: user.roleId, version, resourceIds: [] })
    expect(await get(user, '/sysUser/page')).toMatchObject({ code: 403 })
    expect(await get(user, '/sysUser/getInfo')).toMatchObject({ code: 0, data: { resources: [] } })
    const self = await row('/sysUser', user.id)
    await post(test.admin, '/sysUser/update', { id: user.id, version: self.version, status: 'DISABLED' })
    expect(await get(user, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    expect(await tryLogin(test.api.http.app, user.username, PASSWORD)).toMatchObject({
      code: 403,
      data: { error: 'account-disabled' },
    })
  })

  it('ROLE_ADMIN keeps its rights, a role in use stays, a disabled one cannot be chosen', async () => {
    const admin = await row('/role', '1')
    const change = (values: Data) => post(test.admin, '/role/update', { id: '1', version: admin.version, ...values })
    expect(await change({ status: 'DISABLED' })).toMatchObject({ data: { error: 'last-admin' } })
    expect(await change({ resourceIds: [] })).toMatchObject({ data: { error: 'last-admin' } })
    expect(await change({ name: '管理员角色' })).toMatchObject({ code: 0 })
    const user = await person({ deptId: '1' })
    expect(await post(test.admin, '/role/del', { id: user.roleId })).toMatchObject({
      code: 409,
      data: { error: 'in-use' },
    })
    const off = await made('/role', { code: 'ROLE_OFF', name: 'off', dataScope: 'SELF', status: 'DISABLED' })
    expect(await post(test.admin, '/sysUser/saveAuthRole', { userId: user.id, roleIds: [off] })).toMatchObject({
      code: 400,
    })
    expect(await post(test.admin, '/role/del', { id: off })).toMatchObject({ code: 0 })
    expect(await post(test.admin, '/role/del', { id: off })).toMatchObject({ code: 404 })
  })

  it('unites the data scopes of several roles', async () => {
    const [one, two] = [await dept('union one'), await dept('union two')]
    const below = await dept('union below', one)
    const user = await person({ deptId: one, dataScope: 'CUSTOM', customDepts: [two] })
    const names = async () => ((await get(user, '/dept/page')).data as { list: Data[] }).list.map(({ id }) => id)
    expect(await names()).toEqual([two])
    const scope = async (dataScope: string) =>
      post(test.admin, '/role/update', {
        id: user.roleId,
        version: (await row('/role', user.roleId)).version,
        dataScope,
      })
    await scope('DEPT')
    expect(await names()).toEqual([one])
    expect(await row('/role', user.roleId)).toMatchObject({ customDepts: [] })
    await scope('SUBTREE')
    expect(await names()).toEqual([one, below])
    await scope('SELF')
    expect(await names()).toEqual([])
    expect(await get(user, '/dept/tree')).toMatchObject({ data: [{ id: one }] })
    await scope('ALL')
    expect((await names()).length).toBeGreaterThan(3)
  })
})

describe('departments', () => {
  it('carry their way from the root, also when moved', async () => {
    const [a, b] = [await dept('a'), await dept('b')]
    const c = await dept('c', a)
    const d = await dept('d', c)
    const move = async (id: string, parentId: string | null) =>
      post(test.admin, '/dept/update', { id, version: (await row('/dept', id)).version, parentId })
    expect(await move(a, d)).toMatchObject({ data: { error: 'parent-is-descendant' } })
    expect(await move(a, a)).toMatchObject({ data: { error: 'parent-is-descendant' } })
    expect(await move(a, null)).toMatchObject({ code: 400, data: { fields: { parentId: 'required' } } })
    expect(await move('1', a)).toMatchObject({ code: 409 })
    expect(await move(c, b)).toMatchObject({ code: 0 })
    const { rows } = await database.db.query('select ancestors from dept where id = $1', [d])
    expect(rows).toEqual([{ ancestors: ['1', b, c] }])
  })

  it('stay while they have children or users, and one cannot delete his own', async () => {
    const a = await dept('full')
    const b = await dept('child', a)
    expect(await post(test.admin, '/dept/del', { id: a })).toMatchObject({ code: 409, data: { error: 'has-children' } })
    const user = await person({ deptId: b })
    expect(await post(test.admin, '/dept/del', { id: b })).toMatchObject({ code: 409, data: { error: 'in-use' } })
    expect(await post(test.admin, '/sysUser/del', { id: user.id })).toMatchObject({ code: 0 })
    expect(await post(test.admin, '/dept/del', { ids: [a, b] })).toMatchObject({ code: 0 })
    expect(await post(test.admin, '/dept/del', { id: '1' })).toMatchObject({ code: 409 })
  })

  it('bound what a tenant sees and where it may put things', async () => {
    const [one, two] = [await dept('tenant one'), await dept('tenant two')]
    const manager = await person({
      deptId: one,
      keys: ['user:list', 'user:add', 'user:edit', 'dept:list', 'dept:add', 'dept:edit'],
    })
    const stranger = await person({ deptId: two })
    const list = ((await get(manager, '/sysUser/page')).data as { list: Data[]; total: number }).list
    expect(list.map(({ deptId }) => deptId)).toEqual([one])
    expect(await get(manager, '/sysUser/get', { id: stranger.id })).toMatchObject({ code: 404 })
    const newUser = { username: 'sneaky', nickName: 's', password: PASSWORD, status: 'NORMAL' }
    const refused = { code: 400, data: { fields: { deptId: 'not-found' } } }
    expect(await post(manager, '/sysUser/insert', { ...newUser, deptId: two })).toMatchObject(refused)
    const own = await row('/sysUser', manager.id)
    expect(await post(manager, '/sysUser/update', { id: manager.id, version: own.version, deptId: two })).toMatchObject(
      refused,
    )
    const child = { kind: 'CUSTOMER', status: 'NORMAL', name: 'sub' }
    expect(await post(manager, '/dept/insert', { ...child, parentId: two })).toMatchObject({ code: 400 })
    const sub = await made('/dept', child, manager)
    expect(await row('/dept', sub)).toMatchObject({ parentId: one, parentIdName: 'tenant one' })
    expect(((await get(manager, '/dept/page')).data as { list: Data[] }).list.map(({ id }) => id)).toEqual([one, sub])
    // Choosing the root of the tree as a filter means everything below it, still within the scope.
    expect(await get(manager, '/sysUser/page', { deptId: '1' })).toMatchObject({ data: { total: 1 } })
    expect(await get(test.admin, '/sysUser/page', { deptId: one })).toMatchObject({ data: { total: 1 } })
  })
})

describe('menu', () => {
  it('shows what is granted, with its folders, hidden screens included', async () => {
    const user = await person({ deptId: '1', keys: ['device:list'] })
    await database.db.query(
      `insert into role_resource select $1, id from resource where name = 'DeviceDetail' on conflict do nothing`,
      [user.roleId],
    )
    expect(await get(user, '/resources/getRouterList')).toMatchObject({
      data: [
        {
          path: '/device',
          component: 'Layout',
          children: [{ name: 'DeviceIndex' }, { name: 'DeviceDetail', hidden: true }],
        },
      ],
    })
    const tree = (await get(user, '/resources/treeList')).data as { name: string }[]
    expect(tree.map(({ name }) => name)).toEqual(['Device'])
    await database.db.query("update resource set status = 'DISABLED' where name = 'Device'")
    expect(await get(user, '/resources/getRouterList')).toMatchObject({ data: [] })
    await database.db.query("update resource set status = 'NORMAL' where name = 'Device'")
  })
})

describe('every write', () => {
  it('needs the version that was read, and says what is wrong with a field', async () => {
    const id = await dept('versioned')
    const { version } = await row('/dept', id)
    expect(await post(test.admin, '/dept/update', { id, version, name: 'newer' })).toMatchObject({
      code: 0,
      data: true,
    })
    expect(await post(test.admin, '/dept/update', { id, version, name: 'older' })).toMatchObject({
      code: 409,
      data: { error: 'stale-version' },
    })
    expect(await post(test.admin, '/dept/insert', { name: ' ', kind: 'WRONG', extra: 1 })).toMatchObject({
      code: 400,
      data: {
        error: 'validation',
        fields: { name: 'required', kind: 'not-an-option', status: 'required', extra: 'unknown-field' },
      },
    })
    const twin = { username: 'ADMIN', nickName: 'x', deptId: '1', password: PASSWORD, status: 'NORMAL' }
    expect(await post(test.admin, '/sysUser/insert', twin)).toMatchObject({
      code: 409,
      data: { error: 'already-exists', fields: { username: 'taken' } },
    })
  })

  it('leaves a line in the operation log', async () => {
    const id = await dept('logged')
    await post(test.admin, '/dept/update', { id, version: 0, name: 'renamed' })
    await post(test.admin, '/dept/del', { id })
    const { rows } = await database.db.query<Data>(
      'select action, username, before, after from oper_log where target_ids = array[$1] and action like $2 order by id',
      [id, 'dept.%'],
    )
    expect(rows.map(({ action }) => action)).toEqual(['dept.insert', 'dept.update', 'dept.del'])
    expect(rows[1]).toMatchObject({ username: 'admin', before: { name: 'logged' }, after: { name: 'renamed' } })
  })

  it('answers English to a console that asks for it', async () => {
    const headers = { ...headersOf(test.admin), 'accept-language': 'en-US' }
    const answer = await test.api.http.app.inject({ url: `${base}/sysUser/get?id=999999`, headers })
    expect(answer.json()).toMatchObject({ code: 404, message: 'Not found or already deleted' })
  })
})
