import { areaResource, deviceGroupResource, deviceResource, deviceTagResource, productResource } from '@sluice/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApi, type TestApi } from '../../../../../testing/src/platform/api.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../testing/src/platform/database.ts'
import { keepGivenPassword } from '../../../../../testing/src/browser/first-password.ts'
import { signIn, type Visitor } from '../../../../../testing/src/browser/sign-in.ts'
import { recordStatements, type StatementRecorder } from '../../../../../testing/src/invariants/statement-recorder.ts'
import { exclusivelyIn } from '../jobs/jobs.ts'
import { mountResource } from './mount-resource.ts'
import type { ResourceChange } from './resource-change.ts'
import { scopedDeviceId } from './scoped.ts'
import { makeScope, type Session } from '../http/session.ts'

let database: TestDatabase
let test: TestApi
let recorder: StatementRecorder
let changes: ResourceChange[]
let here: string
let there: string
const products: string[] = []

type Data = Record<string, unknown>
interface Page {
  list: (Data & { id: string; version: number })[]
  total: number
  page: number
  limit: number
}

const ofProduct = (column: string) => `select p.${column} from product p where p.id = t.product_id`
const DEVICE = '/device/v1/device'

beforeAll(async () => {
  database = await createTestDatabase()
  changes = []
  test = await createTestApi(database.db, (api) => {
    mountResource(api, productResource, {
      computed: {
        deviceCount: 'select count(*) from device d where d.product_id = t.id and not d.deleted and {scope:device d}',
        traits: `'[]'::jsonb`,
        hasDraft: 't.draft is not null',
      },
    })
    mountResource(api, areaResource, { computed: { deviceCount: '0' } })
    mountResource(api, deviceTagResource, { computed: { deviceCount: '0' } })
    mountResource(api, deviceGroupResource, { computed: { memberCount: '0' } })
    mountResource(api, deviceResource, {
      computed: {
        status: `'INACTIVE'`,
        lastSeenTime: 'select s.last_seen_time from device_shadow s where s.device_id = t.id',
        deviceTypeCode: ofProduct('device_type_code'),
        nodeKind: ofProduct('node_kind'),
        protocol: ofProduct('protocol'),
        commands: ofProduct('commands'),
        passwordFree: 'false',
        deptOff: 'false',
        faulty: 'false',
        traits: `'[]'::jsonb`,
        tags: `'[]'::jsonb`,
        groupIds: `'{}'::bigint[]`,
        activeTime: 'null::timestamptz',
      },
      afterCommit: (change) => void changes.push(change),
    })
  })
  for (const name of ['B valve', 'A meter']) {
    const { rows } = await database.db.query<{ id: string }>(
      `insert into product (product_no, name, device_type_code, node_kind, protocol)
       values ($1, $1, 'VALVE', 'DIRECT', 'SL651') returning id`,
      [name],
    )
    products.push(rows[0]!.id)
  }
  here = await insert('/security/v1/dept', { name: 'here', kind: 'CUSTOMER', status: 'NORMAL' })
  there = await insert('/security/v1/dept', { name: 'there', kind: 'CUSTOMER', status: 'NORMAL' })
  recorder = recordStatements()
})
afterAll(async () => {
  recorder?.stop()
  await test?.close()
  await database?.drop()
})

async function insert(base: string, input: Data, who: Visitor = test.admin): Promise<string> {
  const { code, data } = await test.call(who, 'POST', `${base}/insert`, input)
  if (code !== 0) throw new Error(JSON.stringify(data))
  return (data as { id: string }).id
}

const post = (path: string, input: Data, who: Visitor = test.admin) => test.call(who, 'POST', path, input)
const device = (deviceNo: string, more: Data = {}) => ({
  deviceNo,
  name: `device ${deviceNo}`,
  productId: products[0]!,
  deptId: here,
  ...more,
})

async function page(query: Data = {}, who: Visitor = test.admin): Promise<Page> {
  return (await test.call(who, 'GET', `${DEVICE}/page`, query)).data as Page
}

async function numbers(query: Data = {}, who: Visitor = test.admin): Promise<unknown[]> {
  return (await page(query, who)).list.map(({ deviceNo }) => deviceNo)
}

let people = 0
async function person(dataScope: string, deptId: string): Promise<Visitor> {
  people += 1
  const { rows } = await database.db.query<{ id: string }>('select id from resource')
  const role = {
    code: `ROLE_P${people}`,
    name: 'p',
    dataScope,
    status: 'NORMAL',
    resourceIds: rows.map(({ id }) => id),
  }
  const roleId = await insert('/security/v1/role', role)
  const username = `person${people}`
  const user = { username, nickName: 'p', deptId, password: 'kestrel-7-orbit', status: 'NORMAL' }
  const userId = await insert('/security/v1/sysUser', user)
  await post('/security/v1/sysUser/saveAuthRole', { userId, roleIds: [roleId] })
  await keepGivenPassword(database.db, userId)
  return signIn(test.api.http.app, username, 'kestrel-7-orbit')
}

