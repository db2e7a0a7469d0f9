import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { actionKeyOf, getRouterList, type MenuRoute, operationLogResource } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { openLive } from '../field/live.ts'
import { makeDept, makePerson } from '../platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'
import { checkResources, checkTenantTables } from '../invariants/schema-invariant.ts'
import { until } from '../platform/wait.ts'
import { cropResource } from './crop.resource.ts'
import { addToLists, LINES_IN_LISTS } from './lists.ts'

const source = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')

let database: TestDatabase
let platform: TestPlatform

beforeAll(async () => {
  addToLists()
  database = await createTestDatabase()
  await database.db.query(source('crop.sql'))
  platform = await startTestPlatform({ database })
})
afterAll(async () => {
  await platform?.stop()
  await database?.drop()
})

test('a plain list-and-form screen is at most 50 lines in 4 files', () => {
  const lines = ['crop.resource.ts', 'crop.sql'].map((file) => source(file).trimEnd().split('\n').length)
  expect(lines.reduce((sum, count) => sum + count, LINES_IN_LISTS)).toBeLessThanOrEqual(50)
})

test('it is in the menu, with its permissions and their names', async () => {
  const screensOf = (routes: readonly MenuRoute[]): MenuRoute[] =>
    routes.flatMap((route) => [route, ...screensOf(route.children ?? [])])
  const routes = screensOf(await platform.admin.call(getRouterList))
  expect(routes.find(({ name }) => name === 'Crop')).toMatchObject({
    path: 'crop',
    component: 'resource/crop',
    meta: { title: '作物', icon: 'leaf' },
  })
  const { rows } = await platform.db.query(
    `select b.name, b.title, array_agg(r.code order by r.code) as roles from resource b
     join role_resource rr on rr.resource_id = b.id join role r on r.id = rr.role_id
     where b.name like 'crop:%' group by b.id order by b.sort /* unscoped:test */`,
  )
  expect(rows.map(({ name, title, roles }) => [name, title, (roles as string[]).length])).toEqual([
    ['crop:add', '新增作物', 3],
    ['crop:edit', '修改作物', 3],
    ['crop:del', '删除作物', 1],
    ['crop:export', '导出作物', 5],
    ['crop:import', '导入作物', 1],
  ])
})

test('its rows are created, changed, found and deleted within their department, and the log names the user', async () => {
  const { admin, db } = platform
  const [ours, theirs] = [await makeDept(admin, 'ours'), await makeDept(admin, 'theirs')]
  const mine = await makePerson(admin, db, { deptId: ours })
  const other = await makePerson(admin, db, { deptId: theirs })
  const id = await mine.insert(cropResource, { name: 'maize', deptId: ours, waterMm: 500 })
  expect((await mine.page(cropResource)).list).toMatchObject([{ id, name: 'maize', deptIdName: 'ours', waterMm: 500 }])
  expect((await other.page(cropResource)).list).toEqual([])
  await expect(other.get(cropResource, id)).rejects.toThrow(/404/)
  await expect(other.insert(cropResource, { name: 'rice', deptId: ours })).rejects.toThrow(/40\d/)
  await mine.update(cropResource, id, { waterMm: 450 })
  expect(await mine.get(cropResource, id)).toMatchObject({ waterMm: 450, version: 1 })
  await mine.remove(cropResource, id)
  expect((await mine.page(cropResource)).total).toBe(0)
  const said = await admin.page(operationLogResource, { area: 'crop' })
  expect(new Set(said.list.map(({ verb }) => verb))).toEqual(new Set(['insert', 'update', 'del']))
})

test('a one-line action changes a row with the edit permission', async () => {
  const { admin, db } = platform
  const dept = await makeDept(admin, 'rain')
  const mine = await makePerson(admin, db, { deptId: dept })
  const id = await mine.insert(cropResource, { name: 'millet', deptId: dept, waterMm: 300 })
  const [rainfed] = cropResource.rowActions!
  if (!('change' in rainfed!)) throw new Error('it changes nothing')
  expect(actionKeyOf(cropResource, rainfed)).toBe('crop:edit')
  const row = { id, version: 0, name: 'millet', deptId: dept, deptIdName: 'rain', waterMm: 300 }
  await mine.update(cropResource, id, { ...rainfed.change(row) })
  expect(await mine.get(cropResource, id)).toMatchObject({ waterMm: 0 })
  await mine.remove(cropResource, id)
})

test('the invariant tests of schema and tenants cover it as every other screen', async () => {
  expect(await checkResources(platform.platform.api)).toEqual([])
  expect(await checkTenantTables(platform.db)).toEqual([])
})

test('an open list receives every change within its scope, and no other', async () => {
  const { admin, db } = platform
  const [ours, theirs] = [await makeDept(admin, 'live-ours'), await makeDept(admin, 'live-theirs')]
  const [mine, other] = [await makePerson(admin, db, { deptId: ours }), await makePerson(admin, db, { deptId: theirs })]
  const [hears, foreign] = [await openLive(platform.url, mine.visitor), await openLive(platform.url, other.visitor)]
  await Promise.all([hears, foreign].map((live) => live.watch({ lists: ['crop'] })))
  const id = await mine.insert(cropResource, { name: 'barley', deptId: ours })
  expect(await hears.event(({ type }) => type === 'rows')).toEqual({ type: 'rows', resource: 'crop' })
  for (const write of [() => mine.update(cropResource, id, { waterMm: 1 }), () => mine.remove(cropResource, id)]) {
    const told = hears.events.length
    await write()
    await until('the next word of rows', () => hears.events.length > told)
  }
  await other.insert(cropResource, { name: 'oats', deptId: theirs })
  await foreign.event(({ type }) => type === 'rows')
  expect(foreign.events.filter(({ type }) => type === 'rows')).toHaveLength(1)
  hears.close()
  foreign.close()
})
