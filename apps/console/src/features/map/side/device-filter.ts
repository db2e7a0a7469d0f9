import { MAP_FLAGS, MAP_STATUS } from '@sluice/contract'
import { BINS } from '../colour/bins.rules.ts'
import type { DeviceStore } from '../markers/device-store.ts'
import { BADGE, BODIES, BODY_MASK, type Body, CLASS_OF_BODY, URGENCY } from '../markers/marker-state.ts'

/** The cells of the strip that filter: a device is shown when one of the chosen ones counts it. */
export const SHOWN_ONLY = ['online', 'offline', 'waiting', 'moving', 'pending'] as const
export type ShownOnly = (typeof SHOWN_ONLY)[number]

/** Which devices wait for somebody: by id, and the silent slaves of a master in a department (`master dept`). */
export interface WaitingMarks {
  ids: ReadonlySet<string>
  silent: ReadonlySet<string>
}

/** The user's filter. Empty sets mean everything. */
export interface DeviceFilter {
  keyword: string
  types: ReadonlySet<string>
  /** Bodies switched off in the legend. */
  hidden: ReadonlySet<Body>
  /** Bits of the state byte whose devices are switched off in the legend. */
  hiddenMarks: number
  /** Departments with all their descendants; null for all. */
  deptIds: ReadonlySet<string> | null
  /** Only devices without a place. */
  unplaced: boolean
  only: ReadonlySet<ShownOnly>
  waiting: WaitingMarks
  /** Bins of the colours that are pressed in their legend. */
  bins: ReadonlySet<number>
}

export const NO_FILTER: DeviceFilter = {
  keyword: '',
  types: new Set(),
  hidden: new Set(),
  hiddenMarks: 0,
  deptIds: null,
  unplaced: false,
  only: new Set(),
  waiting: { ids: new Set(), silent: new Set() },
  bins: new Set(),
}

function isEmpty({ keyword, types, hidden, hiddenMarks, deptIds, unplaced, only, bins }: DeviceFilter): boolean {
  const sets = types.size + hidden.size + hiddenMarks + only.size + bins.size
  return keyword.trim() === '' && sets === 0 && deptIds === null && !unplaced
}

/** Whether a report can hide or show a device. */
export function asksForState({ hidden, hiddenMarks, only, bins }: DeviceFilter): boolean {
  return hidden.size + hiddenMarks + only.size + bins.size > 0
}

/** Whether one of the chosen cells counts the device. */
function isCounted({ columns, points }: DeviceStore, at: number, { only, waiting }: DeviceFilter): boolean {
  const status = columns.status[at]!
  return (
    (only.has('online') && status === MAP_STATUS.ONLINE) ||
    (only.has('offline') && status === MAP_STATUS.OFFLINE) ||
    (only.has('moving') && (columns.flags[at]! & MAP_FLAGS.moving) !== 0) ||
    (only.has('pending') && (points.state[at]! & BADGE.pending) !== 0) ||
    (only.has('waiting') &&
      (waiting.ids.has(columns.ids[at]!) ||
        (status === MAP_STATUS.OFFLINE && waiting.silent.has(`${columns.masterIds[at]} ${columns.deptIds[at]}`))))
  )
}

/** One byte per device: 1 is shown. Written into `mask` when it is long enough. */
export function maskOf(store: DeviceStore, filter: DeviceFilter, mask: Uint8Array): Uint8Array {
  const { count, columns, points } = store
  const out = mask.length === count ? mask : new Uint8Array(count)
  if (isEmpty(filter)) return out.fill(1)
  const { types, deptIds, unplaced, hiddenMarks } = filter
  const keyword = filter.keyword.trim().toLowerCase()
  const hidden = Uint8Array.from(BODIES, (body) => Number(filter.hidden.has(body)))
  const bins = filter.bins.size === 0 ? null : store.colours.bins
  for (let at = 0; at < count; at++) {
    out[at] = Number(
      hidden[points.state[at]! & BODY_MASK] === 0 &&
        (points.state[at]! & hiddenMarks) === 0 &&
        (bins === null || filter.bins.has(bins[at]!)) &&
        (types.size === 0 || types.has(columns.types[at]!)) &&
        (deptIds === null || deptIds.has(columns.deptIds[at]!)) &&
        (!unplaced || !store.isPlaced(at)) &&
        (filter.only.size === 0 || isCounted(store, at, filter)) &&
        (keyword === '' || store.searchText(at).includes(keyword)),
    )
  }
  return out
}

