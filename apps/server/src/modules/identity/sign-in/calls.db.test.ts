import { ERRORS, SUCCESS_CODES } from '@sluice/contract'
import { makeDept, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../../../../testing/src/platform/people.ts'

/** Every call of the security service at its path, with its verb, as section 22 words what goes in and what comes out. */
let test: TestPlatform
let deptId: string
beforeAll(async () => {
  test = await startTestPlatform()
  deptId = await makeDept(test.admin, 'calls')
})
afterAll(() => test?.stop())

type Data = Record<string, unknown>
const path = (call: string) => `/security/v1${call}`
async function ask(method: 'GET' | 'POST', call: string, input: Data = {}): Promise<unknown> {
  const { code, data } = await test.admin.answer(method, call.startsWith('/device') ? call : path(call), input)
  expect([call, code, data]).toEqual([call, 0, data])
  return data
}
const get = (call: string, query?: Data) => ask('GET', call, query)
const post = (call: string, body?: Data) => ask('POST', call, body)

let made = 0
const someone = async () => {
  const username = `call${++made}`
  const given = { username, nickName: username, password: PASSWORD, deptId, sex: 'MALE', phone: '13800000000' }
  const { id } = (await post('/sysUser/insert', { ...given, email: 'a@b.cn', status: 'NORMAL', remark: 'r' })) as Data
  return { id: String(id), username }
}
const refusal = async (call: string, input: Data) => {
  const { status, code } = await test.admin.answer('POST', path(call), input)
  return [status, code]
}

describe('the session', () => {
  it('API-1 (1 of 2), API-3 sign-in gives token and cookie, sign-out takes them', async () => {
    const { username } = await someone()
    const person = await test.signIn(username, PASSWORD)
    expect(person.visitor.token).toMatch(/^[\w-]{40,}$/)
    expect(person.visitor.cookie).toMatch(/^[\w-]{40,}$/)
    expect((await person.answer('POST', path('/sysUser/logout'))).data).toBe(true)
    expect((await person.answer('GET', path('/sysUser/getInfo'))).code).toBe(4)
  })

  it('getInfo tells the units that a person chose, and nothing that is no unit', async () => {
    const keep = (value: unknown) => post('/preference/save', { key: 'units', value })
    const told = async () => ((await get('/sysUser/getInfo')) as Data)['units']
    expect(await told()).toEqual({})
    await keep({ pressure: 'bar', flow: 'furlong', other: 'x' })
    expect(await told()).toEqual({ pressure: 'bar' })
    await keep(null)
    expect(await told()).toEqual({})
  })

  it('API-2 getInfo returns the user, what they hold, and the token again', async () => {
    const info = (await get('/sysUser/getInfo')) as Data
    const text = expect.any(String) as string
    expect(info).toMatchObject({
      id: '1',
      username: 'admin',
      nickName: text,
      deptId: '1',
      token: test.admin.visitor.token,
    })
    expect(info).toMatchObject({ avatarPath: null, logo: null, webName: null, mustChangePwd: false })
    expect(info['resources']).toContain('user:list')
    expect(info['roles']).toEqual(['ROLE_ADMIN'])
  })

  it('API-12, MR-16 getRouterList is a tree of entries with these fields, and has none for a button', async () => {
    const entry = {
      path: expect.any(String) as string,
      name: expect.any(String) as string,
      component: expect.stringMatching(/^(Layout|ParentView|[a-z]+(\/[A-Za-z-]+){1,2})$/) as string,
      hidden: expect.any(Boolean) as boolean,
      alwaysShow: expect.any(Boolean) as boolean,
      meta: expect.objectContaining({ title: expect.any(String) as string }) as object,
    }
    const tree = (await get('/resources/getRouterList')) as Data[]
    const all = tree.flatMap((one) => [one, ...((one['children'] ?? []) as Data[])])
    expect(all.length).toBeGreaterThan(10)
    for (const one of all) expect(one).toMatchObject(entry)
    const flat = (nodes: Data[]): Data[] => nodes.flatMap((one) => [one, ...flat((one['children'] ?? []) as Data[])])
    const entries = flat((await get('/resources/treeList')) as Data[])
    const buttons = entries.filter((one) => one['type'] === '3')
    expect(buttons.length).toBeGreaterThan(20)
    const names = new Set(flat(tree).map((one) => one['name']))
    expect(buttons.filter((one) => names.has(one['name']))).toEqual([])
    const { resources } = (await get('/sysUser/getInfo')) as { resources: string[] }
    expect(resources).toEqual(expect.arrayContaining(buttons.map((one) => one['permission'])))
  })
})

describe('users', () => {
  it('API-4 (1 of 2), API-5, API-6 are made, changed at the version that was read, and deleted; API-25 gone is 404', async () => {
    const { id } = await someone()
    const read = (await get('/sysUser/get', { id })) as { version: number }
    expect(await post('/sysUser/update', { id, version: read.version, nickName: '改' })).toBe(true)
    expect(await get('/sysUser/get', { id })).toMatchObject({
      nickName: '改',
      email: 'a@b.cn',
      version: read.version + 1,
    })
    expect(await refusal('/sysUser/update', { id, version: read.version, nickName: '迟' })).toEqual([409, 409])
    expect(await refusal('/sysUser/update', { id, version: 1, password: PASSWORD })).toEqual([400, 400])
    expect(await post('/sysUser/del', { id })).toBe(true)
    expect(await refusal('/sysUser/del', { id })).toEqual([404, 404])
  })

  it('API-4 (2 of 2), API-5 (part) the state of a user is taken as userStatus and as status, and both must say the same', async () => {
    const username = `call${++made}`
    const person = { username, nickName: username, password: PASSWORD, deptId, sex: 'MALE' }
    const { id } = (await post('/sysUser/insert', { ...person, userStatus: 'DISABLED' })) as Data
    const read = async () => (await get('/sysUser/get', { id })) as { status: string; version: number }
    const change = async (values: Data) => post('/sysUser/update', { id, version: (await read()).version, ...values })
    expect(await read()).toMatchObject({ status: 'DISABLED' })
    expect(await change({ userStatus: 'NORMAL' })).toBe(true)
    expect(await read()).toMatchObject({ status: 'NORMAL' })
    expect(await change({ userStatus: 'DISABLED', status: 'DISABLED' })).toBe(true)
    expect(await change({ nickName: '改' })).toBe(true)
    const { version } = await read()
    for (const [call, body] of [
      ['/sysUser/insert', { ...person, username: `call${++made}` }],
      ['/sysUser/update', { id, version }],
    ] as const)
      for (const [given, field] of [
        [{ status: 'NORMAL', userStatus: 'DISABLED' }, 'userStatus'],
        [{ userStatus: 'ASLEEP' }, 'userStatus'],
        [{ status: 'ASLEEP' }, 'status'],
      ] as const) {
        const { code, data } = await test.admin.answer('POST', path(call), { ...body, ...given })
        expect([call, code, data]).toEqual([call, 400, { error: 'validation', fields: { [field]: 'not-an-option' } }])
      }
    const none = await test.admin.answer('POST', path('/sysUser/insert'), { ...person, username: `call${++made}` })
    expect(none.data).toMatchObject({ fields: { status: 'required' } })
    expect(await read()).toMatchObject({ status: 'DISABLED', version })
  })

  it('API-4 (part), API-5 (part) the description of the API names userStatus', async () => {
    const document = (await (await fetch(new URL('/openapi.json', test.url))).json()) as {
      paths: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Data } } } } }>
    }
    for (const verb of ['insert', 'update']) {
      const { schema } = document.paths[path(`/sysUser/${verb}`)]!.post.requestBody.content['application/json']
      const fields = schema['properties'] as Record<string, Data>
      expect(fields['userStatus']).toMatchObject({
        enum: fields['status']!['enum'],
        description: 'Another name of `status`.',
      })
      expect(schema['additionalProperties']).toBe(false)
      const either = [{ anyOf: [{ required: ['status'] }, { required: ['userStatus'] }] }]
      expect(schema['allOf']).toEqual(verb === 'insert' ? either : undefined)
    }
  })

  it('FR-5 (3 of 3) the server repeats every rule of a field', async () => {
    const username = `call${++made}`
    const good = { username, nickName: 'n', password: PASSWORD, deptId, sex: 'MALE', status: 'NORMAL' }
    const bad: Record<string, unknown[]> = {
      username: ['', 'x', 'x'.repeat(33), 'a b', '名字'],
      password: ['', 'short1', 'letters-only', '12345678', `a1${'x'.repeat(63)}`],
      nickName: ['', ' ', 'x'.repeat(31)],
      phone: ['12345', '12800000000', '138000000001'],
      email: ['li@water', 'nobody'],
      remark: ['字'.repeat(301)],
    }
    for (const [field, values] of Object.entries(bad))
      for (const value of values) {
        const { code, data } = await test.admin.answer('POST', path('/sysUser/insert'), { ...good, [field]: value })
        expect([field, value, code, data]).toEqual([
          field,
          value,
          400,
          { error: 'validation', fields: { [field]: expect.any(String) } },
        ])
      }
    expect((await test.admin.answer('POST', path('/sysUser/insert'), good)).code).toBe(0)
  })
  it('API-7 a reset password is answered once and signs in', async () => {
    const { id, username } = await someone()
    const { oneTimePassword } = (await post('/sysUser/resetPwd', { id })) as { oneTimePassword: string }
    const person = await test.signIn(username, oneTimePassword)
    expect((await person.answer('GET', path('/sysUser/getInfo'))).data).toMatchObject({ mustChangePwd: true })
  })

  it('API-8, API-9 roles are fetched by userId and saved as a whole', async () => {
    const { id } = await someone()
    const roles = async () => (await get('/sysUser/getAuthRoleListByUserId', { userId: id })) as Data[]
    const granted = async () => (await roles()).filter((role) => role['granted']).map((role) => role['roleKey'])
    const keys = ['id', 'roleName', 'roleKey', 'roleStatus']
    for (const role of await roles()) expect(Object.keys(role)).toEqual(expect.arrayContaining(keys))
    const idOf = async (key: string) => (await roles()).find((role) => role['roleKey'] === key)!['id']
    const [viewer, operator] = [await idOf('ROLE_VIEWER'), await idOf('ROLE_OPERATOR')]
    expect(await post('/sysUser/saveAuthRole', { userId: id, roleIds: [viewer] })).toBe(true)
    expect(await post('/sysUser/saveAuthRole', { userId: id, roleIds: [operator] })).toBe(true)
    expect(await granted()).toEqual(['ROLE_OPERATOR'])
  })
})

