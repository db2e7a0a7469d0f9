import {
  ADMIN_ROLE,
  getInfo,
  type InputOf,
  issueApiKey,
  loginKey,
  ownProfile,
  register,
  resetPassword,
  roleResource,
  saveAuthRole,
  siteResource,
  updatePassword,
  userResource,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD } from '../../../../../../testing/src/platform/api.ts'
import { type ApiClient, ApiFailure, createClient } from '../../../../../../testing/src/platform/client.ts'
import { createTestDatabase } from '../../../../../../testing/src/platform/database.ts'
import { GIVEN_PASSWORD } from '../../../../../../testing/src/browser/first-password.ts'
import { makeDept, makePerson, PASSWORD } from '../../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../../testing/src/platform/platform.ts'
import { seal } from '../../../../../../testing/src/browser/sign-in.ts'
import { ensureAdministrator } from '../identity.module.ts'

let test: TestPlatform
let admin: ApiClient
let deptId: string
beforeAll(async () => {
  test = await startTestPlatform({ env: { SLUICE_SELF_REGISTRATION: 'true' } })
  ;({ admin } = test)
  deptId = await makeDept(admin, 'Meadowbrook', { webName: '清泉云' })
  await admin.insert(siteResource, { host: 'brook.example', deptId, webName: 'Riverlight' })
})
afterAll(() => test?.stop())

async function refused(call: Promise<unknown>): Promise<unknown> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof ApiFailure ? (error.fields ?? error.key) : error
}

async function sealed(password: string): Promise<{ keyId: string; sealed: string }> {
  const key = await createClient(test.url).call(loginKey, {})
  return { keyId: key.keyId, sealed: await seal(key, { password }) }
}

async function change(who: ApiClient, oldPassword: string, newPassword: string): Promise<unknown> {
  const [old, fresh] = [await sealed(oldPassword), await sealed(newPassword)]
  const given = { oldPassword: old.sealed, newPassword: fresh.sealed, keyId: old.keyId }
  return who.call(updatePassword, given)
}

let count = 0
const user = (password: string, more: Record<string, unknown> = {}) => {
  const username = `typed${++count}`
  return admin.insert(userResource, { username, nickName: '林秀英', deptId, password, status: 'NORMAL', ...more })
}

/** What somebody who knows the person would try first. */
const GUESSABLE = [
  'password1',
  'Sluice2026!',
  '云阀2026ab',
  '林秀英2026a',
  'meadowbrook-7',
  '清泉云2026a',
  'riverlight2026',
]

