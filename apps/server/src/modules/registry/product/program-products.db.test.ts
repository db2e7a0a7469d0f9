import { productResource, productVersionModel, rollBackProduct } from '@sluice/contract'
import { catalogueOf, TB_MQTT_MODELS } from '@sluice/devices'
import { productSteps } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'
import { Products } from './product.service.ts'

const { test } = sharedPlatform()
const { read, saved, published } = productSteps(() => test.admin)

/** What this process does not need of others. */
const others = { onAdopted: () => undefined, scriptFault: async () => null }

describe('products that the program brings', () => {
  const newer = (name: string) => {
    const [model, ...others] = TB_MQTT_MODELS.map((one) => ({ ...one, productNo: `SEED-${one.productNo}` }))
    const protocol = { protocol: 'TB_MQTT', models: [{ ...model!, name }, ...others] }
    return { productNo: model!.productNo, start: () => started([protocol as never]) }
  }
  const started = (protocols: Parameters<typeof catalogueOf>[0]) =>
    new Products({ db: test.db, catalogue: catalogueOf(protocols), ...others }).start()
  const found = async (productNo: string) =>
    (await test.admin.page(productResource, { keyword: productNo, limit: 100 })).list.find(
      (row) => row.productNo === productNo,
    )!

  it('come in force with a newer program, once, whoever starts at the same time', async () => {
    const first = newer('一')
    await Promise.all([first.start(), first.start()])
    await first.start()
    expect(await found(first.productNo)).toMatchObject({
      name: '一',
      versionNo: 1,
      status: 'PUBLISHED',
      hasDraft: false,
    })
    await newer('二').start()
    expect(await found(first.productNo)).toMatchObject({ name: '二', versionNo: 2 })
  })

  it('wait among the versions where a person’s is in force', async () => {
    const { productNo } = newer('二')
    const { id } = await found(productNo)
    await saved(id, (model) => ({ ...model, name: '我们的' }))
    await published(id)
    await newer('四').start()
    expect(await found(productNo)).toMatchObject({ name: '我们的', versionNo: 3 })
    const { versions, versionNo } = await read(id)
    expect(versionNo).toBe(3)
    expect(versions[0]).toMatchObject({ versionNo: 4, origin: 'PROGRAM', inForceFrom: null, byName: null })
    expect((await test.admin.call(productVersionModel, { id, versionNo: 4 })).name).toBe('四')
    // Whoever takes it is followed by the next one again.
    const { version } = await read(id)
    await test.admin.call(rollBackProduct, { id, version, versionNo: 4, note: '用平台的' })
    await newer('五').start()
    expect(await found(productNo)).toMatchObject({ name: '五' })
  })
})
