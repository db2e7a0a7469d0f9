import { login } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sealFor, signIn } from '../../../../../../testing/src/browser/sign-in.ts'
import { createStaff, type Data, PASSWORD, type Staff } from '../../../../../../testing/src/platform/staff.ts'
import { beginAttempt, sweepGuard } from './login-guard.store.ts'
import { attemptOf } from './password-check.service.ts'

/** Guessing costs the guesser: no user is locked out for long by other people's attempts. */
let staff: Staff
let user: Awaited<ReturnType<Staff['person']>>
beforeAll(async () => {
  staff = await createStaff()
})
afterAll(() => staff?.close())
beforeEach(async () => {
  await staff.database.db.query('delete from login_guard')
  // A test may have let days go by.
  staff.test.admin = await signIn(staff.test.api.http.app, 'admin', 'heron-4-lantern')
  user = await staff.person({ deptId: '1', keys: ['user:list', 'user:resetPwd'] })
})

const MINUTE = 60_000
const WRONG = 'wrong-passw0rd'

/** One try from an address, with the cookies of a browser. */
async function tryFrom(remoteAddress: string, username: string, password: string, cookie = '') {
  const { app } = staff.test.api.http
  const { keyId, sealed } = await sealFor(app, { password })
  const response = await app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress,
    headers: { host: 'localhost', ...(cookie ? { cookie } : {}) },
    payload: { username, password: sealed, platform: 'web', keyId },
  })
  const { code, data, message } = response.json<{ code: number; data: Data; message: string }>()
  const cookies = [response.headers['set-cookie'] ?? []].flat()
  const mark = cookies.find((line) => line.startsWith('known-browser=')) ?? ''
  return { code, message, waitS: data['retryAfterS'], error: data['error'], mark, browser: mark.split(';')[0] ?? '' }
}

/** A wrong try as the guard meets it, without the work of its password. Answers how long it would have had to wait. */
const guess = (username: string, ip: string): Promise<number> =>
  beginAttempt(staff.database.db, attemptOf(staff.test.clock, username, { ip, browser: null }))

/** Wrong tries from so many addresses, two from each: none of them is locked. */
async function attack(username: string, addresses: number, net = '203.0.113') {
  for (let n = 0; n < addresses; n++) for (let twice = 0; twice < 2; twice++) await guess(username, `${net}.${n}`)
}

describe('SEC-3 (2 of 2) five failures lock the account at that address', () => {
  it('and nowhere else, and no other account there', async () => {
    for (let n = 0; n < 5; n++) expect(await tryFrom('198.51.100.1', user.username, WRONG)).toMatchObject({ code: 401 })
    const locked = await tryFrom('198.51.100.1', user.username, PASSWORD)
    expect(locked).toMatchObject({ code: 429, waitS: 600, message: '尝试次数过多，请稍后再试（10 分钟后）' })
    expect(await tryFrom('198.51.100.2', user.username, PASSWORD)).toMatchObject({ code: 0 })
    expect(await tryFrom('198.51.100.1', 'admin', 'heron-4-lantern')).toMatchObject({ code: 0 })
    staff.test.clock.advance(10 * MINUTE + 1)
    expect(await tryFrom('198.51.100.1', user.username, PASSWORD)).toMatchObject({ code: 0 })
  })

  it('an address after fifty, whatever names it tries, for an hour at most; its neighbours of an IPv6 /64 with it', async () => {
    const tryNames = async (address: string) => {
      for (let n = 0; n < 50; n++) expect(await guess(`somebody${n}`, address)).toBe(0)
    }
    await tryNames('2001:db8:1:2::1')
    expect(await tryFrom('2001:db8:1:2:ffff::9', 'admin', 'heron-4-lantern')).toMatchObject({ code: 429, waitS: 600 })
    expect(await tryFrom('2001:db8:1:3::1', 'admin', 'heron-4-lantern')).toMatchObject({ code: 0 })
    for (const minutes of [20, 40, 60, 60]) {
      staff.test.clock.advance(61 * MINUTE)
      await tryNames('2001:db8:1:2::1')
      expect(await guess('one-more', '2001:db8:1:2::1')).toBe(minutes * MINUTE)
    }
  })
})

describe('SEC-3 (part) a right password', () => {
  it('takes back its try and the lock that it caused, also as the fiftieth of an address', async () => {
    for (let n = 0; n < 49; n++) expect(await guess(`somebody${n}`, '198.51.100.50')).toBe(0)
    expect(await tryFrom('198.51.100.50', user.username, PASSWORD)).toMatchObject({ code: 0 })
    expect(await guess('somebody-else', '198.51.100.50')).toBe(0)
    expect(await guess('somebody-else', '198.51.100.50')).toBeGreaterThan(0)
  })
})