describe('a mounted resource', () => {
  it('pages completely and stably, in either order, with names beside references', async () => {
    for (let at = 0; at < 25; at++) {
      await insert(
        DEVICE,
        device(`P${String(at).padStart(2, '0')}`, { productId: products[at % 2]!, lng: 1.5, lat: 2 }),
      )
    }
    const one = await page({ limit: 10 })
    expect(one).toMatchObject({ total: 25, page: 1, limit: 10 })
    expect(one.list[0]).toMatchObject({
      deviceNo: 'P00',
      version: 0,
      productIdName: 'B valve',
      deptIdName: 'here',
      masterIdName: null,
      deviceTypeCode: 'VALVE',
      lng: 1.5,
      enabled: true,
    })
    const all = [
      ...one.list,
      ...(await page({ limit: 10, page: 2 })).list,
      ...(await page({ limit: 10, page: 3 })).list,
    ]
    expect(new Set(all.map(({ id }) => id)).size).toBe(25)
    expect((await numbers({ sort: 'deviceNo', order: 'desc', limit: 10 }))[0]).toBe('P24')
    const byProduct = (await page({ sort: 'productId', limit: 30 })).list.map(({ productIdName }) => productIdName)
    expect(byProduct.indexOf('B valve')).toBeGreaterThan(byProduct.lastIndexOf('A meter'))
    expect(await page({ page: 99 })).toMatchObject({ list: [], total: 25 })
  })

  it('takes what is typed into the search box literally', async () => {
    await insert(DEVICE, device('K-1', { name: '100%_full' }))
    expect(await numbers({ keyword: '100%_' })).toEqual(['K-1'])
    expect(await numbers({ keyword: '%' })).toEqual(['K-1'])
    expect(await numbers({ keyword: `' or 1=1 --` })).toEqual([])
    expect(await numbers({ keyword: 'k-1' })).toEqual(['K-1'])
  })

  it('filters by value, and by a tree with everything below', async () => {
    const below = await insert('/security/v1/dept', { name: 'b', kind: 'CUSTOMER', status: 'NORMAL', parentId: there })
    await insert(DEVICE, device('F-1', { deptId: below }))
    expect(await numbers({ deptId: there })).toEqual(['F-1'])
    expect(await numbers({ deptId: 'nonsense' })).toEqual([])
    expect(await page({ productId: products[1]!, deviceTypeCode: 'VALVE' })).toMatchObject({ total: 12 })
    expect(await page({ deviceTypeCode: 'LAMP' })).toMatchObject({ total: 0 })
  })

  it('filters by several values in one parameter, and by one as ever', async () => {
    const other = await insert('/security/v1/dept', { name: 'o', kind: 'CUSTOMER', status: 'NORMAL' })
    await insert(DEVICE, device('G-1', { deptId: other, productId: products[1]! }))
    expect(await numbers({ deptId: `${there},${other}`, sort: 'deviceNo' })).toEqual(['F-1', 'G-1'])
    expect(await numbers({ deptId: `${other},nonsense` })).toEqual(['G-1'])
    expect(await page({ productId: products.join(',') })).toMatchObject({ total: (await page()).total })
    expect(await numbers({ deptId: other, status: 'ONLINE,INACTIVE' })).toEqual(['G-1'])
    expect(await numbers({ deptId: other, status: 'ONLINE,OFFLINE' })).toEqual([])
    const wrong = await test.call(test.admin, 'GET', `${DEVICE}/page`, { status: 'ONLINE,LOST' })
    expect(wrong).toMatchObject({ code: 400, data: { fields: { status: 'not-an-option' } } })
  })

  it('says which field is taken, which reference is not there', async () => {
    expect(await post(`${DEVICE}/insert`, device('P00'))).toMatchObject({
      code: 409,
      data: { error: 'already-exists', fields: { deviceNo: 'taken' } },
    })
    expect(await post(`${DEVICE}/insert`, device('N-1', { productId: '999' }))).toMatchObject({
      code: 400,
      data: { fields: { productId: 'not-found' } },
    })
    expect(await post(`${DEVICE}/insert`, device('N-1', { productId: 'x; drop table device' }))).toMatchObject({
      code: 400,
    })
    // Half a position breaks a rule of the table.
    expect(await post(`${DEVICE}/insert`, device('N-1', { lng: 1 }))).toMatchObject({ data: { error: 'validation' } })
  })

  it('an emptied field goes back to the default of its column', async () => {
    const id = await insert(DEVICE, device('E-1', { enabled: false, remark: 'x' }))
    expect(await post(`${DEVICE}/update`, { id, version: 0, enabled: null, remark: '' })).toMatchObject({ code: 0 })
    const { data } = await test.call(test.admin, 'GET', `${DEVICE}/get`, { id })
    expect(data).toMatchObject({ enabled: true, remark: null, version: 1 })
  })

  it('a number is free again after its row was deleted, a referenced row stays', async () => {
    const master = await insert(DEVICE, device('M-1'))
    const slave = await insert(DEVICE, device('M-2', { masterId: master, channel: 1 }))
    expect(await post(`${DEVICE}/del`, { id: master })).toMatchObject({ code: 409, data: { error: 'in-use' } })
    const { data } = await post(`${DEVICE}/del`, { id: master })
    expect(data).toMatchObject({
      dependents: [
        { resource: 'device', field: 'masterId', count: 1, more: false, hidden: false, names: ['device M-2'] },
      ],
    })
    expect(await post('/security/v1/dept/del', { id: here })).toMatchObject({ code: 409, data: { error: 'in-use' } })
    expect(await post(`${DEVICE}/del`, { ids: [master, slave] })).toMatchObject({ code: 0, data: true })
    expect(await post(`${DEVICE}/del`, { id: master })).toMatchObject({ code: 404 })
    expect(changes.slice(-2).map(({ verb, id }) => [verb, id])).toEqual([
      ['del', master],
      ['del', slave],
    ])
    await insert(DEVICE, device('M-1'))
  })

  it('of two users who save at once one gets an error', async () => {
    const id = await insert(DEVICE, device('V-1'))
    const saves = await Promise.all(
      ['a', 'b', 'c', 'd'].map((name) => post(`${DEVICE}/update`, { id, version: 0, name })),
    )
    expect(saves.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(saves.filter(({ code }) => code === 409)).toHaveLength(3)
  })
})

describe('data scope', () => {
  it('hides other departments in lists, single rows, counts, references and writes', async () => {
    const foreign = await insert(DEVICE, device('S-1', { deptId: there }))
    const resident = await person('SUBTREE', here)
    expect(await numbers({ keyword: 'S-1' }, resident)).toEqual([])
    expect(await test.call(resident, 'GET', `${DEVICE}/get`, { id: foreign })).toMatchObject({ code: 404 })
    expect(await post(`${DEVICE}/update`, { id: foreign, version: 0, name: 'x' }, resident)).toMatchObject({
      code: 404,
    })
    expect(await post(`${DEVICE}/del`, { id: foreign }, resident)).toMatchObject({ code: 404 })
    expect(await post(`${DEVICE}/insert`, device('S-2', { deptId: there }), resident)).toMatchObject({ code: 400 })
    const behind = device('S-3', { masterId: foreign, channel: 1 })
    expect(await post(`${DEVICE}/insert`, behind, resident)).toMatchObject({
      data: { fields: { masterId: 'not-found' } },
    })
    const counts = async (who: Visitor) => {
      const { data } = await test.call(who, 'GET', '/cloud/v1/product/page', { keyword: 'B valve' })
      return Number((data as Page).list[0]!['deviceCount'])
    }
    expect(await counts(resident)).toBeLessThan(await counts(test.admin))
  })

  it('a row out of sight keeps what it refers to, and is not named', async () => {
    const master = await insert(DEVICE, device('H-1'))
    await insert(DEVICE, device('H-2', { deptId: there, masterId: master, channel: 1 }))
    const resident = await person('SUBTREE', here)
    expect(await post(`${DEVICE}/del`, { id: master }, resident)).toMatchObject({
      code: 409,
      data: { error: 'in-use', dependents: [{ resource: 'device', count: 0, hidden: true, names: [] }] },
    })
  })

  it('SELF sees what it made and may make it in its own department only', async () => {
    const loner = await person('SELF', here)
    expect(await numbers({}, loner)).toEqual([])
    const id = await insert(DEVICE, device('O-1'), loner)
    expect(await numbers({}, loner)).toEqual(['O-1'])
    expect(await post(`${DEVICE}/insert`, device('O-2', { deptId: there }), loner)).toMatchObject({ code: 400 })
    expect(await post(`${DEVICE}/del`, { id }, loner)).toMatchObject({ code: 0 })
  })

  it('gives out device ids only to those who see the device', async () => {
    const id = await insert(DEVICE, device('D-1', { deptId: there }))
    const session = (deptIds: string[]) =>
      ({
        scope: makeScope({ all: false, deptIds, own: false, userId: '1', homeDeptId: here }),
      }) as unknown as Session
    expect(await scopedDeviceId(database.db, session([there]), id)).toBe(id)
    await expect(scopedDeviceId(database.db, session([here]), id)).rejects.toThrow('not-found')
    await expect(scopedDeviceId(database.db, session([there]), 'x')).rejects.toThrow('not-found')
  })

  it('is in every statement of these tests', () => {
    expect(recorder.violations()).toEqual([])
  })
})

it('two processes never run the same job at once', async () => {
  const exclusively = exclusivelyIn(database.db)
  let inner = true
  const outer = await exclusively('nightly', async () => {
    inner = await exclusively('nightly', async () => {})
  })
  expect([outer, inner]).toEqual([true, false])
  expect(await exclusively('nightly', async () => {})).toBe(true)
})
