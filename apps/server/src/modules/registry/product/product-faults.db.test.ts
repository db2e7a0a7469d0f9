import {
  createProduct,
  faultCodeResource,
  faultResource,
  productModel,
  type ProductModel,
  publishProduct,
  saveProductDraft,
} from '@sluice/contract'
import { connectMqtt, makeMqttDevice, until } from '@sluice/testing'
import { expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'

const { test } = sharedPlatform()

async function begun(productNo: string): Promise<string> {
  const from = { deviceTypeCode: 'SENSOR', nodeKind: 'DIRECT', protocol: 'TB_MQTT' } as const
  return (await test.admin.call(createProduct, { productNo, name: '井盖', englishName: 'Cover', from })).id
}

/** The draft with these changes; what keeps it from being published. */
async function saved(id: string, change: Partial<ProductModel>) {
  const { version, draft } = await test.admin.call(productModel, { id })
  const model = { ...draft!.model, ...change } as ProductModel
  return (await test.admin.call(saveProductDraft, { id, version, model })).problems
}

const metrics: ProductModel['metrics'] = [
  { key: 'lid', kind: 'boolean', unit: '', decimals: 0, name: ['井盖打开', 'Lid open'] },
]
const lidIs = (fault: string): Partial<ProductModel> => ({
  points: ['lid'],
  metrics,
  events: [{ fault, key: 'lid', equals: true }],
})

it('a fault that nobody knows keeps a product from being published, until somebody names it', async () => {
  const id = await begun('LID-1')
  expect(await saved(id, lidIs('LID9'))).toEqual({ 'events.0.fault': 'not-found' })
  await test.admin.insert(faultCodeResource, { code: 'LID9', chineseName: '井盖被撬', level: 3 })
  expect(await saved(id, lidIs('LID9'))).toEqual({})
  const { version } = await test.admin.call(productModel, { id })
  await test.admin.call(publishProduct, { id, version, note: '首批' })

  const made = await makeMqttDevice(test.admin, { productNo: 'LID-1' })
  const device = await connectMqtt(made)
  await device.publish('v1/devices/me/telemetry', { lid: true })
  const fault = async () => (await test.admin.page(faultResource, { deviceId: made.id })).list[0]
  await until('the fault', async () => (await fault())?.conditionState === 'ACTIVE')
  expect(await fault()).toMatchObject({ code: 'LID9', level: 3 })
  await device.publish('v1/devices/me/telemetry', { lid: false })
  await until('its end', async () => (await fault())?.conditionState === 'CLEARED')
  await device.end()
})