describe('SEC-3 (2 of 2) an account that is guessed at from everywhere', () => {
  it('is slowed down by ten minutes at most, and a client that waits is let in however many others try', async () => {
    await attack(user.username, 30)
    const asked = await tryFrom('192.0.2.7', user.username, PASSWORD)
    expect(asked).toMatchObject({ code: 429, error: 'too-many-tries' })
    expect(Number(asked.waitS)).toBeGreaterThan(0)
    expect(Number(asked.waitS)).toBeLessThanOrEqual(600)
    staff.test.clock.advance(5 * MINUTE)
    await attack(user.username, 30, '203.0.114')
    staff.test.clock.advance(5 * MINUTE + 1)
    await attack(user.username, 30, '203.0.115')
    expect(await tryFrom('192.0.2.7', user.username, PASSWORD)).toMatchObject({ code: 0 })
  })

  it('is open at once to a browser that signed in before, from wherever it is', async () => {
    const { browser, mark } = await tryFrom('192.0.2.8', user.username, PASSWORD)
    expect(mark).toMatch(/^known-browser=[\w.~-]+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
    await attack(user.username, 30)
    expect(await tryFrom('203.0.113.1', user.username, PASSWORD, browser)).toMatchObject({ code: 0 })
    // It does not open anything, and it is no place to guess on.
    for (let n = 0; n < 5; n++) expect((await tryFrom('192.0.2.9', user.username, WRONG, browser)).code).toBe(401)
    expect(await tryFrom('192.0.2.9', user.username, PASSWORD, browser)).toMatchObject({ code: 429, waitS: 600 })
    // The mark of one is worth nothing to another.
    await attack('admin', 30, '203.0.120')
    expect(await tryFrom('192.0.2.8', 'admin', 'heron-4-lantern', browser)).toMatchObject({ code: 429 })
    expect(await tryFrom('192.0.2.8', 'admin', 'heron-4-lantern', browser.replace(/=\d+/, '=1'))).toMatchObject({
      code: 429,
    })
  })

  it('knows a browser for ninety days, and none from before the password was changed', async () => {
    const { browser } = await tryFrom('192.0.2.8', user.username, PASSWORD)
    const isKnown = async (cookie: string, password = PASSWORD) => {
      await staff.database.db.query('delete from login_guard')
      await attack(user.username, 30)
      return (await tryFrom('192.0.2.8', user.username, password, cookie)).code === 0
    }
    staff.test.clock.advance(89 * 86_400_000)
    expect(await isKnown(browser)).toBe(true)
    staff.test.clock.advance(2 * 86_400_000)
    expect(await isKnown(browser)).toBe(false)
    await staff.database.db.query('delete from login_guard')
    const { browser: again } = await tryFrom('192.0.2.8', user.username, PASSWORD)
    staff.test.admin = await signIn(staff.test.api.http.app, 'admin', 'heron-4-lantern')
    const { data } = await staff.post(staff.test.admin, '/sysUser/resetPwd', { id: user.id })
    const { oneTimePassword } = data as { oneTimePassword: string }
    expect(await isKnown(again, oneTimePassword)).toBe(false)
  })

  it('knows each of several people at one screen', async () => {
    const colleague = await staff.person({ deptId: '1' })
    const first = await tryFrom('192.0.2.8', user.username, PASSWORD)
    const second = await tryFrom('192.0.2.8', colleague.username, PASSWORD, first.browser)
    await attack(user.username, 30)
    expect(await tryFrom('192.0.2.8', user.username, PASSWORD, second.browser)).toMatchObject({ code: 0 })
  })
})

it('SEC-3 (2 of 2) attempts by others do not keep a signed-in user from changing their password', async () => {
  await attack(user.username, 30)
  const [own, fresh] = [
    await sealFor(staff.test.api.http.app, { password: PASSWORD }),
    await sealFor(staff.test.api.http.app, { password: 'canal-water-7731' }),
  ]
  const change = { oldPassword: own.sealed, newPassword: fresh.sealed, keyId: own.keyId }
  expect(await staff.post(user, '/sysUser/updatePwd', change)).toMatchObject({ code: 0 })
})

it('tries are remembered in bounded number: the oldest go first', async () => {
  await staff.database.db.query('delete from login_guard')
  const now = staff.test.clock.now()
  await staff.database.db.query(
    `insert into login_guard (kind, account, place, last_time)
     select 'pair', 'n' || n, '', $1::timestamptz - n * interval '1 minute' from generate_series(1, 30) n`,
    [now],
  )
  await sweepGuard(staff.database.db, now, 20)
  const { rows } = await staff.database.db.query<{ account: string }>(
    'select account from login_guard order by last_time desc',
  )
  expect(rows.map(({ account }) => account)).toEqual(Array.from({ length: 20 }, (_, n) => `n${n + 1}`))
  await sweepGuard(staff.database.db, new Date(now.getTime() + 2 * 86_400_000), 20)
  expect((await staff.database.db.query('select 1 from login_guard')).rows).toEqual([])
})
