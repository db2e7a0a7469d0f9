import { Secret } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../../../testing/src/platform/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../testing/src/platform/database.ts'
import { type Answer, sealFor, signIn, tryLogin, type Visitor } from '../../../../../../testing/src/browser/sign-in.ts'
import { createCredentialFixture, PASSWORD } from '../../../../../../testing/src/platform/credential.fixture.ts'
import { resetSecondFactor } from '../identity.module.ts'
import { codeAt } from './totp-code.ts'

let database: TestDatabase
let test: TestApi
let fixture: ReturnType<typeof createCredentialFixture>

beforeAll(async () => {
  database = await createTestDatabase()
  test = await createTestApi(database.db)
  fixture = createCredentialFixture(test, database.db)
})
afterAll(async () => {
  await test?.close()
  await database?.drop()
})

type Person = Visitor & { id: string; username: string }
interface Enrolled {
  secret: Uint8Array
  recoveryCodes: string[]
}

const app = () => test.api.http.app
const sealed = (password: string) => sealFor(app(), { password })
const codeOf = ({ secret }: Enrolled) => codeAt(secret, test.clock.now().getTime())
/** Six digits that are no code around now. */
function wrongCode(secret: Uint8Array): string {
  const now = test.clock.now().getTime()
  const near = [-1, 0, 1].map((steps) => codeAt(secret, now + steps * 30_000))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code))!
}
/** The next code: one of the same step was taken already. */
const nextStep = () => test.clock.advance(30_000)

async function enrol(person: Visitor): Promise<Enrolled> {
  const begun = await fixture.post(person, '/sysUser/totpBegin', await sealed(PASSWORD))
  expect(begun).toMatchObject({ code: 0 })
  const { secret } = begun.data as { secret: string; uri: string }
  const bytes = Secret.fromBase32(secret).bytes
  const confirmed = await fixture.post(person, '/sysUser/totpConfirm', {
    code: codeAt(bytes, test.clock.now().getTime()),
  })
  expect(confirmed).toMatchObject({ code: 0 })
  return { secret: bytes, recoveryCodes: (confirmed.data as { recoveryCodes: string[] }).recoveryCodes }
}

async function firstStep(username: string, password = PASSWORD): Promise<Answer> {
  return tryLogin(app(), username, password)
}
const pendingOf = (answer: Answer) => (answer.data as { pending: string }).pending
const secondStep = (pending: string, code: string) =>
  fixture.post({}, '/sysUser/loginCode', { pending, code, platform: 'web' })

let dept: string
let person: Person
beforeEach(async () => {
  // The address is shared by all of these tests: what one of them failed on purpose must not lock the next.
  await database.db.query('delete from login_guard')
  dept ??= await fixture.dept('two steps')
  person = await fixture.person(dept, [await fixture.role(['user:list'])])
})

