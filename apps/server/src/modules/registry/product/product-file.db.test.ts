import {
  createProduct,
  discardProductDraft,
  exportProduct,
  exportTsl,
  importProduct,
  importTsl,
  type ProductFile,
  productLibrary,
  productModel,
  productResource,
  publishProduct,
} from '@sluice/contract'
import { type ApiFailure, makeDept, makePerson, startTestPlatform, type TestPlatform } from '@sluice/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOf } from './product.service.ts'

let test: TestPlatform

beforeAll(async () => {
  test = await startTestPlatform()
})
afterAll(() => test?.stop())

async function fileOf(productNo: string): Promise<ProductFile & { id: string }> {
  const { list } = await test.admin.page(productResource, { keyword: productNo, limit: 100 })
  const { id } = list.find((row) => row['productNo'] === productNo)!
  return { ...(await test.admin.call(exportProduct, { id })), id }
}

const bring = (
  model: ProductFile['model'],
  hash = hashOf(model),
  caller: Pick<TestPlatform['admin'], 'call'> = test.admin,
) => caller.call(importProduct, { file: { format: 'sluice-product', formatVersion: 1, hash, model } })

const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'done',
    (error: ApiFailure) => error.fields ?? error.key,
  )

it('a product exported and imported under another number is the same model, as a draft that can be published', async () => {
  const { model, hash, format, formatVersion } = await fileOf('MQTT-VALVE')
  expect({ format, formatVersion, hash }).toEqual({ format: 'sluice-product', formatVersion: 1, hash: hashOf(model) })
  const copy = { ...model, productNo: 'FILE-VALVE' }
  const { id, isNew, problems } = await bring(copy)
  expect({ isNew, problems }).toEqual({ isNew: true, problems: {} })
  const read = await test.admin.call(productModel, { id })
  expect(read).toMatchObject({ status: 'DRAFT', versionNo: 0, inForce: null, draft: { model: copy } })
  // Before it is published the file holds the draft.
  expect((await test.admin.call(exportProduct, { id })).model).toEqual(copy)
  await test.admin.call(publishProduct, { id, version: read.version, note: '导入' })
  expect((await test.admin.call(productModel, { id })).inForce).toEqual(copy)
})

it('a file of a known number becomes its draft; what is in force stays, and a draft that is there is not replaced', async () => {
  const { id, model } = await fileOf('SL651-SOIL')
  const changed = { ...model, reportIntervalS: 900 }
  expect(await bring(changed)).toEqual({ id, isNew: false, problems: {} })
  const read = await test.admin.call(productModel, { id })
  expect(read.inForce).toEqual(model)
  expect(read.draft?.model).toEqual(changed)
  expect((await test.admin.call(exportProduct, { id })).model).toEqual(model)
  expect(await refusal(bring(model))).toEqual({ 'file.model.productNo': 'has-draft' })
  await test.admin.call(discardProductDraft, { id, version: read.version })
  expect((await bring(model)).id).toBe(id)
})

it('a file whose content does not match its hash makes nothing', async () => {
  const { model, hash } = await fileOf('MQTT-SENSOR')
  const altered = { ...model, productNo: 'FILE-ALTERED' }
  expect(await refusal(bring(altered, hash))).toEqual({ 'file.hash': 'wrong-hash' })
  expect((await test.admin.page(productResource, { keyword: 'FILE-ALTERED' })).list).toEqual([])
})

it('a draft that cannot be published yet is imported with what is wrong', async () => {
  const { model } = await fileOf('MQTT-SENSOR')
  const { problems } = await bring({ ...model, productNo: 'FILE-UNKNOWN', points: ['flow', 'nothing'] })
  expect(problems).toEqual({ 'points.1': 'unknown-metric' })
})

it('whoever does not see every department exports but does not import', async () => {
  const deptId = await makeDept(test.admin, 'files')
  const person = await makePerson(test.admin, test.db, { deptId, keys: ['product:list', 'product:edit'] })
  const { id, model } = await fileOf('MQTT-SENSOR')
  expect((await person.call(exportProduct, { id })).model).toEqual(model)
  expect(await refusal(bring({ ...model, productNo: 'FILE-FOREIGN' }, undefined, person))).toBe('not-permitted')
  expect((await test.admin.page(productResource, { keyword: 'FILE-FOREIGN' })).list).toEqual([])
})

it('a thing model becomes a draft, with what was not taken; published, it is exported under its identifiers', async () => {
  const tsl = {
    properties: [{ identifier: 'Level', dataType: { type: 'double', specs: { min: '0', max: '5', unit: 'm' } } }],
    events: [{ identifier: 'Error' }],
  }
  const facts = {
    productNo: 'TSL-LEVEL',
    name: '液位计',
    englishName: 'Level gauge',
    deviceTypeCode: 'SENSOR',
  } as const
  const { id, leftOut } = await test.admin.call(importTsl, { ...facts, tsl })
  expect(leftOut).toEqual([{ item: 'events.Error', reason: 'event' }])
  const { version } = await test.admin.call(productModel, { id })
  await test.admin.call(publishProduct, { id, version, note: '导入' })
  const back = await test.admin.call(exportTsl, { id })
  expect(back.tsl.properties.map(({ identifier }) => identifier)).toEqual(['Level'])
  expect(await refusal(test.admin.call(importTsl, { ...facts, tsl }))).toEqual({ productNo: 'taken' })
})

it('a product begins from a ready model under its own name, and can be published as it is', async () => {
  const library = await test.admin.call(productLibrary, {})
  expect(library.length).toBeGreaterThanOrEqual(30)
  const [ready] = library.filter(({ deviceTypeCode }) => deviceTypeCode === 'COVER')
  const facts = { productNo: 'OUR-COVER', name: '我们的井盖', englishName: 'Our cover' }
  const { id } = await test.admin.call(createProduct, { ...facts, from: { template: ready!.productNo } })
  const { version, draft } = await test.admin.call(productModel, { id })
  expect(draft?.model).toMatchObject({ ...facts, deviceTypeCode: 'COVER', protocol: 'TB_MQTT' })
  expect(draft?.model.points).toContain('tilt')
  await test.admin.call(publishProduct, { id, version, note: '模板' })
  const unknown = test.admin.call(createProduct, { ...facts, productNo: 'OUR-2', from: { template: 'NOTHING' } })
  expect(await refusal(unknown)).toEqual({ 'from.template': 'not-found' })
})
