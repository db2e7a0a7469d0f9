import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationLogResource, type Resource, type TimelineLine } from '@sluice/contract'
import { recordOperation } from '@sluice/server/src/platform/audit/audit.store.ts'
import { mountResource } from '@sluice/server/src/platform/resource/mount-resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../platform/client.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { makeDept, makePerson } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { addToLists } from './lists.ts'
import { workOrderResource } from './work-order.resource.ts'
import { workPartResource } from './work-part.resource.ts'

const source = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

let database: TestDatabase
let platform: TestPlatform
let deptId: string

beforeAll(async () => {
  addToLists()
  addToLists(workPartResource)
  database = await createTestDatabase()
  await database.db.query(source('work-order.sql'))
  await database.db.query(source('work-part.sql'))
  platform = await startTestPlatform({ database })
  deptId = await makeDept(platform.admin, 'works')
})
afterAll(async () => {
  await platform?.stop()
  await database?.drop()
})

type Lines = { list: TimelineLine[]; total: number; page: number; limit: number }

let orders = 0
const order = (values: object = {}) =>
  platform.admin.insert(workOrderResource, { orderNo: `T-${(orders += 1)}`, deptId, ...values })
const ask = (who: ApiClient, id: string, query: object = {}) =>
  who.answer('GET', '/device/v1/workOrder/timeline', { id, ...query })
async function timeline(id: string, query: object = {}, who: ApiClient = platform.admin): Promise<Lines> {
  const { code, data } = await ask(who, id, query)
  expect(code).toBe(0)
  return data as Lines
}
const told = ({ list }: Lines) => list.map(({ action, before, after }) => [action.split('.')[1], before, after])

test('the time line lists what happened to the row, newest first, with the changes', async () => {
  const { admin } = platform
  const id = await order({ cost: 100 })
  await admin.update(workOrderResource, id, { cost: 250 })
  const { version } = await admin.get(workOrderResource, id)
  await admin.answer('POST', '/device/v1/workOrder/start', { id, version })
  await admin.remove(workOrderResource, id)
  await admin.answer('POST', '/device/v1/workOrder/restore', { id })
  const lines = await timeline(id)
  expect(lines).toMatchObject({ total: 5, page: 1, limit: 20 })
  expect(told(lines)).toMatchObject([
    ['restore', null, { cost: 250, status: 'OPEN' }],
    ['del', { cost: 250, status: 'OPEN' }, null],
    ['start', { status: 'DRAFT' }, { status: 'OPEN' }],
    ['update', { cost: 100 }, { cost: 250 }],
    ['insert', null, { cost: 100, deptId, deptIdName: 'works' }],
  ])
  expect(told(lines)[3]).toEqual(['update', { cost: 100 }, { cost: 250 }])
  expect(new Set(lines.list.map(({ username }) => username))).toEqual(new Set(['admin']))
  expect(Object.keys(lines.list[0]!).toSorted()).toEqual(
    ['action', 'after', 'apiKeyName', 'before', 'id', 'ts', 'username'].toSorted(),
  )
})

test('the time line comes in pages, which neither repeat nor skip a line', async () => {
  const id = await order()
  for (let cost = 1; cost <= 6; cost += 1) await platform.admin.update(workOrderResource, id, { cost })
  const pages = await Promise.all([1, 2, 3, 4].map((page) => timeline(id, { page, limit: 3 })))
  expect(pages.map(({ total, list }) => [total, list.length])).toEqual([
    [7, 3],
    [7, 3],
    [7, 1],
    [7, 0],
  ])
  const costs = pages.flatMap(({ list }) => list.map(({ after }) => after?.['cost'] ?? null))
  expect(costs).toEqual([6, 5, 4, 3, 2, 1, null])
})

