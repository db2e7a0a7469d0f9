import { deviceResource, productResource } from '@sluice/contract'
import type { ApiClient } from '../platform/client.ts'
import { makeReadyProduct } from './products.ts'

const addresses = { next: 1 }

/** A station address that is unique in this test file. */
export function freeAddress(): string {
  return String(addresses.next++).padStart(10, '0')
}

export interface DeviceOptions extends Record<string, unknown> {
  /** Built-in model, e.g. `SL651-VALVE`. */
  productNo?: string
  deptId?: string
}

/** Creates a device as the form does. A station gets a free address when none is given. */
export async function makeDevice(
  admin: ApiClient,
  { productNo = 'SL651-VALVE', deptId = '1', ...values }: DeviceOptions = {},
): Promise<{ id: string; stationAddress: string }> {
  const products = await admin.page(productResource, { limit: 100 })
  const product = products.list.find((row) => row['productNo'] === productNo)
  if (!product) throw new Error(`there is no product ${productNo}`)
  const address = values['masterId'] === undefined ? freeAddress() : null
  const name = `${productNo} ${address ?? `channel ${String(values['channel'])} of ${String(values['masterId'])}`}`
  const deviceNo = `D-${addresses.next++}`
  const id = await admin.insert(deviceResource, {
    name,
    deviceNo,
    deptId,
    productId: product.id,
    ...(address === null ? {} : { stationAddress: address }),
    ...values,
  })
  return { id, stationAddress: (values['stationAddress'] as string | undefined) ?? address ?? '' }
}

/** Leads a new device to where it may be put into service. */
export async function shipDevice(admin: ApiClient, id: string): Promise<void> {
  for (const step of ['stockIn', 'ship']) {
    const { version } = await admin.get(deviceResource, id)
    await admin.answer('POST', `/device/v1/device/${step}`, { id, version })
  }
}

const PROBE = 'COLD-STORE-PROBE'

/** A device that measures temperature, of a product that begins from the ready model and is made once. */
export async function makeTempProbe(admin: ApiClient, options: DeviceOptions = {}): Promise<{ id: string }> {
  if ((await admin.page(productResource, { keyword: PROBE })).total === 0)
    await makeReadyProduct(admin, 'LIB-MQTT-COLD-STORE', PROBE)
  return makeDevice(admin, { productNo: PROBE, stationAddress: null, ...options })
}
