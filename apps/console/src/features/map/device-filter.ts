import { MAP_FLAGS } from '@sluice/contract'
import type { DeviceStore } from './device-store.ts'
import { BODIES, BODY_MASK, type Body, CLASS_OF_BODY, URGENCY } from './marker-state.ts'

/** What the person wants to see. Empty sets mean everything. */
export interface DeviceFilter {
  keyword: string
  types: ReadonlySet<string>
  /** Bodies switched off in the legend. */
  hidden: ReadonlySet<Body>
  /** Departments, with everything below them; null is all. */
  deptIds: ReadonlySet<string> | null
  /** Only devices without a place. */
  unplaced: boolean
}

export const NO_FILTER: DeviceFilter = {
  keyword: '',
  types: new Set(),
  hidden: new Set(),
  deptIds: null,
  unplaced: false,
}

/** One byte per device: 1 is shown. Written into `mask` when it is long enough. */
export function maskOf(store: DeviceStore, filter: DeviceFilter, mask: Uint8Array): Uint8Array {
  const { count, columns, points } = store
  const out = mask.length === count ? mask : new Uint8Array(count)
  const { types, deptIds, unplaced } = filter
  const keyword = filter.keyword.trim().toLowerCase()
  const hidden = Uint8Array.from(BODIES, (body) => Number(filter.hidden.has(body)))
  for (let at = 0; at < count; at++) {
    out[at] = Number(
      hidden[points.state[at]! & BODY_MASK] === 0 &&
        (types.size === 0 || types.has(columns.types[at]!)) &&
        (deptIds === null || deptIds.has(columns.deptIds[at]!)) &&
        (!unplaced || !store.isPlaced(at)) &&
        (keyword === '' || store.searchText(at).includes(keyword)),
    )
  }
  return out
}

export interface Count {
  total: number
  online: number
  offline: number
  fault: number
}

export interface Counts extends Count {
  moving: number
  unplaced: Count
  byType: ReadonlyMap<string, number>
  /** Of the department alone. */
  byDept: ReadonlyMap<string, Count>
}

const zero = (): Count => ({ total: 0, online: 0, offline: 0, fault: 0 })

/** All numbers around the map in one walk. A device with a fault counts as one, and by its link beside that. */
export function countAll(store: DeviceStore): Counts {
  const all = { ...zero(), moving: 0 }
  const unplaced = zero()
  const byType = new Map<string, number>()
  const byDept = new Map<string, Count>()
  const { count, columns, points } = store
  for (let at = 0; at < count; at++) {
    const deptId = columns.deptIds[at]!
    let dept = byDept.get(deptId)
    if (!dept) byDept.set(deptId, (dept = zero()))
    const isFault = CLASS_OF_BODY[points.state[at]! & BODY_MASK] === 2
    const status = columns.status[at]!
    if (columns.flags[at]! & MAP_FLAGS.moving) all.moving++
    for (const one of store.isPlaced(at) ? [all, dept] : [all, dept, unplaced]) {
      one.total++
      if (isFault) one.fault++
      if (status === 1) one.online++
      else if (status === 2) one.offline++
    }
    const type = columns.types[at]!
    byType.set(type, (byType.get(type) ?? 0) + 1)
  }
  return { ...all, unplaced, byType, byDept }
}

/** Indices of shown devices that pass, worst first, at most `limit`; and how many there are. */
export function worstFirst(
  store: DeviceStore,
  mask: Uint8Array,
  passes: (at: number) => boolean,
  limit: number,
): { list: number[]; total: number } {
  const found: number[] = []
  for (let at = 0; at < store.count; at++) if (mask[at] === 1 && passes(at)) found.push(at)
  const urgency = (at: number) => URGENCY[store.points.state[at]! & BODY_MASK]!
  const names = store.columns.names
  const compare = (a: number, b: number) =>
    urgency(a) - urgency(b) || names[a]!.localeCompare(names[b]!, 'zh-CN', { numeric: true })
  // Sorting names is dear: of very many only those of the worst kinds are sorted.
  const few = found.length > 2000 ? cutByUrgency(found, urgency, limit) : found
  return { list: few.sort(compare).slice(0, limit), total: found.length }
}

function cutByUrgency(found: readonly number[], urgency: (at: number) => number, limit: number): number[] {
  const groups = Array.from({ length: BODIES.length }, (): number[] => [])
  for (const at of found) groups[urgency(at)]!.push(at)
  const kept: number[] = []
  for (const group of groups) {
    if (kept.length >= limit) break
    kept.push(...group.slice(0, 1000))
  }
  return kept
}