describe('setting up a second factor (SI, SEC)', () => {
  it('needs the password, then a first code, and shows ten recovery codes once', async () => {
    const wrong = await fixture.post(person, '/sysUser/totpBegin', await sealed('wrong-passw0rd'))
    expect(wrong).toMatchObject({ code: 400, data: { error: 'wrong-old-password' } })
    const begun = await fixture.post(person, '/sysUser/totpBegin', await sealed(PASSWORD))
    const { uri, secret } = begun.data as { uri: string; secret: string }
    expect(uri).toContain(`otpauth://totp/Sluice:${person.username}?`)
    const mistyped = { code: wrongCode(Secret.fromBase32(secret).bytes) }
    expect(await fixture.post(person, '/sysUser/totpConfirm', mistyped)).toMatchObject({
      data: { error: 'wrong-code' },
    })
    expect((await fixture.get(person, '/sysUser/totp')).data).toMatchObject({ enabled: false, recoveryCodesLeft: 0 })
    // Not in force before its first code came.
    expect(await signIn(app(), person.username, PASSWORD)).toHaveProperty('token')
    const { recoveryCodes } = await enrol(person)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await fixture.get(person, '/sysUser/totp')).data).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })
    expect(await fixture.post(person, '/sysUser/totpBegin', await sealed(PASSWORD))).toMatchObject({ code: 409 })
  })

  it('keeps the secret sealed and the recovery codes hashed, and neither in the operation log', async () => {
    const { secret, recoveryCodes } = await enrol(person)
    const { rows } = await database.db.query<{ secret: Buffer }>('select secret from user_totp where user_id = $1', [
      person.id,
    ])
    expect(rows[0]!.secret.includes(Buffer.from(secret))).toBe(false)
    const dump = await database.db.query(
      `select (select json_agg(c)::text from user_recovery_code c) || (select json_agg(o)::text from oper_log o) as all
       /* unscoped:test */`,
    )
    const text = String(dump.rows[0]!['all'])
    for (const kept of [
      ...recoveryCodes,
      recoveryCodes[0]!.replaceAll('-', ''),
      new Secret({ buffer: new Uint8Array(secret).buffer }).base32,
    ]) {
      expect(text).not.toContain(kept)
    }
    expect(text).toContain('user.enableTotp')
  })

  it('ends the other sign-ins, which were made with the password alone', async () => {
    const elsewhere = await signIn(app(), person.username, PASSWORD)
    await enrol(person)
    expect(await fixture.get(elsewhere, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    expect(await fixture.get(person, '/sysUser/getInfo')).toMatchObject({ code: 0 })
  })
})

