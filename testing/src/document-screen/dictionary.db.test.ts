import { dictEntryResource, dictTypeResource, jobReport } from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { headersOf } from '../browser/sign-in.ts'
import { makeDept } from '../platform/people.ts'
import type { TestPlatform } from '../platform/platform.ts'
import { exportOf, fileOf, importOf } from '../platform/sheets.ts'
import { type DocumentScreen, startScreen } from './start-screen.ts'
import { workOrderResource } from './work-order.resource.ts'

let screen: DocumentScreen
let platform: TestPlatform
let deptId: string
let typeId: string
const entryIds: Record<string, string> = {}

beforeAll(async () => {
  screen = await startScreen()
  platform = screen.platform
  const { admin } = platform
  deptId = await makeDept(admin, 'works')
  typeId = await admin.insert(dictTypeResource, { dictType: 'work_urgency', dictName: '紧急程度', status: 'NORMAL' })
  for (const [dictValue, dictLabel] of [
    ['HIGH', '加急'],
    ['LOW', '一般'],
    ['OLD', '旧值'],
    // Two labels that stand for two values each.
    ['A', '同名'],
    ['B', '同名'],
    ['C', 'A'],
  ] as const)
    entryIds[dictValue] = await admin.insert(dictEntryResource, { typeId, dictValue, dictLabel, status: 'NORMAL' })
})
afterAll(() => screen?.stop())

const switchTo = async (value: string, status: 'NORMAL' | 'DISABLED') =>
  platform.admin.update(dictEntryResource, entryIds[value]!, { status })
let orders = 0
const order = (urgency: string | null) =>
  platform.admin.insert(workOrderResource, { orderNo: `D-${(orders += 1)}`, deptId, urgency })
const refusalOf = (done: Promise<unknown>) =>
  done.then(
    () => null,
    (error: { fields?: object }) => error.fields,
  )

test('a value of the dictionary is accepted, and any other is refused with the name of the field', async () => {
  const { admin } = platform
  const id = await order('HIGH')
  expect(await admin.get(workOrderResource, id)).toMatchObject({ urgency: 'HIGH' })
  await admin.update(workOrderResource, id, { urgency: null })
  expect(await admin.get(workOrderResource, id)).toMatchObject({ urgency: null })
  for (const wrong of ['NONE', 'high', '加急', 'MALE'])
    expect(await refusalOf(order(wrong))).toEqual({ urgency: 'not-an-option' })
  expect(await refusalOf(admin.update(workOrderResource, id, { urgency: 'NONE' }))).toEqual({
    urgency: 'not-an-option',
  })
})

test('a disabled entry stays in its rows, and cannot be chosen elsewhere', async () => {
  const { admin } = platform
  const [old, other] = [await order('OLD'), await order('LOW')]
  await switchTo('OLD', 'DISABLED')
  await admin.update(workOrderResource, old, { urgency: 'OLD', cost: 5 })
  expect(await admin.get(workOrderResource, old)).toMatchObject({ urgency: 'OLD', cost: 5 })
  const refused = { urgency: 'not-an-option' }
  expect(await refusalOf(order('OLD'))).toEqual(refused)
  expect(await refusalOf(admin.update(workOrderResource, other, { urgency: 'OLD' }))).toEqual(refused)
  await admin.update(workOrderResource, old, { urgency: 'LOW' })
  expect(await refusalOf(admin.update(workOrderResource, old, { urgency: 'OLD' }))).toEqual(refused)
  await admin.update(dictTypeResource, typeId, { status: 'DISABLED' })
  expect(await refusalOf(order('HIGH'))).toEqual(refused)
  await admin.update(dictTypeResource, typeId, { status: 'NORMAL' })
  await switchTo('OLD', 'NORMAL')
})

test('a restored row has its earlier value', async () => {
  const { admin } = platform
  const id = await order('OLD')
  await admin.answer('POST', '/device/v1/workOrder/del', { id })
  await switchTo('OLD', 'DISABLED')
  expect(await admin.answer('POST', '/device/v1/workOrder/restore', { id })).toMatchObject({ code: 0 })
  expect(await admin.get(workOrderResource, id)).toMatchObject({ urgency: 'OLD' })
  await switchTo('OLD', 'NORMAL')
})

test('rows are found by several values', async () => {
  const made = await Promise.all(['HIGH', 'LOW', 'C'].map(order))
  const found = async (urgency: string) =>
    (await platform.admin.page(workOrderResource, { urgency, limit: 100 })).list.map(({ id }) => id)
  const both = await found('HIGH,C')
  expect(made.map((id) => both.includes(id))).toEqual([true, false, true])
  expect(await found('NONE')).toEqual([])
})

test('a sheet has the labels, or the value where a label is ambiguous, and reads back the same', async () => {
  const { admin } = platform
  const values = ['HIGH', 'A', 'B', 'C']
  for (const value of values) await order(value)
  const last = orders
  const columns = ['orderNo', 'deptId', 'urgency']
  const keyword = 'D-'
  const file = await fileOf(admin, await exportOf(admin, workOrderResource, { columns, keyword, sort: 'orderNo' }))
  const cells = values.map((_, at) => new RegExp(`D-${last - 3 + at},works,(.*)`).exec(file)?.[1]?.trim())
  expect(cells).toEqual(['加急', 'A', 'B', 'C'])
  const renamed = file.replaceAll('D-', 'E-')
  const { counts } = await importOf(admin, workOrderResource, renamed)
  expect(counts).toMatchObject({ refused: 0, inserted: file.trim().split('\n').length - 1 })
  const back = await admin.page(workOrderResource, { keyword: 'E-', limit: 100 })
  for (const [at, value] of values.entries())
    expect(back.list.find(({ orderNo }) => orderNo === `E-${last - 3 + at}`)).toMatchObject({ urgency: value })
  const wrong = await importOf(admin, workOrderResource, 'orderNo,deptId,urgency\nE-0,works,nothing\n')
  expect(wrong.counts).toMatchObject({ refused: 1 })
  expect(await admin.call(jobReport, { id: wrong.id })).toMatchObject([{ field: 'urgency', reason: 'not-an-option' }])
})

test('a template offers the enabled entries', async () => {
  await switchTo('OLD', 'DISABLED')
  const response = await fetch(new URL('/device/v1/workOrder/template', platform.url), {
    method: 'POST',
    headers: { ...headersOf(platform.admin.visitor), 'content-type': 'application/json' },
    body: JSON.stringify({ format: 'csv' }),
  })
  const body = await response.text()
  expect(body).toContain('加急')
  expect(body).not.toContain('旧值')
})

test('the description of the API names the dictionary', async () => {
  const text = await (await fetch(new URL('/openapi.json', platform.url))).text()
  expect(text).toContain('value of the dictionary work_urgency')
})
