import { deviceResource, productResource } from '@sluice/contract'
import type { ApiClient } from '../platform/client.ts'

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
