import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { makeDept, makePerson } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { checkResources, checkTenantTables } from '../invariants/schema-invariant.ts'
import { exportOf, fileOf, importOf } from '../platform/sheets.ts'
import { addToLists } from './lists.ts'
import { workOrderResource } from './work-order.resource.ts'

let database: TestDatabase
let platform: TestPlatform
let deptId: string
let leaderId: string
let helperId: string

const WHOLE = { cost: 1250, pipeM: 12.5, planned: 9000, days: 0b0011111, place: [120.15507, 30.274085] }

beforeAll(async () => {
  addToLists()
  database = await createTestDatabase()
  await database.db.query(readFileSync(join(import.meta.dirname, 'work-order.sql'), 'utf8'))
  platform = await startTestPlatform({ database })
  const { admin, db } = platform
  deptId = await makeDept(admin, 'works')
  const idOf = async () => {
    const { visitor } = await makePerson(admin, db, { deptId })
    const { rows } = await db.query<{ id: string }>(
      'select max(id) as id from sys_user where dept_id = $1 /* unscoped:test */',
      [deptId],
    )
    expect(visitor).toBeDefined()
    return rows[0]!.id
  }
  leaderId = await idOf()
  helperId = await idOf()
})
afterAll(async () => {
  await platform?.stop()
  await database?.drop()
})

test('every kind has its column, and its rows belong to a department', async () => {
  expect(await checkResources(platform.platform.api)).toEqual([])
  expect(await checkTenantTables(platform.db)).toEqual([])
})

test('a value of every kind is read back as written, and can be cleared', async () => {
  const { admin } = platform
  const id = await admin.insert(workOrderResource, {
    orderNo: 'W-1',
    deptId,
    leaderId,
    helperIds: [leaderId, helperId],
    ...WHOLE,
  })
  expect(await admin.get(workOrderResource, id)).toMatchObject({ ...WHOLE, leaderId, helperIds: [leaderId, helperId] })
  const none = { cost: null, pipeM: null, planned: null, days: null, place: null, helperIds: null, leaderId: null }
  await admin.update(workOrderResource, id, { ...none, skills: null })
  expect(await admin.get(workOrderResource, id)).toMatchObject(none)
  await admin.update(workOrderResource, id, { ...WHOLE, helperIds: [helperId] })
})

test('a value of another kind is refused with the name of the field', async () => {
  const wrong = [
    ['cost', 12.5],
    ['pipeM', -1],
    ['planned', 864_001],
    ['planned', 1.5],
    ['days', 0],
    ['days', 128],
    ['place', [120]],
    ['place', [181, 0]],
    ['place', [0, -91]],
    ['helperIds', ['999999']],
    ['leaderId', '999999'],
    ['skills', ['STORE', 'SOLD']],
    ['skills', 'STORE'],
  ] as const
  for (const [name, value] of wrong) {
    const refused = await platform.admin
      .insert(workOrderResource, { orderNo: 'W-0', deptId, [name]: value })
      .then(() => ({ fields: {} }))
      .catch((error: { fields?: object }) => error)
    expect([...new Set(Object.keys(refused.fields ?? {}).map((path) => path.split('.')[0]))]).toEqual([name])
  }
})

test('rows are found by days, by one of several users, and by bounds', async () => {
  const { admin } = platform
  await admin.insert(workOrderResource, { orderNo: 'W-2', deptId, days: 0b1000000, planned: 60, helperIds: [leaderId] })
  const found = async (query: Record<string, unknown>) =>
    (await admin.page(workOrderResource, { sort: 'orderNo', ...query })).list.map(({ orderNo }) => orderNo)
  expect(await found({ days: 64 })).toEqual(['W-2'])
  expect(await found({ days: '1,64' })).toEqual(['W-1', 'W-2'])
  expect(await found({ days: 32 })).toEqual([])
  expect(await found({ helperIds: helperId })).toEqual(['W-1'])
  expect(await found({ helperIds: `${leaderId},${helperId}` })).toEqual(['W-1', 'W-2'])
  expect(await found({ helperIds: 'nobody' })).toEqual([])
  await admin.insert(workOrderResource, { orderNo: 'W-9', deptId, skills: ['shop', 'STORE', 'BOUGHT'] })
  const { list } = await admin.page(workOrderResource, { skills: 'BOUGHT' })
  expect(list.map(({ skills }) => skills)).toEqual([['BOUGHT', 'STORE']])
  expect(await found({ plannedFrom: 61, plannedTo: 9000 })).toEqual(['W-1'])
})

test('a sheet writes the values in words, and reads them back', async () => {
  const { admin } = platform
  const columns = ['orderNo', 'cost', 'pipeM', 'planned', 'days', 'place']
  const file = await fileOf(admin, await exportOf(admin, workOrderResource, { columns, keyword: 'W-1' }))
  expect(file.trim().split('\n').at(-1)?.trim()).toBe('W-1,12.5,12.5,02:30:00,1111100,"120.15507, 30.274085"')
  const csv =
    'orderNo,deptId,cost,planned,days,place\nW-3,works,12.50,26:30,0000011,"120.5, 30.25"\nW-4,works,,x,12,120\n'
  const { counts } = await importOf(admin, workOrderResource, csv)
  expect(counts).toMatchObject({ inserted: 1, refused: 1 })
  const [row] = (await admin.page(workOrderResource, { keyword: 'W-3' })).list
  expect(row).toMatchObject({ cost: 1250, planned: 95_400, days: 96, place: [120.5, 30.25] })
})

test('the description of the API has the format of each kind', async () => {
  const response = await fetch(new URL('/openapi.json', platform.url))
  const text = await response.text()
  expect(text).toContain('a bit for each day, Monday the lowest')
  expect(text).toContain('longitude and latitude in degrees, WGS-84')
})