test('an entry about several rows shows each row only its own part', async () => {
  const { admin } = platform
  const [one, two] = [await order({ cost: 1 }), await order({ cost: 2 })]
  await admin.remove(workOrderResource, one, two)
  await admin.answer('POST', '/device/v1/workOrder/restore', { ids: [one, two] })
  for (const [id, cost] of [
    [one, 1],
    [two, 2],
  ] as const) {
    const [restored, deleted] = told(await timeline(id))
    expect([restored, deleted]).toMatchObject([
      ['restore', null, { cost }],
      ['del', { cost }, null],
    ])
  }
})

test('entries of another resource with the same id, and data beyond the fields of the row, are never shown', async () => {
  const id = await order()
  const by = { userId: null, username: 'somebody', deptId }
  const line = { ip: '', traceId: '', before: null }
  const { db } = platform
  await recordOperation(db, by, { ...line, action: 'workPart.update', targetIds: [id], after: { cost: 9 } })
  await recordOperation(db, by, {
    ...line,
    action: 'workOrder.sign',
    targetIds: [id],
    after: { cost: 7, ours: 'seal' },
  })
  await recordOperation(db, by, { ...line, action: 'workOrder.sum', targetIds: [id, '0'], after: { cost: 8 } })
  expect(told(await timeline(id)).slice(0, -1)).toEqual([
    ['sum', null, null],
    ['sign', null, { cost: 7 }],
  ])
})

test('users who may read the row may read its time line, without a right to the operation log; no others may', async () => {
  const { admin, db } = platform
  const elsewhere = await makeDept(admin, 'elsewhere')
  const reader = await makePerson(admin, db, { deptId, keys: ['workOrder:list'] })
  const blind = await makePerson(admin, db, { deptId, keys: ['workPart:list'] })
  const stranger = await makePerson(admin, db, { deptId: elsewhere })
  const id = await order()
  expect(await reader.answer('GET', '/security/v1/log/operation/page')).toMatchObject({ code: 403 })
  expect((await timeline(id, {}, reader)).total).toBe(1)
  expect(await ask(blind, id)).toMatchObject({ code: 403 })
  expect(await ask(stranger, id)).toMatchObject({ code: 404 })
  const theirs = await admin.insert(workOrderResource, { orderNo: 'T-theirs', deptId: elsewhere })
  expect((await timeline(theirs, {}, stranger)).total).toBe(1)
  expect(await ask(reader, theirs)).toMatchObject({ code: 404 })
  await admin.remove(workOrderResource, id)
  expect(await ask(reader, id)).toMatchObject({ code: 404 })
  expect(await ask(reader, 'x')).toMatchObject({ code: 404 })
})

test('every entry of the time line is in the operation log', async () => {
  const id = await order()
  await platform.admin.update(workOrderResource, id, { cost: 3 })
  const { list } = await platform.admin.page(operationLogResource, { keyword: id, area: 'workOrder' })
  expect((await timeline(id)).list.map((line) => line.id)).toEqual(list.map((line) => line.id))
})

test('a resource with an inconsistent detail page is refused', () => {
  const { api } = platform.platform
  const wrong = (tab: object): Resource => ({
    ...(workOrderResource as Resource),
    name: 'wrong',
    detail: { tabs: [{ name: 'parts', label: ['', ''], of: 'workPart', by: 'orderId', ...tab }] },
  })
  expect(() => mountResource(api, wrong({ of: 'nothing' }))).toThrow('lists nothing, which is no resource')
  expect(() => mountResource(api, wrong({ by: 'name' }))).toThrow('workPart.name is no reference to it')
  expect(() => mountResource(api, wrong({}))).toThrow('workPart.orderId is no reference to it')
  const { orderId } = workPartResource.fields
  const unfiltered = { ...workPartResource, fields: { orderId: { ...orderId, to: 'wrong' } }, list: { columns: [] } }
  expect(() => mountResource(api, wrong({ of: unfiltered }))).toThrow('a list is filtered by')
  expect(() => mountResource(api, wrong({ name: 'overview' }))).toThrow('two tabs are named overview')
})
