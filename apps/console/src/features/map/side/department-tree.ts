import { type DashboardSummary, type Waiting, WAITING_SIGNS, type WaitingSign } from '@sluice/contract'
import type { Count } from './device-filter.ts'

export interface DeptNode {
  id: string
  name: string
  /** Itself and all its descendants. */
  ids: ReadonlySet<string>
  count: Count
  children: DeptNode[]
}

const add = (a: Count, b: Count): Count => ({
  total: a.total + b.total,
  online: a.online + b.online,
  offline: a.offline + b.offline,
  fault: a.fault + b.fault,
})
const NONE: Count = { total: 0, online: 0, offline: 0, fault: 0 }

/**
 * Departments as a tree with the counts of all descendants; children of a department outside the scope are at the top.
 */
export function departmentTree(depts: DashboardSummary['depts'], counts: ReadonlyMap<string, Count>): DeptNode[] {
  const known = new Set(depts.map(({ id }) => id))
  const build = (parentId: string | null): DeptNode[] =>
    depts
      .filter((dept) => (dept.parentId !== null && known.has(dept.parentId) ? dept.parentId : null) === parentId)
      .map(({ id, name }) => {
        const children = build(id)
        const count = children.reduce((sum, child) => add(sum, child.count), counts.get(id) ?? NONE)
        return { id, name, children, count, ids: new Set([id, ...children.flatMap((child) => [...child.ids])]) }
      })
  return build(null)
}

/** How much waits in these departments together and its most urgent sign; null when nothing does. */
export function waitingIn(
  depts: Waiting['depts'],
  ids: ReadonlySet<string>,
): { total: number; sign: WaitingSign } | null {
  const inside = depts.filter(({ id }) => ids.has(id))
  const sign = WAITING_SIGNS.find((one) => inside.some((dept) => dept.sign === one))
  return sign === undefined ? null : { total: inside.reduce((sum, { total }) => sum + total, 0), sign }
}