/** How many devices have each bin, among those that pass and that everything but the legend of colours shows. */
export function countBins(store: DeviceStore, filter: DeviceFilter, passes: (at: number) => boolean): number[] {
  const { bins } = store.colours
  const counts = Array.from<number>({ length: BINS + 1 }).fill(0)
  if (bins === null) return counts
  const mask = maskOf(store, { ...filter, bins: new Set() }, NO_MASK)
  for (let at = 0; at < store.count; at++) if (mask[at] === 1 && passes(at)) counts[bins[at]!]!++
  return counts
}

const NO_MASK = new Uint8Array(0)

/** The silent slaves of a master in a department. */
export function silentSlaves({ count, columns }: DeviceStore, masterId: string, deptId: string): string[] {
  const { ids, masterIds, deptIds, status } = columns
  const isOne = (at: number) =>
    masterIds[at] === masterId && deptIds[at] === deptId && status[at] === MAP_STATUS.OFFLINE
  return Array.from({ length: count }, (_, at) => at)
    .filter(isOne)
    .map((at) => ids[at]!)
}

export interface Count {
  total: number
  online: number
  offline: number
  fault: number
}

export interface Counts extends Count {
  moving: number
  /** With a command under way. */
  pending: number
  unplaced: Count
  byType: ReadonlyMap<string, number>
  /** Of the department alone. */
  byDept: ReadonlyMap<string, Count>
}

const zero = (): Count => ({ total: 0, online: 0, offline: 0, fault: 0 })

/** Counts all numbers around the map in one pass. A device with a fault counts as one, and also by its link. */
export function countAll(store: DeviceStore): Counts {
  const all = { ...zero(), moving: 0, pending: 0 }
  const unplaced = zero()
  const { count, columns, points, depts } = store
  const { status, flags } = columns
  const perDept = depts.names.map(zero)
  for (let at = 0; at < count; at++) {
    const isFault = CLASS_OF_BODY[points.state[at]! & BODY_MASK] === 2
    const link = status[at]!
    if (flags[at]! & MAP_FLAGS.moving) all.moving++
    if (points.state[at]! & BADGE.pending) all.pending++
    add(all, link, isFault)
    add(perDept[depts.of[at]!]!, link, isFault)
    if (points.x[at]! < 0) add(unplaced, link, isFault)
  }
  return { ...all, unplaced, byType: store.types, byDept: new Map(depts.names.map((id, at) => [id, perDept[at]!])) }
}

function add(count: Count, link: number, isFault: boolean): void {
  count.total++
  if (isFault) count.fault++
  if (link === MAP_STATUS.ONLINE) count.online++
  else if (link === MAP_STATUS.OFFLINE) count.offline++
}

/** Compares numbers in names as numbers; one collator is many times faster than `localeCompare`. */
const byWords = new Intl.Collator('zh-CN', { numeric: true })

/** Indices of shown devices that pass, worst first, at most `limit`; and how many there are. */
export function worstFirst(
  store: DeviceStore,
  mask: Uint8Array,
  passes: (at: number) => boolean,
  limit: number,
): { list: number[]; total: number } {
  const found: number[] = []
  for (let at = 0; at < store.count; at++) if (mask[at] === 1 && passes(at)) found.push(at)
  return { list: worstOf(store, found, limit), total: found.length }
}

/** The same order for given indices. */
export function worstOf(store: DeviceStore, found: number[], limit = found.length): number[] {
  const urgency = (at: number) => URGENCY[store.points.state[at]! & BODY_MASK]!
  const names = store.columns.names
  const compare = (a: number, b: number) => urgency(a) - urgency(b) || byWords.compare(names[a]!, names[b]!)
  // Sorting names is dear: of very many only those of the worst kinds are sorted.
  const few = found.length > 2000 && limit < found.length ? cutByUrgency(found, urgency, limit) : found
  return few.sort(compare).slice(0, limit)
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
