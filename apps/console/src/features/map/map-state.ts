import type { DeviceMap, GeoFeature, GeoKind, TileSource } from '@sluice/contract'
import { create } from 'zustand'
import { useSession } from '../../lib/session.ts'
import { type Counts, countAll, type DeviceFilter, maskOf, NO_FILTER } from './device-filter.ts'
import { DeviceStore, NO_DEVICES } from './device-store.ts'
import type { Body } from './marker-state.ts'

/** What the list under the tree shows. */
export type Panel = 'attention' | 'list'

interface MapState {
  /** False until the first answer. */
  loaded: boolean
  /** Grows when devices changed, at most some times a second. */
  version: number
  counts: Counts
  filter: DeviceFilter
  selectedId: string | null
  panel: Panel
  /** Ids of a cluster that cannot be pulled apart: the list shows these. */
  spot: readonly string[] | null
  /** Indices of shown devices in view, worst first. */
  inView: { list: readonly number[]; total: number; bodies: ReadonlySet<Body>; lowBattery: boolean }
  land: readonly GeoFeature[]
  hiddenKinds: ReadonlySet<GeoKind>
  tiles: TileSource | null
  /** The land is being drawn on. */
  editing: boolean
}

/** Devices of the scope, outside React. */
export const devices = new DeviceStore()

const fresh = (): MapState => ({
  loaded: false,
  version: 0,
  counts: countAll(devices),
  filter: NO_FILTER,
  selectedId: null,
  panel: 'attention',
  spot: null,
  inView: { list: [], total: 0, bodies: new Set(), lowBattery: false },
  land: [],
  hiddenKinds: new Set(),
  tiles: null,
  editing: false,
})

export const useMap = create<MapState>()(fresh)

let mask = new Uint8Array(0)
let maskOfVersion = -1
let maskOfFilter: DeviceFilter | null = null

/** One byte per device, made again only when devices or filter changed. */
export function currentMask(): Uint8Array {
  const { filter } = useMap.getState()
  if (maskOfVersion !== devices.version || maskOfFilter !== filter) {
    mask = maskOf(devices, filter, mask) as Uint8Array<ArrayBuffer>
    maskOfVersion = devices.version
    maskOfFilter = filter
  }
  return mask
}

export function loadDevices(columns: DeviceMap): void {
  devices.load(columns)
  publishDevices()
  useMap.setState({ loaded: true })
}

/** Lets React know of what the store already holds. */
export function publishDevices(): void {
  useMap.setState({ version: devices.version, counts: countAll(devices) })
}

export function changeFilter(change: Partial<DeviceFilter>): void {
  useMap.setState(({ filter }) => ({ filter: { ...filter, ...change }, spot: null }))
}

export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}

export function select(id: string | null): void {
  useMap.setState({ selectedId: id })
}

export function forgetMapState(): void {
  devices.load(NO_DEVICES)
  useMap.setState(fresh())
}

useSession.subscribe((session, before) => {
  if (before.phase === 'ready' && session.phase === 'anonymous') forgetMapState()
})
