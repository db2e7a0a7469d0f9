import type { Command, DeviceMap, GeoAround, GeoFeature, GeoKind, GeoPosition, TileSource } from '@sluice/contract'
import { create } from 'zustand'
import { stateBeyond } from '../../domain/state/device-state-store.ts'
import { useSession } from '../../lib/access/session.ts'
import {
  asksForState,
  type Counts,
  countAll,
  type DeviceFilter,
  maskOf,
  NO_FILTER,
  type WaitingMarks,
} from './side/device-filter.ts'
import type { ColourBy, Colouring } from './colour/bins.rules.ts'
import type { FlowStretch } from './flow/flow.rules.ts'
import { DeviceStore, NO_DEVICES } from './markers/device-store.ts'
import type { Body } from './markers/marker-state.ts'

/** What the list under the tree shows. */
export type Panel = 'attention' | 'list'

/** The tool that a press on the map uses, beside opening a device. */
export type Tool = 'lasso' | 'isolate' | 'place'

/** Devices selected by drawing. The outline is in the coordinates of the map. */
interface Picked {
  ids: readonly string[]
  outline: readonly GeoPosition[]
}

export interface Burst {
  edgeId: string
  place: GeoPosition | null
  /** Valves that somebody passed over. */
  without?: readonly string[]
}

/** A stretch of the network, in WGS-84. */
export interface ColouredStretch {
  kind: GeoKind
  line: readonly GeoPosition[]
  rank: string | null
  bin: number
}

interface MapState {
  /** False until the first answer. */
  loaded: boolean
  /** Grows when the drawing of devices changed, at most once a second while only reports arrive. */
  version: number
  /** The same for reports that change no drawing. */
  heard: number
  counts: Counts
  filter: DeviceFilter
  selectedId: string | null
  panel: Panel
  /** Ids of a cluster that cannot be split: the list shows these. */
  spot: readonly string[] | null
  /** Indices of shown devices in view, worst first. */
  /** `bodies` and `marks` (bits of the state bytes) of what lies in view, shown or switched off. */
  inView: {
    list: readonly number[]
    total: number
    bodies: ReadonlySet<Body>
    marks: number
    /** How many devices each row of the legend of colours stands for, by bin; all 0 while states are shown. */
    bins: readonly number[]
  }
  /** What the map is coloured by. */
  colourBy: ColourBy
  /** The network in the same colours; empty where the quantity is none of it. */
  stretches: readonly ColouredStretch[]
  /** Unproven commands, by device. */
  commands: ReadonlyMap<string, Command>
  tool: Tool | null
  /** The device that the tool `place` puts on the map. */
  placing: string | null
  picked: Picked | null
  /** The edge of the network with the burst, and its place in WGS-84; without a place the whole edge must run dry. */
  burst: Burst | null
  land: readonly GeoFeature[]
  /** Land of the tenant's other departments, which lies around the scope. */
  around: readonly GeoAround[]
  aroundShown: boolean
  hiddenKinds: ReadonlySet<GeoKind>
  /** What is proven to flow on an edge, at the moment of the map. */
  flows: ReadonlyMap<string, readonly FlowStretch[]>
  /** How many valves on an edge report a BAD flow. */
  leftOut: ReadonlyMap<string, number>
  tiles: TileSource | null
  /** The moment of the past that is shown, epoch ms in whole minutes; null for the present. */
  past: number | null
  /** The geography is being edited. */
  editing: boolean
}

/** Devices of the scope, outside React. */
export const devices = new DeviceStore()

const fresh = (): MapState => ({
  loaded: false,
  version: 0,
  heard: 0,
  counts: countAll(devices),
  filter: NO_FILTER,
  selectedId: null,
  panel: 'attention',
  spot: null,
  inView: { list: [], total: 0, bodies: new Set(), marks: 0, bins: [] },
  colourBy: 'state',
  stretches: [],
  commands: new Map(),
  tool: null,
  placing: null,
  picked: null,
  burst: null,
  land: [],
  around: [],
  aroundShown: true,
  hiddenKinds: new Set(),
  flows: new Map(),
  leftOut: new Map(),
  tiles: null,
  past: null,
  editing: false,
})

export const useMap = create<MapState>()(fresh)

let mask = new Uint8Array(0)
let maskOfVersion = -1
let maskOfFilter: DeviceFilter | null = null
let maskOfPlacing = -1
/** Grows when other devices are shown. */
let maskVersion = 0

/** One byte per device, computed again only when it may have changed: reports matter only to filters of states. */
export function currentMask(): Uint8Array {
  const { filter } = useMap.getState()
  const isSame = maskOfFilter === filter && maskOfPlacing === devices.placing
  if (isSame && (maskOfVersion === devices.version || !asksForState(filter))) return mask
  mask = maskOf(devices, filter, mask) as Uint8Array<ArrayBuffer>
  maskOfVersion = devices.version
  maskOfFilter = filter
  maskOfPlacing = devices.placing
  maskVersion++
  return mask
}

/** Identifies a set of shown devices at their places. */
export function shownKey(): string {
  return `${maskVersion} ${devices.placing}`
}

/** Loads all devices as answered to a request at `askedAt`; what is known beyond that answer is drawn over it. */
export function loadDevices(columns: DeviceMap, askedAt: number): void {
  devices.load(columns)
  for (const [at, id] of columns.ids.entries()) {
    const state = stateBeyond(id, columns.seen[at] ?? null, askedAt)
    if (state) devices.apply(state)
  }
  publishDevices()
  useMap.setState({ loaded: true })
}

/** Notifies React of the store's current content. */
export function publishDevices(): void {
  devices.recolour(Date.now())
  const { heard, version } = devices
  if (useMap.getState().version === version) useMap.setState({ heard })
  else useMap.setState({ heard, version, counts: countAll(devices) })
}

/** What waits changed: only a filter by it is drawn anew. */
export function markWaiting(waiting: WaitingMarks): void {
  useMap.setState(({ filter }) => ({ filter: { ...filter, waiting } }))
}

export function changeFilter(change: Partial<DeviceFilter>): void {
  useMap.setState(({ filter }) => ({ filter: { ...filter, ...change }, spot: null, picked: null }))
}

/** Colours the map by something, with these rows of its legend pressed. */
export function colourMap({ by, only }: Colouring): void {
  devices.colours.choose(by)
  if (useMap.getState().colourBy !== by) useMap.setState({ colourBy: by })
  changeFilter({ bins: only })
  publishDevices()
}

export function toggled<T>(set: ReadonlySet<T>, value: T): ReadonlySet<T> {
  const next = new Set(set)
  if (!next.delete(value)) next.add(value)
  return next
}

/** Activates one tool; the previous one's marks on the map are removed. */
export function takeTool(tool: Tool | null): void {
  useMap.setState({ tool, placing: null, picked: null, burst: null })
}

export function select(id: string | null): void {
  useMap.setState({ selectedId: id })
}

export function forgetMapState(): void {
  devices.load(NO_DEVICES)
  devices.colours.choose('state')
  useMap.setState(fresh())
}

useSession.subscribe((session, before) => {
  if (before.phase === 'ready' && session.phase === 'anonymous') forgetMapState()
})
