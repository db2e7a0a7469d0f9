import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationLogResource, type Resource, resourceScreen } from '@sluice/contract'
import { mountResource } from '@sluice/server/src/platform/resource/mount-resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApiClient } from '../platform/client.ts'
import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { makeDept, makePerson } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { addToLists } from './lists.ts'
import { workOrderResource } from './work-order.resource.ts'

let database: TestDatabase
let platform: TestPlatform
let deptId: string

beforeAll(async () => {
  addToLists()
  database = await createTestDatabase()
  await database.db.query(readFileSync(join(import.meta.dirname, 'work-order.sql'), 'utf8'))
  platform = await startTestPlatform({ database })
  deptId = await makeDept(platform.admin, 'works')
})
afterAll(async () => {
  await platform?.stop()
  await database?.drop()
})

let orders = 0
const order = () => platform.admin.insert(workOrderResource, { orderNo: `S-${(orders += 1)}`, deptId })
const move = (who: ApiClient, name: string, id: string, version = 0) =>
  who.answer('POST', `/device/v1/workOrder/${name}`, { id, version })
const stateOf = async (id: string) => (await platform.admin.get(workOrderResource, id))['status']

test('a new document has the first status, and changes only by its transitions', async () => {
  const { admin } = platform
  const id = await order()
  expect(await stateOf(id)).toBe('DRAFT')
  expect(await move(admin, 'start', id)).toMatchObject({ code: 0, data: true })
  expect(await admin.get(workOrderResource, id)).toMatchObject({ status: 'OPEN', version: 1 })
  for (const [path, body] of [
    ['update', { id, version: 1, status: 'DONE' }],
    ['insert', { orderNo: 'S-0', deptId, status: 'DONE' }],
  ] as const) {
    const refused = await admin.answer('POST', `/device/v1/workOrder/${path}`, body)
    expect(refused).toMatchObject({ code: 400, data: { fields: { status: 'unknown-field' } } })
  }
  expect(await stateOf(id)).toBe('OPEN')
})

test('a transition writes what its form fills in with the status, in the caller’s scope, and nothing else', async () => {
  const { admin, db } = platform
  const id = await order()
  await move(admin, 'start', id)
  const near = { deptId, keys: ['workOrder:list', 'workOrder:finish'] }
  const [finisher, { userId: leaderId }] = [await makePerson(admin, db, near), await makePerson(admin, db, near)]
  const { userId: stranger } = await makePerson(admin, db, { ...near, deptId: await makeDept(admin, 'afar') })
  const finish = (more: object) => finisher.answer('POST', '/device/v1/workOrder/finish', { id, version: 1, ...more })
  expect(await finish({ cost: 5 })).toMatchObject({ code: 400, data: { fields: { cost: 'unknown-field' } } })
  expect(await finish({ pipeM: -1 })).toMatchObject({ code: 400, data: { fields: { pipeM: 'too-small' } } })
  expect(await finish({ leaderId: stranger })).toMatchObject({ code: 400, data: { fields: { leaderId: 'not-found' } } })
  expect(await stateOf(id)).toBe('OPEN')
  expect(await finish({ leaderId, pipeM: 2.5 })).toMatchObject({ code: 0 })
  expect(await admin.get(workOrderResource, id)).toMatchObject({ status: 'DONE', leaderId, pipeM: 2.5 })
  const [line] = (await admin.page(operationLogResource, { area: 'workOrder', verb: 'finish' })).list
  expect(line).toMatchObject({ change: { after: { pipeM: 2.5 } } })
})

test('a transition from another status is refused with the current status', async () => {
  const id = await order()
  expect(await move(platform.admin, 'finish', id)).toMatchObject({
    code: 409,
    data: { error: 'conflict', state: 'DRAFT', from: ['OPEN'] },
  })
  expect(await platform.admin.get(workOrderResource, id)).toMatchObject({ status: 'DRAFT', version: 0 })
})

test('of concurrent transitions one succeeds; a caller with an older version is told', async () => {
  const id = await order()
  const moved = await Promise.all(['start', 'cancel', 'start', 'cancel'].map((name) => move(platform.admin, name, id)))
  expect(moved.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409, 409, 409])
  const open = await order()
  await platform.admin.update(workOrderResource, open, { cost: 5 })
  expect(await move(platform.admin, 'start', open, 0)).toMatchObject({ code: 409, data: { error: 'stale-version' } })
})

test('each needs its own permission and the caller’s scope, and leaves one audit entry that names it', async () => {
  const { admin, db } = platform
  const starter = await makePerson(admin, db, { deptId, keys: ['workOrder:list', 'workOrder:start'] })
  const stranger = await makePerson(admin, db, {
    deptId: await makeDept(admin, 'elsewhere'),
    keys: ['workOrder:list', 'workOrder:start', 'workOrder:finish'],
  })
  const id = await order()
  expect(await move(starter, 'cancel', id)).toMatchObject({ code: 403 })
  expect(await move(stranger, 'start', id)).toMatchObject({ code: 404 })
  expect(await move(starter, 'start', id)).toMatchObject({ code: 0 })
  const lines = (await admin.page(operationLogResource, { area: 'workOrder', verb: 'start' })).list
  expect(lines.find(({ username }) => username === (starter as unknown as { username: string }).username)).toBeDefined()
})

test('the permission of each transition can be granted, once per key, under its label', async () => {
  const { rows } = await platform.db.query(
    `select name, title from resource where name in ('workOrder:start', 'workOrder:finish') order by name`,
  )
  expect(rows).toEqual([
    { name: 'workOrder:finish', title: '完成' },
    { name: 'workOrder:start', title: '开始' },
  ])
  const { buttons = [] } = resourceScreen(workOrderResource, { path: 'x', icon: 'leaf' })
  expect(buttons.filter(({ key }) => key === 'workOrder:finish')).toHaveLength(1)
})

test('a resource with inconsistent states is refused', () => {
  const wrong = (change: Partial<Resource>): Resource => ({
    ...(workOrderResource as Resource),
    name: 'wrong',
    ...change,
  })
  const { api } = platform.platform
  const status = { ...workOrderResource.fields.status, write: 'always' as const }
  expect(() => mountResource(api, wrong({ fields: { ...workOrderResource.fields, status } }))).toThrow('nobody writes')
  const states = { ...workOrderResource.states!, begin: 'NOWHERE' }
  expect(() => mountResource(api, wrong({ states }))).toThrow('has no NOWHERE')
})
