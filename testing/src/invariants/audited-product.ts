import {
  createProduct,
  exportProduct,
  productModel,
  productResource,
  publishProduct,
  retireProduct,
  saveProvisioning,
} from '@sluice/contract'
import type { AuditedWorld, Prepare } from './audited-world.ts'

type Test = AuditedWorld['test']

let numbers = 0
const facts = () => ({ productNo: `AUDITED-${++numbers}`, name: '核查产品', englishName: 'Audited product' })

async function productOf({ admin }: Test, productNo: string) {
  const { list } = await admin.page(productResource, { keyword: productNo, limit: 100 })
  return list.find((row) => row['productNo'] === productNo)!
}

/** A product that is a draft, with the version to change it by. */
async function begun(test: Test) {
  const { id: copyOf } = await productOf(test, 'MQTT-VALVE')
  const { id } = await test.admin.call(createProduct, { ...facts(), from: { copyOf } })
  const { version } = await test.admin.call(productModel, { id })
  return { id, version }
}

/** The same, published. */
async function sold(test: Test) {
  const draft = await begun(test)
  await test.admin.call(publishProduct, { ...draft, note: '首版' })
  const { version } = await test.admin.call(productModel, { id: draft.id })
  return { ...draft, version }
}

/** How devices of a product register themselves in that department. */
const settingsIn = (deptId: string) => ({
  enabled: true,
  admits: 'ANYBODY' as const,
  deptId,
  areaId: null,
  names: null,
  expireTime: null,
  totalLimit: 10,
  hourLimit: 10,
})

/** Right input for the calls that change products. */
export const productCalls: Readonly<Record<string, Prepare>> = {
  '/cloud/v1/product/create': async ({ test }) => ({
    input: { ...facts(), from: { copyOf: (await productOf(test, 'MQTT-VALVE')).id } },
    targets: (data) => [(data as { id: string }).id],
  }),
  '/cloud/v1/product/importFile': async ({ test }) => {
    const { id } = await sold(test)
    return { input: { file: await test.admin.call(exportProduct, { id }) }, targets: () => [id] }
  },
  '/cloud/v1/product/importTsl': async () => ({
    input: { ...facts(), deviceTypeCode: 'SENSOR', tsl: { properties: [] } },
    targets: (data) => [(data as { id: string }).id],
  }),
  '/cloud/v1/product/discardDraft': async ({ test }) => ({ input: await begun(test) }),
  '/cloud/v1/product/publish': async ({ test }) => ({ input: { ...(await begun(test)), note: '首版' } }),
  '/cloud/v1/product/rollBack': async ({ test }) => {
    const { id, version } = await sold(test)
    return { input: { id, version, versionNo: 1, note: '回到首版' } }
  },
  '/cloud/v1/product/retire': async ({ test }) => ({ input: { id: (await sold(test)).id } }),
  '/cloud/v1/product/revive': async ({ test }) => {
    const { id } = await sold(test)
    await test.admin.call(retireProduct, { id })
    return { input: { id } }
  },
  '/cloud/v1/product/saveProvisioning': async ({ test, dept }) => {
    const { id } = await sold(test)
    return { input: { id, version: null, settings: settingsIn(dept) } }
  },
  '/cloud/v1/product/rotateProvisionSecret': async ({ test, dept }) => {
    const { id } = await sold(test)
    await test.admin.call(saveProvisioning, { id, version: null, settings: settingsIn(dept) })
    return { input: { id } }
  },
  '/cloud/v1/product/saveCommandMap': async ({ test }) => {
    const { id, version } = await productOf(test, 'MQTT-VALVE')
    return { input: { id, version, commandMap: null } }
  },
}
