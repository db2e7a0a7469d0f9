import { type DeviceTypeCode, deviceTypeResource } from '@sluice/contract'
import type { ApiClient } from '../platform/client.ts'

/** Deletes types that no product is of, so that they can be made anew. */
export async function freeTypes(admin: ApiClient, codes: readonly DeviceTypeCode[]): Promise<void> {
  const { list } = await admin.page(deviceTypeResource, { limit: 100 })
  for (const { id, code } of list) if (codes.some((one) => one === code)) await admin.remove(deviceTypeResource, id)
}
