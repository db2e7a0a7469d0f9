import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestDatabase } from '../../../../../testing/src/platform/database.ts'
import { sealFor, signIn, tryLogin, type Visitor } from '../../../../../testing/src/browser/sign-in.ts'
import { ensureAdministrator, resetPassword } from './identity.module.ts'
import { createStaff, PASSWORD, type Staff } from '../../../../../testing/src/platform/staff.ts'

let staff: Staff
let database: Staff['database']
let test: Staff['test']
let post: Staff['post']
let get: Staff['get']
let person: Staff['person']
beforeAll(async () => {
  staff = await createStaff()
  ;({ database, test, post, get, person } = staff)
})
afterAll(() => staff?.close())

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

  it('SEC-10 (3 of 3) answers a generated password once, which must be changed', async () => {
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

describe('SEC-1 (2 of 2), SEC-3 (part) signing in', () => {
  it('API-1 (2 of 2) sets an HttpOnly Lax cookie, Secure exactly over https, and stores only its hash', async () => {
    const answer = await tryLogin(test.api.http.app, 'ADMIN', 'heron-4-lantern')
    expect(answer.data).toMatchObject({ expiresIn: 43_200 })
    const [cookie = '', mark] = answer.headers['set-cookie'] as string[]
    expect(cookie).toMatch(/^authorization=[A-Za-z0-9_-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(mark).toBe('signedIn=1; Max-Age=43200; Path=/; SameSite=Lax')
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
    const { keyId, sealed } = await sealFor(test.api.http.app, { password: 'heron-4-lantern' })
    const body = { username: 'admin', password: sealed, platform: 'web', keyId }
    expect(await post({}, '/sysUser/loginWithEncrypt', body)).toMatchObject({ code: 0 })
    expect(await post({}, '/sysUser/loginWithEncrypt', body)).toMatchObject({ data: { error: 'login-key-expired' } })
    const late = await sealFor(test.api.http.app, { password: 'heron-4-lantern' })
    test.clock.advance(5 * 60_000)
    expect(
      await post({}, '/sysUser/loginWithEncrypt', { ...body, password: late.sealed, keyId: late.keyId }),
    ).toMatchObject({ data: { error: 'login-key-expired' } })
  })

  it('locks an account at an address for growing times, and survives a restart', async () => {
    const app = test.api.http.app
    for (let at = 0; at < 5; at++) {
      expect(await tryLogin(app, 'guess-me', 'wrong-passw0rd')).toMatchObject({ code: 401 })
    }
    const locked = await tryLogin(app, 'guess-me', 'wrong-passw0rd')
    const message = '尝试次数过多，请稍后再试（10 分钟后）'
    expect(locked).toMatchObject({ code: 429, message, data: { retryAfterS: 600 } })
    // Another person at the same address is not.
    expect(await tryLogin(app, 'admin', 'heron-4-lantern')).toMatchObject({ code: 0 })
    test.clock.advance(10 * 60_000 + 1)
    for (let at = 0; at < 5; at++) await tryLogin(app, 'guess-me', 'wrong-passw0rd')
    expect(await tryLogin(app, 'guess-me', 'wrong-passw0rd')).toMatchObject({ data: { retryAfterS: 1200 } })
    await database.db.query('delete from login_guard')
  })

  it('ends after 30 minutes without a call, or after 12 hours', async () => {
    const idle = await signIn(test.api.http.app, 'admin', 'heron-4-lantern')
    test.clock.advance(29 * 60_000)
    expect(await get(idle, '/sysUser/getInfo')).toMatchObject({ code: 0 })
    test.clock.advance(29 * 60_000)
    expect(await get(idle, '/sysUser/getInfo')).toMatchObject({ code: 0 })
    test.clock.advance(30 * 60_000)
    expect(await get(idle, '/sysUser/getInfo')).toMatchObject({ code: 4, status: 401 })
    const busy = await signIn(test.api.http.app, 'admin', 'heron-4-lantern')
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      expect(await get(busy, '/sysUser/getInfo')).toMatchObject({ code: 0 })
      test.clock.advance(20 * 60_000)
    }
    expect(await get(busy, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    test.admin = await signIn(test.api.http.app, 'admin', 'heron-4-lantern')
  })

  it('destroys the session at sign-out and notifies its sockets', async () => {
    const changed = vi.fn<() => void>()
    const off = test.identity.sessions.onChange(changed)
    const visitor = await signIn(test.api.http.app, 'admin', 'heron-4-lantern')
    const answer = await post(visitor, '/sysUser/logout')
    expect(answer).toMatchObject({ code: 0, data: true })
    expect(String(answer.headers['set-cookie'])).toMatch(/authorization=;.*signedIn=;/)
    expect(await get(visitor, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    expect(changed).toHaveBeenCalledTimes(1)
    off()
  })

  it('SI-12 (2 of 2) needs the header token for everything but getInfo, raw or as Bearer', async () => {
    const { cookie, token } = test.admin
    expect(await get({ cookie }, '/sysUser/getInfo')).toMatchObject({ code: 0, data: { token } })
    expect(await get({ cookie }, '/sysUser/page')).toMatchObject({ code: 4 })
    expect(await get({ cookie, token: `Bearer ${token}` }, '/sysUser/page')).toMatchObject({ code: 0 })
  })
})

describe('passwords', () => {
  const changePassword = async (who: Visitor, oldPassword: string, newPassword: string) => {
    const [own, fresh] = [
      await sealFor(test.api.http.app, { password: oldPassword }),
      await sealFor(test.api.http.app, { password: newPassword }),
    ]
    return post(who, '/sysUser/updatePwd', { oldPassword: own.sealed, newPassword: fresh.sealed, keyId: own.keyId })
  }

  it('AD-3 (part) resets to a one-time password that opens nothing until it is changed', async () => {
    const user = await person({ deptId: '1' })
    const { data } = await post(test.admin, '/sysUser/resetPwd', { id: user.id })
    const { oneTimePassword } = data as { oneTimePassword: string }
    expect(await get(user, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    const again = await signIn(test.api.http.app, user.username, oneTimePassword)
    expect(await get(again, '/sysUser/getInfo')).toMatchObject({ data: { mustChangePwd: true } })
    expect(await get(again, '/sysUser/page')).toMatchObject({ code: 403, data: { error: 'must-change-password' } })
    const change = (oldPassword: string, newPassword: string) => changePassword(again, oldPassword, newPassword)
    expect(await change('wrong-passw0rd', 'willow-9-harbour')).toMatchObject({ data: { error: 'wrong-old-password' } })
    expect(await change(oneTimePassword, oneTimePassword)).toMatchObject({ data: { error: 'password-unchanged' } })
    expect(await change(oneTimePassword, 'letters-only')).toMatchObject({
      data: { error: 'validation', fields: { newPassword: 'weak-password' } },
    })
    expect(await change(oneTimePassword, 'willow-9-harbour')).toMatchObject({ code: 0 })
    expect(await get(again, '/sysUser/page')).toMatchObject({ code: 0 })
  })

  it('API-1 (part), API-10: the longest ones fit, each sealed by itself, also without the id of the key', async () => {
    const user = await person({ deptId: '1' })
    const longest = `${String.fromCodePoint(...Array.from({ length: 62 }, (_, at) => 0x6c34 + at * 7))}a1`
    expect(await changePassword(user, PASSWORD, longest)).toMatchObject({ code: 0 })
    expect(await changePassword(user, longest, PASSWORD)).toMatchObject({ code: 0 })
    const { sealed } = await sealFor(test.api.http.app, { password: PASSWORD })
    const body = { username: user.username, password: sealed, platform: 'web' }
    expect(await post({}, '/sysUser/loginWithEncrypt', body)).toMatchObject({ code: 0 })
    expect(await post({}, '/sysUser/loginWithEncrypt', body)).toMatchObject({ data: { error: 'login-key-expired' } })
  })

  it('AD-4 (part) ends the other sessions of users who change it', async () => {
    const user = await person({ deptId: '1' })
    const other = await signIn(test.api.http.app, user.username, PASSWORD)
    expect(await changePassword(user, PASSWORD, 'willow-9-harbour')).toMatchObject({ code: 0 })
    expect(await get(user, '/sysUser/getInfo')).toMatchObject({ code: 0 })
    expect(await get(other, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    const { rows } = await database.db.query(
      "select username, target_ids from oper_log where action = 'user.changePassword' and user_id = $1 /* unscoped:test */",
      [user.id],
    )
    expect(rows).toEqual([{ username: user.username, target_ids: [user.id] }])
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
    const again = await signIn(test.api.http.app, user.username, password!)
    // The person who typed it on the command line knows it: it is valid only for its own change.
    expect(await get(again, '/sysUser/getInfo')).toMatchObject({ code: 0, data: { mustChangePwd: true } })
    const { rows } = await database.db.query(
      "select username, ip from oper_log where action = 'user.resetPassword' and user_id = $1 /* unscoped:test */",
      [user.id],
    )
    expect(rows).toEqual([{ username: 'command line', ip: 'local' }])
  })
})
