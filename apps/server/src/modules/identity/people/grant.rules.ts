import type { DataScope } from '@sluice/contract'

/** What a user holds: what they may do, and whose rows they see. */
export interface Holding {
  isAdmin: boolean
  resourceIds: ReadonlySet<string>
  allDepts: boolean
  deptIds: ReadonlySet<string>
}

/** Nobody may grant, take away or change more than they hold themselves (domain 1.3, AD-2). */
export function exceeds(theirs: Holding, own: Holding): boolean {
  if (own.isAdmin) return false
  if (theirs.isAdmin) return true
  return !holdsResources(own, theirs.resourceIds) || !coversDepts(own, theirs)
}

export function holdsResources(own: Holding, ids: Iterable<string>): boolean {
  if (own.isAdmin) return true
  for (const id of ids) if (!own.resourceIds.has(id)) return false
  return true
}

function coversDepts(own: Holding, theirs: Pick<Holding, 'allDepts' | 'deptIds'>): boolean {
  if (own.allDepts) return true
  if (theirs.allDepts) return false
  for (const id of theirs.deptIds) if (!own.deptIds.has(id)) return false
  return true
}

/** How far each data scope can reach; CUSTOM reaches as far as its departments, which are checked one by one. */
const REACH: Record<DataScope, number> = { ALL: 3, SUBTREE: 2, DEPT: 1, CUSTOM: 0, SELF: 0 }

/** A role's data scope may not reach further than the widest of its maker. */
export function mayGiveScope(scope: DataScope, own: { isAdmin: boolean; scopes: readonly DataScope[] }): boolean {
  if (own.isAdmin) return true
  return REACH[scope] <= Math.max(0, ...own.scopes.map((one) => REACH[one]))
}

/** Of several administrators the last one stays (domain 1.3). */
export function isLastAdmin(userId: string, activeAdminIds: readonly string[]): boolean {
  return activeAdminIds.length === 1 && activeAdminIds[0] === userId
}
