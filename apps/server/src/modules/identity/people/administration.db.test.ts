import {
  deleteMenuEntry,
  departmentResource,
  type ResourceNode,
  getRouterList,
  insertMenuEntry,
  resourceTree,
  roleResource,
  saveAuthRole,
  updateMenuEntry,
  usernameTaken,
  userResource,
} from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, ApiFailure } from '../../../../../../testing/src/platform/client.ts'
import { makeDevice } from '../../../../../../testing/src/field/devices.ts'
import { keepGivenPassword } from '../../../../../../testing/src/browser/first-password.ts'
import { makeDept, makePerson, PASSWORD } from '../../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../../testing/src/platform/platform.ts'
import { seal, type SealingKey } from '../../../../../../testing/src/browser/sign-in.ts'
import { ensureAdministrator } from '../identity.module.ts'

let test: TestPlatform
let admin: ApiClient
beforeAll(async () => {
  test = await startTestPlatform()
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

function flat(nodes: readonly ResourceNode[]): ResourceNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
}
const tree = async () => flat(await admin.call(resourceTree, {}))
const named = async (name: string) => (await tree()).find((node) => node.name === name)!
const menuOf = (who: ApiClient) => who.call(getRouterList, {})

let count = 0
const user = (deptId: string, more: Record<string, unknown> = {}) => {
  const username = `clerk${++count}`
  return admin.insert(userResource, {
    username,
    nickName: username,
    deptId,
    password: PASSWORD,
    status: 'NORMAL',
    ...more,
  })
}

describe('AD-6 (part), API-11 (part), API-13 (part) resources', () => {
  it('adds a folder, an external link and a button, which the menu shows at its next load', async () => {
    const { id: folder } = await admin.call(insertMenuEntry, {
      title: '帮助',
      type: '1',
      routePath: '/help',
      sort: 900,
    })
    const link = {
      title: '手册',
      type: '2',
      parentId: folder,
      routePath: 'https://docs.example/a',
      external: true,
    } as const
    await admin.call(insertMenuEntry, link)
    const menu = (await menuOf(admin)).find((route) => route.path === '/help')
    expect(menu).toMatchObject({
      component: 'Layout',
      children: [{ path: 'https://docs.example/a', meta: { title: '手册' } }],
    })
    expect(await refused(admin.call(insertMenuEntry, { ...link, routePath: 'javascript:alert(1)' }))).toEqual({
      routePath: 'format',
    })
  })

  it('API-13, AM-20: takes {id}, a bare JSON text or a bare number; what has children stays; gone is 404 (API-25)', async () => {
    const make = async (parentId: string | null, routePath: string) =>
      (await admin.call(insertMenuEntry, { title: 'x', type: '1', parentId, routePath })).id
    const [a, b, c] = [await make(null, '/a'), await make(null, '/b'), await make(null, '/c')]
    const inside = await make(a, 'inside')
    expect(await refused(admin.call(deleteMenuEntry, { id: a }))).toBe('has-children')
    await admin.call(deleteMenuEntry, { id: inside })
    await admin.call(deleteMenuEntry, { id: a })
    await admin.call(deleteMenuEntry, b)
    await admin.call(deleteMenuEntry, Number(c))
    expect(await refused(admin.call(deleteMenuEntry, { id: a }))).toBe('not-found')
    expect((await tree()).filter(({ id }) => [a, b, c].includes(id))).toEqual([])
  })

  it('AD-6 (part): does not move below itself; a path is taken once among neighbours', async () => {
    const { id: top } = await admin.call(insertMenuEntry, { title: 'top', type: '1', routePath: '/top' })
    const { id: below } = await admin.call(insertMenuEntry, {
      title: 'b',
      type: '1',
      parentId: top,
      routePath: 'below',
    })
    expect(await refused(admin.call(updateMenuEntry, { id: top, parentId: below }))).toBe('parent-is-descendant')
    expect(await refused(admin.call(updateMenuEntry, { id: top, parentId: top }))).toBe('parent-is-descendant')
    expect(await refused(admin.call(insertMenuEntry, { title: 'x', type: '1', routePath: '/top' }))).toEqual({
      routePath: 'taken',
    })
    await admin.call(updateMenuEntry, { id: below, parentId: null })
    expect((await tree()).find(({ id }) => id === below)).toMatchObject({ parentId: null })
  })

  it('a built-in entry is renamed, hidden, sorted and switched off, for good; its key and module stay', async () => {
    const entry = await named('ProductIndex')
    for (const change of [{ component: 'x/y' }, { permission: 'x:y' }, { routePath: 'x' }, { parentId: null }] as const)
      expect([change, await refused(admin.call(updateMenuEntry, { id: entry.id, ...change }))]).toEqual([
        change,
        'built-in',
      ])
    expect(await refused(admin.call(deleteMenuEntry, { id: entry.id }))).toBe('built-in')
    await admin.call(updateMenuEntry, { id: entry.id, title: '型号', sort: 77, hidden: true, icon: 'drop' })
    await ensureAdministrator(test.db, undefined)
    expect(await named('ProductIndex')).toMatchObject({
      title: '型号',
      sort: 77,
      hidden: true,
      icon: 'drop',
      component: 'product/index',
    })
    await admin.call(updateMenuEntry, { id: entry.id, status: 'DISABLED' })
    expect(JSON.stringify(await menuOf(admin))).not.toContain('product/index')
    await admin.call(updateMenuEntry, { id: entry.id, status: 'NORMAL' })
  })

  it('belongs to the platform: a tenant changes nothing, and nobody gets a key through an entry they made', async () => {
    const tenant = await makePerson(admin, test.db, { deptId: await makeDept(admin, 'menu tenant') })
    expect(await refused(tenant.call(insertMenuEntry, { title: 'x', type: '1', routePath: '/x' }))).toBe(
      'not-permitted',
    )
    const keys = ['resource:list', 'resource:add', 'resource:edit', 'resource:del', 'role:list']
    const clerk = await makePerson(admin, test.db, { deptId: '1', keys, dataScope: 'ALL' })
    const parentId = (await named('AdminRole')).id
    const button = { title: 'x', type: '3', parentId } as const
    expect(await refused(clerk.call(insertMenuEntry, { ...button, permission: 'user:del' }))).toBe('grant-above-own')
    const { id } = await clerk.call(insertMenuEntry, { ...button, permission: 'role:list' })
    // The clerk created it but does not hold it: only ROLE_ADMIN holds what is new.
    expect(await refused(clerk.call(updateMenuEntry, { id, title: 'y' }))).toBe('grant-above-own')
    expect(await refused(clerk.call(deleteMenuEntry, { id }))).toBe('grant-above-own')
    expect((await tree()).map((entry) => entry.id)).toContain(id)
  })
})

describe('AD-1 (part) users (domain 1.2)', () => {
  it('FR-6 (part): says whether a name is taken, in any case and across departments', async () => {
    const manager = await makePerson(admin, test.db, { deptId: await makeDept(admin, 'names'), keys: ['user:add'] })
    expect(await manager.call(usernameTaken, { username: 'ADMIN' })).toEqual({ taken: true })
    expect(await manager.call(usernameTaken, { username: 'nobody-has-this' })).toEqual({ taken: false })
  })

  it('API-4 (part): takes a password sealed as at sign-in, once, and checks its strength', async () => {
    const sealed = async (password: string) => {
      const key = (await admin.answer('GET', '/security/v1/sysUser/loginKey')).data as SealingKey
      return `sealed:${key.keyId}:${await seal(key, { password })}`
    }
    const given = await sealed('barley-2-meadow')
    await user('1', { username: 'sealed', password: given })
    await admin.signIn('sealed', 'barley-2-meadow')
    expect(await refused(user('1', { password: given }))).toBe('login-key-expired')
    expect(await refused(user('1', { password: await sealed('letters') }))).toEqual({ password: 'weak-password' })
    expect(await refused(user('1', { password: 'sealed:other:AAAA' }))).toBe('login-key-expired')
  })

  it('is switched off and on again; switched off is out at once', async () => {
    const person = await makePerson(admin, test.db, { deptId: '1', keys: ['user:list'] })
    await admin.update(userResource, person.userId, { status: 'DISABLED' })
    expect(await refused(person.page(userResource))).toBe('session-over')
    expect(await refused(admin.signIn(person.username, PASSWORD))).toBe('account-disabled')
    await admin.update(userResource, person.userId, { status: 'NORMAL' })
    await admin.signIn(person.username, PASSWORD)
  })

  it('AD-1 (part): deletes several at once, all or none, never oneself (domain 1.3)', async () => {
    const [one, two] = [await user('1'), await user('1')]
    expect(await refused(admin.remove(userResource, one, two, '1'))).toBe('cannot-touch-self')
    expect(await refused(admin.remove(userResource, one, '999999'))).toBe('not-found')
    expect((await admin.page(userResource, { keyword: 'clerk', limit: 100 })).list.map(({ id }) => id)).toEqual(
      expect.arrayContaining([one, two]),
    )
    await admin.remove(userResource, one, two)
    expect(await refused(admin.get(userResource, one))).toBe('not-found')
  })

  it('AD-2 (part): the last administrator keeps the role and the account, even against another user with every right', async () => {
    const second = await makePerson(admin, test.db, { deptId: '1', dataScope: 'ALL' })
    expect(await refused(second.update(userResource, '1', { status: 'DISABLED' }))).toBe('grant-above-own')
    await admin.call(saveAuthRole, { userId: second.userId, roleIds: ['1'] })
    await second.update(userResource, '1', { status: 'DISABLED' })
    expect(await refused(second.call(saveAuthRole, { userId: second.userId, roleIds: [] }))).toBe('last-admin')
    expect(await refused(second.remove(userResource, second.userId))).toBe('cannot-touch-self')
    await second.update(userResource, '1', { status: 'NORMAL' })
    await admin.call(saveAuthRole, { userId: second.userId, roleIds: [] })
  })

  it('has another user as leader, never themselves; a leader of users or of a department cannot be deleted', async () => {
    const [chief, worker] = [await user('1'), await user('1')]
    await admin.update(userResource, worker, { leaderId: chief, position: '巡检', hireDate: '2020-03-01' })
    expect(await admin.get(userResource, worker)).toMatchObject({
      leaderId: chief,
      position: '巡检',
      hireDate: '2020-03-01',
    })
    expect(await refused(admin.update(userResource, chief, { leaderId: chief }))).toEqual({ leaderId: 'not-an-option' })
    expect(await refused(admin.remove(userResource, chief))).toBe('in-use')
    const dept = await makeDept(admin, 'led', { leaderId: worker })
    expect(await refused(admin.remove(userResource, worker))).toBe('in-use')
    expect(await admin.get(departmentResource, dept)).toMatchObject({ leaderIdName: 'clerk' + `${count}` })
  })
})

describe('AD-5 (part), AD-7 (part) departments and roles (domain 1.2)', () => {
  it('counts the users and devices of a department, and refuses to delete one that has either', async () => {
    const dept = await makeDept(admin, 'counted')
    const clerk = await user(dept)
    const { id: device } = await makeDevice(admin, { deptId: dept })
    expect(await admin.get(departmentResource, dept)).toMatchObject({ userCount: 1, deviceCount: 1 })
    expect(await refused(admin.remove(departmentResource, dept))).toBe('in-use')
    await admin.remove(userResource, clerk)
    expect(await refused(admin.remove(departmentResource, dept))).toBe('in-use')
    expect(device).toMatch(/^\d+$/)
  })

  it('domain 1.1: the proposed roles stand once as far as their keys exist, and stay deleted', async () => {
    const codes = async () => (await admin.page(roleResource, { limit: 100 })).list.map((row) => row['code'])
    expect(await codes()).toEqual(
      expect.arrayContaining(['ROLE_ADMIN', 'ROLE_DEPT_ADMIN', 'ROLE_OPERATOR', 'ROLE_MAINTAINER', 'ROLE_VIEWER']),
    )
    const role = async (code: string) => (await admin.page(roleResource, { keyword: code })).list[0]!
    await admin.remove(roleResource, (await role('ROLE_MAINTAINER')).id)
    await ensureAdministrator(test.db, undefined)
    expect(await codes()).not.toContain('ROLE_MAINTAINER')
  })

  it('domain 1.3: a department administrator creates users and roles with at most the rights they hold', async () => {
    const dept = await makeDept(admin, 'customer')
    const bossId = await user(dept, { username: 'boss' })
    const { list } = await admin.page(roleResource, { keyword: 'ROLE_DEPT_ADMIN' })
    await admin.call(saveAuthRole, { userId: bossId, roleIds: [list[0]!.id] })
    await keepGivenPassword(test.db, bossId)
    const boss = await admin.signIn('boss', PASSWORD)
    const keys = new Map((await tree()).map((node) => [node.permission, node.id]))
    const role = { code: 'ROLE_NIGHT', name: 'night', dataScope: 'SUBTREE', status: 'NORMAL' }
    await boss.insert(roleResource, { ...role, resourceIds: [keys.get('command:send')] })
    const above = boss.insert(roleResource, { ...role, code: 'ROLE_MORE', resourceIds: [keys.get('systemLog:list')] })
    expect(await refused(above)).toBe('grant-above-own')
    await boss.insert(userResource, {
      username: 'hired',
      nickName: 'h',
      deptId: dept,
      password: PASSWORD,
      status: 'NORMAL',
    })
    expect((await boss.page(userResource)).list.map((row) => row['username'])).toEqual(['boss', 'hired'])
  })

  it('AD-5 (part): half-checked parents are saved with what is checked below them', async () => {
    const nodes = await tree()
    const button = nodes.find(({ permission }) => permission === 'dept:add')!
    const screen = nodes.find(({ id }) => id === button.parentId)!
    const ids = [button.id, screen.id, screen.parentId!]
    const role = { code: 'ROLE_HALF', name: 'half', dataScope: 'SELF', status: 'NORMAL', resourceIds: ids }
    const id = await admin.insert(roleResource, role)
    expect(((await admin.get(roleResource, id))['resourceIds'] as string[]).toSorted()).toEqual(ids.toSorted())
  })
})
