import { defineResource, type Resource } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../platform/database.ts'
import { addToLists } from './lists.ts'
import { startTestPlatform, type TestPlatform } from '../platform/platform.ts'

const partKindResource = defineResource({
  name: 'partKind',
  names: { many: ['配件分类', 'Kinds of parts'], one: ['配件分类', 'kind of parts'] },
  plain: true,
  service: 'device',
  path: 'partKind',
  table: 'part_kind',
  permission: 'partKind',
  scope: 'none',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true },
    parentId: { kind: 'ref', to: 'partKind', label: ['上级', 'Above'] },
  },
  list: { columns: ['name', 'parentId'] },
  tree: { parent: 'parentId' },
  actions: ['insert', 'update', 'del'],
  noImport: 'a test makes its rows one by one',
})
const resource = partKindResource as Resource

let database: TestDatabase
let platform: TestPlatform

beforeAll(async () => {
  addToLists(resource)
  database = await createTestDatabase()
  await database.db.query(`create table part_kind (
    id bigint generated always as identity primary key,
    name text not null,
    parent_id bigint references part_kind (id),
    deleted boolean not null default false,
    version integer not null default 0,
    create_by bigint,
    update_by bigint,
    update_time timestamptz not null default now())`)
  platform = await startTestPlatform({ database })
})
afterAll(async () => {
  await platform?.stop()
  await database?.drop()
})

const make = (name: string, parentId: string | null = null) => platform.admin.insert(resource, { name, parentId })
async function chain(levels: number, top: string | null = null): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < levels; at += 1) ids.push(await make(`${at}`, ids.at(-1) ?? top))
  return ids
}
const move = (id: string, parentId: string | null, version = 0) =>
  platform.admin.answer('POST', '/device/v1/partKind/update', { id, version, parentId })

test('a row cannot be moved below itself or its descendants', async () => {
  const [top, middle, low] = (await chain(3)) as [string, string, string]
  for (const below of [top, middle, low])
    expect(await move(top, below)).toMatchObject({ code: 409, data: { error: 'parent-is-descendant' } })
  expect(await move(low, top)).toMatchObject({ code: 0 })
  expect(await move(middle, low)).toMatchObject({ code: 0 })
  expect(await move(middle, null, 1)).toMatchObject({ code: 0 })
})

test('two concurrent moves make no cycle, whatever rows they touch', async () => {
  for (let round = 0; round < 8; round += 1) {
    const [one, belowOne] = (await chain(2)) as [string, string]
    const [other, belowOther] = (await chain(2)) as [string, string]
    const moved = await Promise.all([move(one, belowOther), move(other, belowOne)])
    expect(moved.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 409])
  }
})

test('a tree has twenty levels at most, counted with the moved branch', async () => {
  const long = await chain(18)
  const [short, leaf] = (await chain(2)) as [string, string]
  expect(await move(short, long.at(-1)!)).toMatchObject({ code: 0 })
  const refused = { code: 400, data: { error: 'too-deep', most: 20 } }
  expect(
    await platform.admin.answer('POST', '/device/v1/partKind/insert', { name: 'x', parentId: leaf }),
  ).toMatchObject(refused)
  const [own] = (await chain(2)) as [string]
  expect(await move(own, short)).toMatchObject(refused)
  expect(await move(own, long[16]!)).toMatchObject({ code: 0 })
})