describe('a guessable password is refused at every door, under its field', () => {
  it('where an administrator creates a user, plain or sealed', async () => {
    for (const one of [...GUESSABLE, 'typed.by2026', 'a13987654321', 'xiuying2026'])
      expect([
        one,
        await refused(user(one, { username: 'typed.by', phone: '13987654321', email: 'xiuying@post.example' })),
      ]).toEqual([one, { password: 'guessable-password' }])
    const { keyId, sealed: text } = await sealed('Sluice2026!')
    expect(await refused(user(`sealed:${keyId}:${text}`))).toEqual({ password: 'guessable-password' })
    expect(await refused(user('short1'))).toEqual({ password: 'weak-password' })
  })

  it('and a user added without one gets a random one, which the answer alone says and which must be changed', async () => {
    const add = (username: string) =>
      admin.answer('POST', '/security/v1/sysUser/insert', { username, nickName: username, deptId, status: 'NORMAL' })
    const given = [(await add('random.one')).data, (await add('random.two')).data] as {
      id: string
      oneTimePassword: string
    }[]
    const [first, second] = given.map(({ oneTimePassword }) => oneTimePassword)
    expect([first, second]).toEqual([expect.stringMatching(/^.{12,}$/), expect.stringMatching(/^.{12,}$/)])
    expect(first).not.toBe(second)
    expect(await (await test.signIn('random.one', first!)).call(getInfo, {})).toMatchObject({ mustChangePwd: true })
    await expect(test.signIn('random.two', first!)).rejects.toMatchObject({ key: 'wrong-credentials' })
    expect(JSON.stringify(await admin.get(userResource, given[0]!.id))).not.toContain(first)
    const { rows } = await test.db.query(`select 1 from oper_log o where o::text like '%' || $1::text || '%'`, [first])
    expect(rows).toEqual([])
  })

  it('where the user has no department yet, as anywhere', async () => {
    expect(await refused(user('password1', { deptId: 'x' }))).toEqual({ password: 'guessable-password' })
    expect(await refused(user(PASSWORD, { deptId: '987654' }))).toEqual({ deptId: 'not-found' })
  })

  it('but tells nothing of the names of departments that the caller does not see', async () => {
    const boss = await makePerson(admin, test.db, { deptId: await makeDept(admin, 'elsewhere') })
    const given = { username: 'probe', nickName: 'probe', status: 'NORMAL', deptId }
    const answers = []
    for (const password of ['meadowbrook-4-o', PASSWORD])
      answers.push(await refused(boss.insert(userResource, { ...given, password })))
    expect(answers[0]).toEqual(answers[1])
  })

  it('where users change their own, by choice or because they must', async () => {
    const person = await makePerson(admin, test.db, { deptId, keys: [] })
    await admin.update(userResource, person.userId, {
      nickName: '林秀英',
      phone: '13987654321',
      email: 'xiuying@post.example',
    })
    for (const one of [...GUESSABLE, `${person.username}-2026`, 'a13987654321', 'xiuying2026'])
      expect([one, await refused(change(person, PASSWORD, one))]).toEqual([one, { newPassword: 'guessable-password' }])
    expect(await refused(change(person, PASSWORD, 'short1'))).toEqual({ newPassword: 'weak-password' })
    const { oneTimePassword } = await admin.call(resetPassword, { id: person.userId })
    const again = await test.signIn(person.username, oneTimePassword)
    expect(await refused(change(again, oneTimePassword, 'riverlight2026'))).toEqual({
      newPassword: 'guessable-password',
    })
    expect(await again.call(getInfo, {})).toMatchObject({ mustChangePwd: true })
    await change(again, oneTimePassword, 'willow-9-harbour')
    await test.signIn(person.username, 'willow-9-harbour')
  })

  it('where a user registers', async () => {
    const apply = async (username: string, password: string) =>
      createClient(test.url).call(register, { username, ...(await sealed(password)) } satisfies InputOf<
        typeof register
      >)
    for (const one of ['password1', 'Sluice2026!', 'newcomer2026', '平台云阀2026'])
      expect([one, await refused(apply('newcomer', one))]).toEqual([one, { password: 'guessable-password' }])
    await apply('newcomer', PASSWORD)
    expect(await (await test.signIn('newcomer', PASSWORD)).call(getInfo, {})).toMatchObject({ mustChangePwd: false })
  })

  it('where the operator chooses the first one of `admin`, and only then', async () => {
    const empty = await createTestDatabase()
    try {
      for (const one of ['admin-2026', 'password1', 'Sluice2026!'])
        await expect(ensureAdministrator(empty.db, one)).rejects.toThrow(/^SLUICE_ADMIN_PASSWORD is too easy to guess/)
      await ensureAdministrator(empty.db, ADMIN_PASSWORD)
      // The setting still holds it once the administrator exists: an existing password is not judged again.
      expect(await ensureAdministrator(empty.db, 'password1')).toBeUndefined()
    } finally {
      await empty.drop()
    }
  })
})

describe('AD-3 (part): a password that another person typed', () => {
  it('opens nothing but its own change, and everything after it', async () => {
    await user(GIVEN_PASSWORD, { username: 'given.one' })
    const person = await test.signIn('given.one', GIVEN_PASSWORD)
    expect(await person.call(getInfo, {})).toMatchObject({ mustChangePwd: true })
    expect(await refused(person.call(ownProfile, {}))).toBe('must-change-password')
    await change(person, GIVEN_PASSWORD, PASSWORD)
    expect(await person.call(getInfo, {})).toMatchObject({ mustChangePwd: false })
    expect(await person.call(ownProfile, {})).toMatchObject({ nickName: '林秀英' })
  })

  it('is not judged again where it stands, nor asked to be changed', async () => {
    const id = await user(GIVEN_PASSWORD, { username: 'of.old' })
    const hash = "(select password_hash from sys_user where username = 'of.old')"
    await test.db.query(
      `update sys_user set must_change_password = false, nick_name = $2, password_hash = ${hash} where id = $1 /* unscoped:test */`,
      [id, GIVEN_PASSWORD],
    )
    const person = await test.signIn('of.old', GIVEN_PASSWORD)
    expect(await person.call(ownProfile, {})).toMatchObject({ nickName: GIVEN_PASSWORD })
  })

  it('does not lock out programs that use a key of the user: nobody signs in as an integration', async () => {
    const userId = await user(GIVEN_PASSWORD, { username: 'robot.one' })
    const roles = await admin.page(roleResource, { keyword: ADMIN_ROLE })
    await admin.call(saveAuthRole, { userId, roleIds: [roles.list[0]!.id] })
    const expireTime = new Date(Date.now() + 86_400_000).toISOString()
    const { key } = await admin.call(issueApiKey, { userId, name: 'robot', scopes: ['dept:list'], expireTime })
    const answer = await createClient(test.url).answer('GET', '/security/v1/dept/page', {}, { 'x-api-key': key })
    expect(answer).toMatchObject({ code: 0 })
  })
})
