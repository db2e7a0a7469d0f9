import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headersOf, tryLogin } from '../../../../../testing/src/browser/sign-in.ts'
import { createStaff, type Data, PASSWORD, type Staff } from '../../../../../testing/src/platform/staff.ts'
import { readAncestors } from './people/department.store.ts'

let staff: Staff
let database: Staff['database']
let test: Staff['test']
let post: Staff['post']
let get: Staff['get']
let made: Staff['made']
let row: Staff['row']
let resourceIdsOf: Staff['resourceIdsOf']
let person: Staff['person']
let dept: Staff['dept']
const base = '/security/v1'
beforeAll(async () => {
  staff = await createStaff()
  ;({ database, test, post, get, made, row, resourceIdsOf, person, dept } = staff)
})
afterAll(() => staff?.close())

describe('users and roles (domain 1.3)', () => {
  it('users cannot delete or disable themselves', async () => {
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

  it('nobody grants, takes away or changes more than they hold', async () => {
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
    // A user with more rights in the same department cannot be changed.
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

  it('MR-18 takes rights away at once', async () => {
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

  it('AD-5 (part) unites the data scopes of several roles', async () => {
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
    const wayOf = async (id: string) =>
      (await database.db.query('select ancestors from dept where id = $1', [id])).rows[0]!['ancestors']
    expect(await wayOf(d)).toEqual(['1', b, c])
    const { version } = await row('/dept', b)
    expect(await post(test.admin, '/dept/update', { id: b, version, name: 'b, renamed' })).toMatchObject({ code: 0 })
    expect([await wayOf(c), await wayOf(d)]).toEqual([
      ['1', b],
      ['1', b, c],
    ])
  })

  it('are neither made nor moved below a deleted one', async () => {
    const [gone, stays] = [await dept('gone'), await dept('stays')]
    expect(await post(test.admin, '/dept/del', { id: gone })).toMatchObject({ code: 0 })
    const below = { name: 'below', kind: 'CUSTOMER', status: 'NORMAL', parentId: gone }
    const refused = { code: 400, data: { fields: { parentId: 'not-found' } } }
    expect(await post(test.admin, '/dept/insert', below)).toMatchObject(refused)
    const { version } = await row('/dept', stays)
    expect(await post(test.admin, '/dept/update', { id: stays, version, parentId: gone })).toMatchObject(refused)
    // Nor below one that was deleted between the check and the lock on the tree.
    expect(await database.db.transaction((tx) => readAncestors(tx, gone))).toBeUndefined()
  })

  it('AD-7 (part) stay while they have children or users, and users cannot delete their own', async () => {
    const a = await dept('full')
    const b = await dept('child', a)
    expect(await post(test.admin, '/dept/del', { id: a })).toMatchObject({ code: 409, data: { error: 'has-children' } })
    const user = await person({ deptId: b })
    expect(await post(test.admin, '/dept/del', { id: b })).toMatchObject({ code: 409, data: { error: 'in-use' } })
    expect(await post(test.admin, '/sysUser/del', { id: user.id })).toMatchObject({ code: 0 })
    expect(await post(test.admin, '/role/del', { id: user.roleId })).toMatchObject({ code: 0 })
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
