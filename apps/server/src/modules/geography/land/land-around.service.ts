import type { GeoAround } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { tenantRoot } from './land-around.rules.ts'
import { landOutside, pathTo } from './land-around.store.ts'

/** The land of the caller's own tenant around what they see; nothing for whoever sees everything or hosts tenants. */
export async function landAround(db: Sql, { deptId, scope }: Pick<Session, 'deptId' | 'scope'>): Promise<GeoAround[]> {
  if (scope.all) return []
  const root = tenantRoot(await pathTo(db, deptId))
  return root === null ? [] : landOutside(db, root, scope)
}
