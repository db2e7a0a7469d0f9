import { userResource } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDept, makePerson } from '../platform/people.ts'
import type { TestPlatform } from '../platform/platform.ts'
import { exportOf, fileOf, importOf } from '../platform/sheets.ts'
import { type DocumentScreen, startScreen } from './start-screen.ts'
import { workOrderResource } from './work-order.resource.ts'

let screen: DocumentScreen
let platform: TestPlatform
let deptId: string
let people: string[]
const NAMES = ['张三', 'Wood, Ann', 'Max "the pump"; Müller', '李、四']

beforeAll(async () => {
  screen = await startScreen()
  platform = screen.platform
  const { admin, db } = platform
  deptId = await makeDept(admin, 'works')
  people = []
  for (const nickName of NAMES) {
    const { userId } = await makePerson(admin, db, { deptId, keys: [] })
    await admin.update(userResource, userId, { nickName })
    people.push(userId)
  }
})
afterAll(() => screen?.stop())

const columns = ['orderNo', 'deptId', 'helperIds']
const exported = async (keyword: string) => {
  const id = await exportOf(platform.admin, workOrderResource, { columns, keyword })
  return fileOf(platform.admin, id)
}

test('an export has the names of several references in order, not their ids', async () => {
  const { admin } = platform
  const [first, , , fourth] = people as [string, string, string, string]
  await admin.insert(workOrderResource, { orderNo: 'N-1', deptId, helperIds: [fourth, first] })
  await admin.insert(workOrderResource, { orderNo: 'N-2', deptId, helperIds: [first] })
  await admin.insert(workOrderResource, { orderNo: 'N-3', deptId })
  const lines = (await exported('N-')).trim().split('\n').slice(1)
  expect(lines.map((line) => line.trim()).toSorted()).toEqual([
    'N-1,works,"""李、四"", 张三"',
    'N-2,works,张三',
    'N-3,works,',
  ])
})

test('an export imports as the same rows, whatever the names contain', async () => {
  const { admin } = platform
  const id = await admin.insert(workOrderResource, { orderNo: 'P-1', deptId, helperIds: people.toReversed() })
  const file = await exported('P-1')
  const same = await importOf(admin, workOrderResource, file, { updateExisting: true })
  expect(same.counts).toMatchObject({ unchanged: 1, refused: 0 })
  await admin.update(workOrderResource, id, { helperIds: null })
  const again = await importOf(admin, workOrderResource, file, { updateExisting: true })
  expect(again.counts).toMatchObject({ updated: 1, refused: 0 })
  expect(await admin.get(workOrderResource, id)).toMatchObject({ helperIds: people.toReversed() })
})
