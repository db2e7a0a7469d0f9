import {
  categoryResource,
  createProduct,
  deviceResource,
  deviceTypeResource,
  type DeviceTypeRow,
  getInfo,
  productModel,
  publishProduct,
  saveProductDraft,
} from '@sluice/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDevice } from '../../../../../../testing/src/field/devices.ts'
import { makePerson } from '../../../../../../testing/src/platform/people.ts'
import { startTestPlatform, type TestPlatform } from '../../../../../../testing/src/platform/platform.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform?.stop())

const typeOf = async (code: string): Promise<DeviceTypeRow> => {
  const { list } = await platform.admin.page(deviceTypeResource, { limit: 100 })
  return list.find((row) => row['code'] === code) as unknown as DeviceTypeRow
}
const begin = (productNo: string, deviceTypeCode: DeviceTypeRow['code']) =>
  platform.admin.call(createProduct, {
    productNo,
    name: productNo,
    englishName: productNo,
    from: { deviceTypeCode, nodeKind: 'DIRECT', protocol: 'TB_MQTT' },
  })

test('every type that the program knows is there, with a name in both languages', async () => {
  const { list, total } = await platform.admin.page(deviceTypeResource, { limit: 100 })
  expect(total).toBe(16)
  for (const row of list as unknown as DeviceTypeRow[]) {
    expect([row.code, /\p{Script=Han}/u.test(row.englishName), row.englishName === '']).toEqual([
      row.code,
      false,
      false,
    ])
  }
  expect(await typeOf('TEMP')).toMatchObject({ name: '温度', englishName: 'Temperature', panel: 'TEMPERATURE' })
})

test('a changed name, icon and colour come with whoever signs in, and its products and devices count', async () => {
  const { id, version } = await typeOf('HYDRANT')
  await platform.admin.update(deviceTypeResource, id, {
    version,
    chineseName: '消火栓',
    englishName: 'Fire hydrant',
    icon: 'VALVE',
    colour: 'ROSE',
  })
  const { deviceTypes } = await platform.admin.call(getInfo, {})
  expect(deviceTypes?.find(({ code }) => code === 'HYDRANT')).toEqual({
    code: 'HYDRANT',
    name: ['消火栓', 'Fire hydrant'],
    icon: 'VALVE',
    colour: 'ROSE',
    panel: 'CONTROL',
  })
  await makeDevice(platform.admin)
  expect((await typeOf('VALVE')).deviceCount).toBe(1)
  expect((await typeOf('VALVE')).productCount).toBeGreaterThan(1)
})

test('a new product begins as its type usually reports, and stands in its category', async () => {
  const categoryId = await platform.admin.insert(categoryResource, { name: '小屋', code: 'HUT' })
  const { id, version } = await typeOf('WEATHER')
  const usual = { reportIntervalS: 900, silentAfterS: 7200, sleepy: true, categoryId }
  await platform.admin.update(deviceTypeResource, id, { version, ...usual })
  const product = await begin('HUT-1', 'WEATHER')
  const { draft } = await platform.admin.call(productModel, { id: product.id })
  expect(draft?.model).toMatchObject({ reportIntervalS: 900, silentAfterS: 7200, keepsOnline: false })
  const sorted = await platform.admin.page(categoryResource, { productIds: product.id })
  expect(sorted.list.map((row) => row['code'])).toEqual(['HUT'])
})

test('a type stays while a product is of it; without any it goes, is chosen no more, and can be added again', async () => {
  await expect(platform.admin.remove(deviceTypeResource, (await typeOf('VALVE')).id)).rejects.toMatchObject({
    code: 409,
  })
  await begin('CAM-1', 'CAMERA')
  const camera = await typeOf('CAMERA')
  await expect(platform.admin.remove(deviceTypeResource, camera.id)).rejects.toMatchObject({ code: 409 })
  await platform.admin.remove(deviceTypeResource, (await typeOf('RELIC')).id)
  const { deviceTypes } = await platform.admin.call(getInfo, {})
  expect(deviceTypes?.map(({ code }) => code)).not.toContain('RELIC')
  const { id } = await begin('REL-1', 'RELIC')
  const { version, draft } = await platform.admin.call(productModel, { id })
  await expect(platform.admin.call(publishProduct, { id, version, note: 'x' })).rejects.toMatchObject({
    fields: { 'model.deviceTypeCode': 'not-an-option' },
  })
  const again = {
    code: 'RELIC',
    chineseName: '文物',
    englishName: 'Relic',
    icon: 'RELIC',
    colour: 'NONE',
    panel: 'NONE',
  }
  await platform.admin.insert(deviceTypeResource, { ...again, reportIntervalS: 600 })
  await expect(platform.admin.insert(deviceTypeResource, { ...again, reportIntervalS: 600 })).rejects.toMatchObject({
    fields: { code: 'taken' },
  })
  expect(draft?.model.deviceTypeCode).toBe('RELIC')
  expect(await platform.admin.call(publishProduct, { id, version, note: 'x' })).toEqual({ versionNo: 1 })
})

test('silence is not shorter than the interval, and an English name has no Chinese', async () => {
  const { id, version } = await typeOf('LAMP')
  const change = (values: object) => platform.admin.update(deviceTypeResource, id, { version, ...values })
  await expect(change({ silentAfterS: 60 })).rejects.toMatchObject({ fields: { silentAfterS: 'too-small' } })
  await expect(change({ englishName: '灯' })).rejects.toMatchObject({ fields: { englishName: 'format' } })
})

test('everybody may read them with the key; only who sees the whole platform changes them', async () => {
  const keys = ['deviceType:list', 'deviceType:edit']
  const { id, version } = await typeOf('PUMP')
  const dept = (await platform.admin.page(deviceResource, {})).list[0]!['deptId'] as string
  const reader = await makePerson(platform.admin, platform.db, { deptId: dept, keys })
  expect((await reader.page(deviceTypeResource)).total).toBeGreaterThan(14)
  await expect(reader.update(deviceTypeResource, id, { version, sort: 1 })).rejects.toMatchObject({ code: 403 })
})

test('what a product says of silence is kept with its model, and is not shorter than its interval', async () => {
  const { id } = await begin('SIL-1', 'SENSOR')
  const { version, draft } = await platform.admin.call(productModel, { id })
  const saved = await platform.admin.call(saveProductDraft, {
    id,
    version,
    model: { ...draft!.model, silentAfterS: 60 },
  })
  expect(saved.problems).toEqual({ silentAfterS: 'too-small' })
})
