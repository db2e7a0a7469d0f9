import {
  type InputOf,
  kickSession,
  loginKey,
  onlineSessionPage,
  register,
  resourcePath,
  sessionResource,
  userResource,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, ApiFailure, createClient } from '../../../../../../testing/src/platform/client.ts'
import { openLive } from '../../../../../../testing/src/field/live.ts'
import { makeDept, makePerson, PASSWORD } from '../../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../../testing/src/platform/platform.ts'
import { seal } from '../../../../../../testing/src/browser/sign-in.ts'
import { exportOf, fileOf } from '../../../../../../testing/src/platform/sheets.ts'
import { parseCsv } from '../../../platform/sheet/csv.ts'
import { until } from '../../../../../../testing/src/platform/wait.ts'

let test: TestPlatform
let admin: ApiClient
beforeAll(async () => {
  test = await startTestPlatform({ env: { SLUICE_SELF_REGISTRATION: 'on' } })
  admin = test.admin
})
afterAll(() => test?.stop())

const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => {
      if (!(error instanceof ApiFailure)) throw error
      return error.fields ?? error.key
    },
  )
const sessionOf = async (username: string) =>
  (await admin.call(onlineSessionPage, { keyword: username })).list.find((one) => one.username === username)!

describe('online sessions', () => {
  it('shows who is signed in, in scope, with the own one marked', async () => {
    const [here, there] = [await makeDept(admin, 'here'), await makeDept(admin, 'there')]
    const manager = await makePerson(admin, test.db, { deptId: here })
    await makePerson(admin, test.db, { deptId: there })
    const { list } = await manager.call(onlineSessionPage, {})
    expect(list.map(({ username, own, deptName }) => [username, own, deptName])).toEqual([
      [manager.username, true, 'here'],
    ])
    expect(list[0]).toMatchObject({ ip: expect.stringContaining('127.0.0.1') as string, platform: 'web' })
    expect((await admin.call(onlineSessionPage, {})).total).toBeGreaterThanOrEqual(3)
  })

  it('SEC-12 (part), SEC-15 (part) is sorted by the server, and taken away as it stands', async () => {
    const dept = await makeDept(admin, 'taken')
    const one = await makePerson(admin, test.db, { deptId: dept })
    const other = await makePerson(admin, test.db, { deptId: dept })
    const since = async (order: 'asc' | 'desc') =>
      (await one.call(onlineSessionPage, { sort: 'createTime', order })).list.map(({ username }) => username)
    expect(await since('asc')).toEqual([one.username, other.username])
    expect(await since('desc')).toEqual([other.username, one.username])
    const columns = ['username', 'deptName', 'platform']
    const sheetOf = async (input: Record<string, unknown>) =>
      parseCsv(await fileOf(one, await exportOf(one, sessionResource, { columns, ...input })), 100)
    expect(await sheetOf({ sort: 'createTime', order: 'desc' })).toEqual([
      columns,
      [other.username, 'taken', 'web'],
      [one.username, 'taken', 'web'],
    ])
    const { id } = await sessionOf(other.username)
    expect(await sheetOf({ ids: [id] })).toEqual([columns, [other.username, 'taken', 'web']])
    expect(await sheetOf({ keyword: 'nobody' })).toEqual([columns])
    const { rows } = await test.db.query<{ rows: string }>(
      `select after ->> 'rows' as rows from oper_log where action = 'session.export' order by id /* unscoped:test */`,
    )
    expect(rows.map((line) => line.rows)).toEqual(['2', '1', '0'])
    const looking = await makePerson(admin, test.db, { deptId: dept, keys: ['session:list'] })
    const answer = await looking.answer('POST', resourcePath(sessionResource, 'export'), { format: 'csv', columns })
    expect(answer.code).toBe(403)
  })

  it('kicks: the next call of that browser is over, its socket closes, it is in the log', async () => {
    const victim = await makePerson(admin, test.db, { deptId: '1', keys: ['user:list', 'device:list'] })
    const live = await openLive(test.url, victim.visitor)
    await victim.page(userResource)
    const { id } = await sessionOf(victim.username)
    await admin.call(kickSession, { id })
    expect(await refused(victim.page(userResource))).toBe('session-over')
    expect(await until('the socket to close', () => live.closeCode)).toBe(4401)
    expect(await refused(admin.call(kickSession, { id }))).toBe('not-found')
    const { rows } = await test.db.query(
      `select target_ids, before from oper_log where action = 'session.kick' /* unscoped:test */`,
    )
    expect(rows).toEqual([
      { target_ids: [victim.userId], before: expect.objectContaining({ username: victim.username }) as object },
    ])
  })

  it('not oneself, nobody with more rights, nobody out of scope', async () => {
    const dept = await makeDept(admin, 'kickers')
    const manager = await makePerson(admin, test.db, { deptId: dept, keys: ['session:list', 'session:kick'] })
    const above = await makePerson(admin, test.db, { deptId: dept })
    const stranger = await makePerson(admin, test.db, { deptId: '1', keys: [] })
    const kick = async (username: string) => refused(manager.call(kickSession, { id: (await sessionOf(username)).id }))
    expect(await kick(manager.username)).toBe('cannot-touch-self')
    expect(await kick(above.username)).toBe('grant-above-own')
    expect(await kick(stranger.username)).toBe('not-found')
  })
})

describe('SI-26 (3 of 3), SEC-16 registering oneself', () => {
  const sealed = async (password: string, client: ApiClient = createClient(test.url)) => {
    const key = await client.call(loginKey, {})
    return { sealed: await seal(key, { password }), keyId: key.keyId }
  }
  const apply = async (username: string, password: string = PASSWORD) =>
    createClient(test.url).call(register, { username, ...(await sealed(password)) } satisfies InputOf<typeof register>)

  it('opens an account that can do nothing yet', async () => {
    await apply('newcomer')
    const newcomer = await admin.signIn('newcomer', PASSWORD)
    const info = (await newcomer.answer('GET', '/security/v1/sysUser/getInfo')).data
    expect(info).toMatchObject({ username: 'newcomer', resources: [], roles: [] })
    expect(await refused(newcomer.page(userResource))).toBe('not-permitted')
  })

  it('refuses a taken name, a weak password and an odd name', async () => {
    expect(await refused(apply('ADMIN'))).toEqual({ username: 'taken' })
    expect(await refused(apply('weak', 'letters'))).toEqual({ password: 'weak-password' })
    expect(await refused(apply('a b'))).toEqual({ username: 'format' })
  })

  it('is closed unless the operator opens it', async () => {
    const closed = await startTestPlatform()
    try {
      const client = createClient(closed.url)
      const given = { username: 'newcomer', ...(await sealed(PASSWORD, client)) }
      expect(await refused(client.call(register, given))).toBe('registration-closed')
    } finally {
      await closed.stop()
    }
  })
})