describe('signing in with it', () => {
  it('makes no session before the code, and one after it', async () => {
    const factor = await enrol(person)
    nextStep()
    const first = await firstStep(person.username)
    expect(first).toMatchObject({ code: 0, data: { expiresIn: 300 } })
    expect(first.headers['set-cookie']).toBeUndefined()
    expect(first.data).not.toHaveProperty('token')
    const second = await secondStep(pendingOf(first), codeOf(factor))
    expect(second).toMatchObject({ code: 0, data: { expiresIn: 43_200, recoveryCodesLeft: null } })
    const cookie = /^authorization=([^;]+)/.exec(String(second.headers['set-cookie']))![1]!
    const visitor = { cookie, token: (second.data as { token: string }).token }
    expect(await fixture.get(visitor, '/sysUser/getInfo')).toMatchObject({
      code: 0,
      data: { username: person.username },
    })
    expect(await secondStep(pendingOf(first), codeOf(factor))).toMatchObject({ data: { error: 'sign-in-expired' } })
  })

  it('accepts no code twice, from any client', async () => {
    const factor = await enrol(person)
    nextStep()
    const [one, two] = [await firstStep(person.username), await firstStep(person.username)]
    const code = codeOf(factor)
    const answers = await Promise.all([secondStep(pendingOf(one), code), secondStep(pendingOf(two), code)])
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([0, 401])
  })

  it('says the same for a right and a wrong password, and only at the code that something was wrong', async () => {
    const factor = await enrol(person)
    nextStep()
    const [right, wrong] = [await firstStep(person.username), await firstStep(person.username, 'wrong-passw0rd')]
    expect(Object.keys(wrong.data as object)).toEqual(Object.keys(right.data as object))
    expect([wrong.code, wrong.message]).toEqual([right.code, right.message])
    const refused = await secondStep(pendingOf(wrong), codeOf(factor))
    expect(refused).toMatchObject({ code: 401, data: { error: 'wrong-sign-in' } })
    const mistyped = await secondStep(pendingOf(right), wrongCode(factor.secret))
    expect([mistyped.code, mistyped.message, mistyped.data]).toEqual([refused.code, refused.message, refused.data])
    expect(await secondStep(pendingOf(right), codeOf(factor))).toMatchObject({ code: 0 })
  })

  it('asks some unknown names for a code too, always the same ones', async () => {
    await enrol(person)
    // Which names, only the server's secret knows: one in four.
    const answers = new Map<number, string>()
    for (let n = 0; answers.size < 2 && n < 100; n += 1) {
      await database.db.query('delete from login_guard')
      const name = `nobody${n}`
      answers.set((await firstStep(name)).code, name)
    }
    expect([...answers.keys()].toSorted((a, b) => a - b)).toEqual([0, 401])
    const again = await firstStep(answers.get(0)!)
    expect(await secondStep(pendingOf(again), '123456')).toMatchObject({ data: { error: 'wrong-sign-in' } })
    expect(await firstStep(answers.get(401)!)).toMatchObject({ code: 401 })
  })

  it('counts wrong codes with wrong passwords and locks the account (shared guard)', async () => {
    const factor = await enrol(person)
    nextStep()
    const first = await firstStep(person.username)
    for (let n = 0; n < 4; n += 1) {
      expect(await secondStep(pendingOf(first), wrongCode(factor.secret))).toMatchObject({
        data: { error: 'wrong-sign-in' },
      })
    }
    expect(await secondStep(pendingOf(first), codeOf(factor))).toMatchObject({ data: { error: 'too-many-tries' } })
    expect(await firstStep(person.username)).toMatchObject({ data: { error: 'too-many-tries' } })
  })

  it('is over after five minutes', async () => {
    const factor = await enrol(person)
    nextStep()
    const first = await firstStep(person.username)
    test.clock.advance(5 * 60_000)
    expect(await secondStep(pendingOf(first), codeOf(factor))).toMatchObject({ data: { error: 'sign-in-expired' } })
  })

  it('takes a recovery code instead, once, and says how many are left', async () => {
    const { recoveryCodes } = await enrol(person)
    const first = await firstStep(person.username)
    const typed = recoveryCodes[0]!.toUpperCase().replaceAll('-', ' ')
    expect(await secondStep(pendingOf(first), typed)).toMatchObject({ code: 0, data: { recoveryCodesLeft: 9 } })
    const again = await firstStep(person.username)
    expect(await secondStep(pendingOf(again), recoveryCodes[0]!)).toMatchObject({ data: { error: 'wrong-sign-in' } })
  })

  it('does not let a user in who was switched off', async () => {
    const factor = await enrol(person)
    nextStep()
    const first = await firstStep(person.username)
    const { version } = (await fixture.get(test.admin, '/sysUser/get', { id: person.id })).data as { version: number }
    await fixture.post(test.admin, '/sysUser/update', { id: person.id, version, status: 'DISABLED' })
    expect(await secondStep(pendingOf(first), codeOf(factor))).toMatchObject({ data: { error: 'account-disabled' } })
  })

  it('is over when an administrator gives a new password: the old one was only half of it', async () => {
    const factor = await enrol(person)
    nextStep()
    const first = await firstStep(person.username)
    expect(await fixture.post(test.admin, '/sysUser/resetPwd', { id: person.id })).toMatchObject({ code: 0 })
    expect(await secondStep(pendingOf(first), codeOf(factor))).toMatchObject({ data: { error: 'sign-in-expired' } })
  })
})

