import type { deviceResource } from '@sluice/contract'
import type { Catalogue } from '@sluice/devices'
import type { Sql } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { MountedResource } from '../../platform/resource/resource-change.ts'
import { pageRows } from '../../platform/resource/resource.store.ts'
import { productFacts } from './registry.store.ts'

const AT_ONCE = 1000

/** Devices of a product that are in use and have a connection of their own, as the list of devices finds them. */
export async function devicesOfProduct(
  { api: { db }, shape }: MountedResource<typeof deviceResource>,
  scope: Scope,
  { productId, groupId, areaId }: { productId: string; groupId: string | null; areaId: string | null },
): Promise<{ id: string; isOnline: boolean }[]> {
  const filters = { productId, ...(groupId !== null && { groupIds: groupId }), ...(areaId !== null && { areaId }) }
  const found: { id: string; isOnline: boolean }[] = []
  for (let page = 1; ; page++) {
    const { list } = await pageRows(db, shape, scope, { page, limit: AT_ONCE, filters })
    for (const { id, enabled, lifecycle, masterId, status } of list)
      if (enabled && lifecycle !== 'RETIRED' && masterId === null) found.push({ id, isOnline: status === 'ONLINE' })
    if (list.length < AT_ONCE) return found
  }
}

/** Whether the protocol of a product can bring firmware to its devices; those behind another one have no way of their own. */
export async function carriesFirmware(db: Sql, catalogue: Catalogue, productId: string): Promise<boolean> {
  const product = await productFacts(db, productId)
  const type = product && catalogue.typeOf(product.productNo)
  if (!type || type.nodeKind === 'SLAVE') return false
  return catalogue.protocolOf(type.protocol)?.carriesFirmware === true
}