describe('resources', () => {
  it('API-11, API-14 what was inserted stands in the tree below its parent, in the words it was inserted with', async () => {
    const entry = { sort: 5, hidden: false, cache: true, external: false, status: 'NORMAL' }
    const folder = (await post('/resources/insert', { ...entry, title: '甲', type: '1', routePath: '/call' })) as Data
    const screen = { ...entry, parentId: folder['id'], title: '乙', type: '2', routePath: 'b', component: 'a/b' }
    const { id } = (await post('/resources/insert', { ...screen, permission: 'call:list', icon: 'map' })) as Data
    expect(await post('/resources/update', { id, title: '丙' })).toBe(true)
    const tree = (await get('/resources/treeList')) as Data[]
    const common = { icon: null, permission: null, affix: false, builtin: false, name: expect.stringMatching(/^own-/) }
    const { children, ...found } = tree.find((one) => one['id'] === folder['id'])!
    const top = { ...entry, id: folder['id'], parentId: null, title: '甲', type: '1', routePath: '/call' }
    expect(found).toEqual({ ...common, ...top, component: 'Layout' })
    expect(children).toEqual([{ ...common, ...screen, id, title: '丙', permission: 'call:list', icon: 'map' }])
  })

  it('API-11, API-14 what the tree answers is what update takes', async () => {
    const entries = async () => {
      const flat = (nodes: Data[]): Data[] => nodes.flatMap((one) => [one, ...flat((one['children'] ?? []) as Data[])])
      return flat((await get('/resources/treeList')) as Data[])
    }
    const before = await entries()
    expect(new Set(before.map((one) => one['type']))).toEqual(new Set(['1', '2', '3']))
    for (const type of ['1', '2', '3']) {
      const {
        children: _,
        name: _name,
        affix: _affix,
        builtin: _builtin,
        ...own
      } = before.find((one) => one['type'] === type && one['builtin'])!
      expect(await post('/resources/update', own)).toBe(true)
    }
    expect(await entries()).toEqual(before)
  })

  it('API-15 listByRole answers the ids that a role holds', async () => {
    const tree = (await get('/resources/treeList')) as Data[]
    const ids = (await get('/resources/listByRole', { roleId: '1' })) as string[]
    expect(ids).toEqual(expect.arrayContaining(tree.filter((one) => one['builtin']).map((one) => one['id'])))
    for (const id of ids) expect(id).toMatch(/^\d+$/)
  })
})

