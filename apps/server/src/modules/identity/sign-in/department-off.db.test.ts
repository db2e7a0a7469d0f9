import {
  departmentResource,
  deviceResource,
  explainUser,
  getInfo,
  issueApiKey,
  issueOwnApiKey,
  latest,
  loginLogResource,
  roleResource,
  saveAuthRole,
  userResource,
} from '@sluice/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApiFailure, createClient } from '../../../../../../testing/src/platform/client.ts'
import { makeDevice } from '../../../../../../testing/src/field/devices.ts'
import { makeDept, makePerson, PASSWORD } from '../../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../../testing/src/platform/platform.ts'
import { until } from '../../../../../../testing/src/platform/wait.ts'

/** A customer that is switched off: its people and programs are out at once, its devices go on reporting. */
let test: TestPlatform
beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

const refused = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof ApiFailure ? error.key : Promise.reject(error)),
  )
const turn = (deptId: string, status: 'NORMAL' | 'DISABLED') =>
  test.admin.update(departmentResource, deptId, { status })

it('AD-7 (part) ends the sign-ins and keys of its people and of those below, and refuses new ones with a sentence', async () => {
  const { admin, db } = test
  const top = await makeDept(admin, 'switched off')
  const below = await makeDept(admin, 'below it', { parentId: top })
  const beside = await makePerson(admin, db, { deptId: await makeDept(admin, 'beside it') })
  const people = [await makePerson(admin, db, { deptId: top }), await makePerson(admin, db, { deptId: below })]
  const keys: string[] = []
  for (const person of people) {
    const expireTime = new Date(Date.now() + 86_400_000).toISOString()
    keys.push((await person.call(issueOwnApiKey, { name: 'k', scopes: ['user:list'], expireTime })).key)
  }
  const byKey = async (key: string) =>
    (await createClient(test.url).answer('GET', '/security/v1/sysUser/page', {}, { 'x-api-key': key })).code
  expect(await Promise.all(keys.map(byKey))).toEqual([0, 0])

  await turn(top, 'DISABLED')
  for (const person of people) {
    expect(await refused(person.call(getInfo))).toBe('session-over')
    const again = await createClient(test.url)
      .signIn(person.username, PASSWORD)
      .catch((error: ApiFailure) => error)
    expect(again).toMatchObject({ key: 'department-disabled', code: 403 })
    expect(String(again)).toContain('所在部门已停用')
    // Only a client that knows the password gets the reason.
    expect(await refused(createClient(test.url).signIn(person.username, 'wrong-passw0rd'))).toBe('wrong-credentials')
  }
  expect(await Promise.all(keys.map(byKey))).toEqual([4, 4])
  expect(await beside.call(getInfo)).toMatchObject({ username: beside.username })
  const lines = (await admin.page(loginLogResource, { username: people[1]!.username })).list
  expect(lines.map(({ result }) => result)).toContain('department-disabled')
  const { standing } = await admin.call(explainUser, { userId: people[1]!.userId })
  expect(standing).toContainEqual({ because: 'department-disabled', holds: false, names: [] })

  await turn(top, 'NORMAL')
  // An ended session stays ended: they sign in again.
  expect(await refused(people[0]!.call(getInfo))).toBe('session-over')
  const back = await createClient(test.url).signIn(people[0]!.username, PASSWORD)
  expect(await back.call(getInfo)).toMatchObject({ username: people[0]!.username })
  expect(await Promise.all(keys.map(byKey))).toEqual([0, 0])
})

it('AD-7 (part) also by moving it below a disabled one, where nobody signs in', async () => {
  const { admin, db } = test
  const off = await makeDept(admin, 'off already', { status: 'DISABLED' })
  const moved = await makeDept(admin, 'moved below')
  const person = await makePerson(admin, db, { deptId: moved })
  await admin.update(departmentResource, moved, { parentId: off })
  expect(await refused(person.call(getInfo))).toBe('session-over')
  const maker = await makePerson(admin, db, { deptId: off, keys: [] }).catch((error: unknown) => error)
  expect(maker).toMatchObject({ key: 'department-disabled' })
  await admin.update(departmentResource, moved, { parentId: '1' })
  expect(await refused(person.call(getInfo))).toBe('session-over')
})

it('AD-7 (part) ends keys that its users made for others', async () => {
  const { admin, db } = test
  const dept = await makeDept(admin, 'of the maker')
  const maker = await makePerson(admin, db, { deptId: dept, dataScope: 'ALL' })
  const user = await makePerson(admin, db, { deptId: await makeDept(admin, 'of the user') })
  const expireTime = new Date(Date.now() + 86_400_000).toISOString()
  const { key } = await maker.call(issueApiKey, { userId: user.userId, name: 'k', scopes: ['user:list'], expireTime })
  const ask = async () =>
    (await createClient(test.url).answer('GET', '/security/v1/sysUser/page', {}, { 'x-api-key': key })).code
  expect(await ask()).toBe(0)
  await turn(dept, 'DISABLED')
  expect(await ask()).toBe(4)
})

it('AD-7 (part) its devices keep reporting, and show that their department is disabled', async () => {
  const { admin } = test
  const top = await makeDept(admin, 'office of devices')
  const below = await makeDept(admin, 'their field', { parentId: top })
  const { id, stationAddress } = await makeDevice(admin, { deptId: below })
  const station = await test.station({ station: stationAddress })
  expect(await admin.get(deviceResource, id)).toMatchObject({ deptOff: false })
  await turn(top, 'DISABLED')
  await station.report(1, { 39: 1.5 })
  await until('the report', async () => (await admin.call(latest, { deviceId: id })).status === 'ONLINE')
  expect(await admin.get(deviceResource, id)).toMatchObject({ deptOff: true, enabled: true })
  expect((await admin.page(deviceResource, { keyword: stationAddress })).list[0]).toMatchObject({ deptOff: true })
  await turn(top, 'NORMAL')
  expect(await admin.get(deviceResource, id)).toMatchObject({ deptOff: false })
})

it('AD-7 (part) nobody switches off their own department or the last administrators', async () => {
  const { admin, db } = test
  expect(await refused(turn('1', 'DISABLED'))).toBe('cannot-touch-self')
  const home = await makeDept(admin, 'home of a boss')
  const inner = await makeDept(admin, 'their own room', { parentId: home })
  const boss = await makePerson(admin, db, { deptId: inner, dataScope: 'ALL' })
  expect(await refused(boss.update(departmentResource, home, { status: 'DISABLED' }))).toBe('cannot-touch-self')
  expect(await refused(boss.update(departmentResource, '1', { status: 'DISABLED' }))).toBe('cannot-touch-self')

  const elsewhere = await makeDept(admin, 'where the administrator went')
  const roles = (await admin.page(roleResource, { keyword: 'ROLE_ADMIN' })).list
  const second = await makePerson(admin, db, { deptId: elsewhere })
  await admin.call(saveAuthRole, { userId: second.userId, roleIds: [roles[0]!.id] })
  const { list } = await admin.page(userResource, { keyword: 'admin' })
  const first = list.find(({ username }) => username === 'admin')!
  await admin.update(userResource, first.id, { deptId: elsewhere })
  expect(await refused(boss.update(departmentResource, elsewhere, { status: 'DISABLED' }))).toBe('last-admin')
  await second.update(userResource, first.id, { deptId: '1' })
  expect(await refused(boss.update(departmentResource, elsewhere, { status: 'DISABLED' }))).toBe('accepted')
})
