import type * as nodeCrypto from 'node:crypto'
import { scrypt } from 'node:crypto'
import { loginKey, register } from '@sluice/contract'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { seal, sealFor, tryLogin } from '../../../../../../testing/src/browser/sign-in.ts'
import { createClient } from '../../../../../../testing/src/platform/client.ts'
import { startTestPlatform } from '../../../../../../testing/src/platform/platform.ts'
import { createStaff, PASSWORD, type Staff } from '../../../../../../testing/src/platform/staff.ts'
import { createPasswordHashes } from '../credentials/password.ts'

vi.mock(import('node:crypto'), async (load) => {
  const real = await load()
  return { ...real, scrypt: vi.fn<typeof real.scrypt>(real.scrypt) as never }
})

const hashes = createPasswordHashes()
let staff: Staff
beforeAll(async () => {
  staff = await createStaff(hashes)
})
afterAll(() => staff?.close())
beforeEach(async () => {
  await staff.database.db.query('delete from login_guard')
})

/** The cost of each hash that was worked out meanwhile. */
async function workOf(action: () => Promise<unknown>): Promise<unknown[]> {
  vi.mocked(scrypt).mockClear()
  await action()
  return vi.mocked(scrypt).mock.calls.map((call) => call[3])
}

it('SEC-3 (2 of 2) an unknown name costs the same work as a wrong password, and as the right one', async () => {
  const user = await staff.person({ deptId: '1' })
  const login = (username: string, password: string) => tryLogin(staff.test.api.http.app, username, password)
  const [right, wrong, unknown] = [
    await workOf(() => login(user.username, PASSWORD)),
    await workOf(() => login(user.username, 'wrong-passw0rd')),
    await workOf(() => login('nobody-of-this-name', 'wrong-passw0rd')),
  ]
  expect(right).toHaveLength(1)
  expect(right[0]).toMatchObject({ N: 2 ** 16, r: 8, p: 1 })
  expect([wrong, unknown]).toEqual([right, right])
})

it('SEC-3 (2 of 2) what opened nothing is not even worked on: no hash for a seal that is over', async () => {
  const { sealed } = await sealFor(staff.test.api.http.app, { password: PASSWORD })
  const body = { username: 'admin', password: sealed, platform: 'web', keyId: 'of-old' }
  expect(await workOf(() => staff.post({}, '/sysUser/loginWithEncrypt', body))).toEqual([])
})

it('SEC-3 (2 of 2) an attempt during a lock costs no hashing', async () => {
  const login = () => tryLogin(staff.test.api.http.app, 'somebody', 'wrong-passw0rd')
  for (let n = 0; n < 5; n++) await login()
  expect(await workOf(login)).toEqual([])
})

it('a name that is taken costs no hashing when somebody registers', async () => {
  const open = await startTestPlatform({ env: { SLUICE_SELF_REGISTRATION: 'on' } })
  try {
    const client = createClient(open.url)
    const apply = async (username: string) => {
      const key = await client.call(loginKey, {})
      const given = { username, keyId: key.keyId, sealed: await seal(key, { password: PASSWORD }) }
      return client.call(register, given)
    }
    expect(await workOf(() => apply('newcomer'))).toHaveLength(1)
    const again = () => expect(apply('NewComer')).rejects.toMatchObject({ fields: { username: 'taken' } })
    expect(await workOf(again)).toEqual([])
  } finally {
    await open.stop()
  }
})

it('a hash proves its own password and no other, typed on whatever keyboard, and nobody proves nothing', async () => {
  const hash = await hashes.hash('pässwort-1')
  expect(await hashes.verify('pa\u0308sswort-1', hash)).toBe(true)
  expect(await hashes.verify('pässwort-2', hash)).toBe(false)
  expect(await hashes.verify('pässwort-1', null)).toBe(false)
  expect(await hashes.verify('', null)).toBe(false)
  await expect(hashes.verify('x', 'md5$1')).rejects.toThrow('unknown kind')
})

it('a hash made with less work is replaced at the next sign-in, one of today is not', async () => {
  const user = await staff.person({ deptId: '1' })
  const { db } = staff.database
  const stored = async () =>
    (await db.query<{ password_hash: string }>('select password_hash from sys_user where id = $1', [user.id])).rows[0]!
      .password_hash
  const today = await stored()
  expect(hashes.isOutdated(today)).toBe(false)
  const login = () => tryLogin(staff.test.api.http.app, user.username, PASSWORD)
  expect(await workOf(login)).toHaveLength(1)
  expect(await stored()).toBe(today)
  // As an earlier Sluice would have made it: the same password, 2^10.
  const real = await vi.importActual<typeof nodeCrypto>('node:crypto')
  const salt = Buffer.alloc(16, 7)
  const weak = real.scryptSync(PASSWORD, salt, 32, { N: 2 ** 10, r: 8, p: 1 })
  const old = `scrypt$10$8$1$${salt.toString('base64url')}$${weak.toString('base64url')}`
  await db.query('update sys_user set password_hash = $2 where id = $1', [user.id, old])
  expect((await login()).code).toBe(0)
  expect(hashes.isOutdated(await stored())).toBe(false)
  expect((await login()).code).toBe(0)
})