it('API-20 faultCount is a number', async () => {
  expect(await get('/device/v1/device/faultCount')).toBe(0)
})

it('API-23 (1 of 3) what administration needs beside: pages, departments, roles, dictionaries, the key of the sign-in', async () => {
  for (const list of ['/sysUser', '/role', '/dept', '/dictType', '/dictEntry']) {
    const page = (await get(`${list}/page`, { page: 1, limit: 10 })) as { list: unknown[]; total: number }
    expect(page).toMatchObject({ page: 1, total: expect.any(Number) as number })
    expect(page.list.length).toBeGreaterThan(0)
  }
  for (const list of ['/role', '/dept', '/dictType', '/dictEntry'])
    for (const verb of ['insert', 'update', 'del']) expect(await refusal(`${list}/${verb}`, {})).toEqual([400, 400])
  expect(await refusal('/sysUser/avatar', { picture: 'AAAA' })).toEqual([400, 400])
  expect(await get('/sysUser/loginKey')).toMatchObject({ keyId: expect.any(String) as string })
})

it('API-24 an error is an envelope with a code of its own, never one that means success or the end of a session', async () => {
  const { id } = await someone()
  const errors = [
    await test.admin.answer('POST', path('/sysUser/insert'), { username: 'x' }),
    await test.admin.answer('GET', path('/sysUser/get'), { id: '999999' }),
    await test.admin.answer('POST', path('/sysUser/update'), { id, version: 77, nickName: 'x' }),
    await (await test.signIn((await someone()).username, PASSWORD)).answer('GET', path('/sysUser/page')),
  ]
  expect(errors.map(({ code }) => code)).toEqual([400, 404, 409, 403])
  expect(errors[0]!.data).toMatchObject({ fields: { username: 'too-short', nickName: 'required' } })
  for (const { message } of errors) expect(message).not.toBe('')
  // That a device did not confirm in time is no error of the call: ER-3, ER-4.
  const { 'session-over': over, 'not-confirmed': late, ...others } = ERRORS
  expect([over.code, late.code]).toEqual([4, 10500])
  const taken = [...SUCCESS_CODES, 4, 3000]
  expect(Object.entries(others).filter(([, { code }]) => taken.includes(code))).toEqual([])
})

it('TM-5 (3 of 3) times are ISO 8601 with their offset', async () => {
  const { list } = (await get('/log/login/page')) as { list: Data[] }
  expect(list.length).toBeGreaterThan(0)
  for (const { ts } of list) expect(ts).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
})
it('BS-1 (part) each service answers below its own path, and a path that is none says so in an envelope', async () => {
  const services = new Set(test.platform.api.mounted.map((call) => call.path.split('/')[1]))
  for (const service of ['security', 'device', 'valve', 'cloud', 'netty']) expect(services).toContain(service)
  for (const service of [...services, 'flow', 'hydrant'])
    expect(await test.admin.answer('GET', `/${service}/v1/no-such-call`)).toMatchObject({ status: 404, code: 404 })
})