describe('taking it away', () => {
  it('needs password and code', async () => {
    const factor = await enrol(person)
    nextStep()
    const off = async (password: string, code: string) =>
      fixture.post(person, '/sysUser/totpDisable', { ...(await sealed(password)), code })
    expect(await off('wrong-passw0rd', codeOf(factor))).toMatchObject({ data: { error: 'wrong-old-password' } })
    expect(await off(PASSWORD, wrongCode(factor.secret))).toMatchObject({ data: { error: 'wrong-code' } })
    expect(await off(PASSWORD, codeOf(factor))).toMatchObject({ code: 0 })
    expect(await signIn(app(), person.username, PASSWORD)).toHaveProperty('token')
  })

  it('makes new recovery codes and voids the old', async () => {
    const factor = await enrol(person)
    nextStep()
    const renewed = await fixture.post(person, '/sysUser/totpRecovery', {
      ...(await sealed(PASSWORD)),
      code: codeOf(factor),
    })
    const { recoveryCodes } = renewed.data as { recoveryCodes: string[] }
    expect(recoveryCodes).toHaveLength(10)
    const first = await firstStep(person.username)
    expect(await secondStep(pendingOf(first), factor.recoveryCodes[0]!)).toMatchObject({ code: 401 })
    expect(await secondStep(pendingOf(first), recoveryCodes[0]!)).toMatchObject({ code: 0 })
    const { rows } = await database.db.query(
      `select username, target_ids from oper_log where action = 'user.renewRecoveryCodes' and user_id = $1
       /* unscoped:test */`,
      [person.id],
    )
    expect(rows).toEqual([{ username: person.username, target_ids: [person.id] }])
  })

  it('is reset by an administrator for a user who lost it: audited, and their sessions end', async () => {
    await enrol(person)
    expect(await fixture.post(test.admin, '/sysUser/resetTotp', { id: person.id })).toMatchObject({ code: 0 })
    expect(await fixture.get(person, '/sysUser/getInfo')).toMatchObject({ code: 4 })
    expect(await signIn(app(), person.username, PASSWORD)).toHaveProperty('token')
    const { rows } = await database.db.query(
      `select username, before, after from oper_log where action = 'user.resetTotp' and $1 = any(target_ids)
       /* unscoped:test */`,
      [person.id],
    )
    expect(rows).toEqual([{ username: 'admin', before: { totp: true }, after: { totp: false } }])
    const self = (await fixture.get(test.admin, '/sysUser/getInfo')).data as { id: string }
    expect(await fixture.post(test.admin, '/sysUser/resetTotp', self.id ? { id: self.id } : {})).toMatchObject({
      data: { error: 'cannot-touch-self' },
    })
  })

  it('is reset from the command line when no administrator can', async () => {
    await enrol(person)
    expect(await resetSecondFactor(database.db, person.username.toUpperCase())).toBe(true)
    expect(await resetSecondFactor(database.db, 'nobody')).toBe(false)
    expect(await signIn(app(), person.username, PASSWORD)).toHaveProperty('token')
    const { rows } = await database.db.query(
      `select username, ip, before, after from oper_log where action = 'user.resetTotp' and $1 = any(target_ids)
         and user_id is null /* unscoped:test */`,
      [person.id],
    )
    expect(rows).toEqual([{ username: 'command line', ip: 'local', before: { totp: true }, after: { totp: false } }])
  })
})

describe('a role or department that requires it', () => {
  it.each(['role', 'department above'])('%s: nothing else is open before it is set up', async (by) => {
    const above = await fixture.dept(`requiring ${by}`, by === 'role' ? {} : { requireTotp: true })
    const below = await fixture.dept('below', { parentId: above })
    const roleId = await fixture.role(['user:list'], by === 'role' ? { requireTotp: true } : {})
    const bound = await fixture.person(below, [roleId])
    expect(await fixture.get(bound, '/sysUser/getInfo')).toMatchObject({ data: { mustEnrol: true } })
    expect(await fixture.get(bound, '/sysUser/page')).toMatchObject({ code: 403, data: { error: 'must-enrol' } })
    expect((await fixture.get(bound, '/sysUser/totp')).data).toMatchObject({ required: true })
    const factor = await enrol(bound)
    expect(await fixture.get(bound, '/sysUser/getInfo')).toMatchObject({ data: { mustEnrol: false } })
    expect(await fixture.get(bound, '/sysUser/page')).toMatchObject({ code: 0 })
    nextStep()
    const off = { ...(await sealed(PASSWORD)), code: codeOf(factor) }
    expect(await fixture.post(bound, '/sysUser/totpDisable', off)).toMatchObject({
      data: { error: 'second-factor-required' },
    })
  })

  it('asks nothing when the role is off', async () => {
    const roleId = await fixture.role(['user:list'], { requireTotp: true, status: 'DISABLED' })
    const free = await fixture.person(dept, [])
    await database.db.query('insert into user_role (user_id, role_id) values ($1, $2)', [free.id, roleId])
    expect(await fixture.get(await signIn(app(), free.username, PASSWORD), '/sysUser/getInfo')).toMatchObject({
      data: { mustEnrol: false },
    })
  })
})
