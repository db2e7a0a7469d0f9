import type { DeviceMap, DeviceState } from '@sluice/contract'
import { NOWHERE, type Points } from './cluster.ts'
import { type Body, bodyOf, columnsOf, stateByte } from './marker-state.ts'
import { worldX, worldY } from './mercator.ts'

/** One device as panels show it. */
export interface MapDevice {
  id: string
  name: string
  deviceNo: string
  type: string
  deptId: string
  masterId: string | null
  lng: number | null
  lat: number | null
  body: Body
  state: number
  status: number
  flags: number
  level: number
  /** Epoch ms of the last uplink. */
  seen: number | null
}

/** Moves a WGS-84 place to where the base map draws it. */
export type Shift = (lng: number, lat: number) => [lng: number, lat: number]
export const NO_SHIFT: Shift = (lng, lat) => [lng, lat]

/** The map of nobody: before the first load, and after sign-out. */
export const NO_DEVICES: DeviceMap = {
  time: '',
  ids: [],
  names: [],
  deviceNos: [],
  types: [],
  deptIds: [],
  masterIds: [],
  lngs: [],
  lats: [],
  status: [],
  levels: [],
  flags: [],
  seen: [],
}

/**
 * All devices of the scope as flat arrays, kept outside React: a report changes a few bytes, and whoever draws asks for
 * what it needs when the next frame comes.
 */
export class DeviceStore {
  #columns: DeviceMap = NO_DEVICES
  #index = new Map<string, number>()
  #lower: string[] = []
  #points: Points = { count: 0, x: new Float64Array(0), y: new Float64Array(0), state: new Uint8Array(0) }
  #shift: Shift = NO_SHIFT
  /** Grows with every change. */
  version = 0

  get count(): number {
    return this.#columns.ids.length
  }

  get points(): Points {
    return this.#points
  }

  load(columns: DeviceMap): void {
    const count = columns.ids.length
    this.#columns = columns
    this.#index = new Map(columns.ids.map((id, at) => [id, at]))
    this.#lower = columns.names.map((name, at) => `${name}\n${columns.deviceNos[at]!}`.toLowerCase())
    this.#points = { count, x: new Float64Array(count), y: new Float64Array(count), state: new Uint8Array(count) }
    for (let at = 0; at < count; at++) this.#setState(at)
    this.#place()
  }

  /** The base map under it changed its coordinates. */
  shiftBy(shift: Shift): void {
    if (shift === this.#shift) return
    this.#shift = shift
    this.#place()
  }

  /** What the live channel told; false for a device that is not known yet. */
  apply(state: DeviceState): boolean {
    const at = this.#index.get(state.deviceId)
    if (at === undefined) return false
    const { status, level, flags } = columnsOf(state)
    const { columns } = this
    columns.status[at] = status
    columns.levels[at] = level
    columns.flags[at] = flags
    columns.seen[at] = state.lastSeenTime ? Math.floor(Date.parse(state.lastSeenTime) / 1000) : columns.seen[at]!
    this.#setState(at)
    this.version++
    return true
  }

  get columns(): DeviceMap {
    return this.#columns
  }

  /** Name and number in small letters, for the search. */
  searchText(at: number): string {
    return this.#lower[at]!
  }

  indexOf(id: string): number | undefined {
    return this.#index.get(id)
  }

  at(at: number): MapDevice {
    const { columns } = this
    const state = this.#points.state[at]!
    const seen = columns.seen[at] ?? null
    return {
      id: columns.ids[at]!,
      name: columns.names[at]!,
      deviceNo: columns.deviceNos[at]!,
      type: columns.types[at]!,
      deptId: columns.deptIds[at]!,
      masterId: columns.masterIds[at] ?? null,
      lng: columns.lngs[at] ?? null,
      lat: columns.lats[at] ?? null,
      body: bodyOf(state),
      state,
      status: columns.status[at]!,
      flags: columns.flags[at]!,
      level: columns.levels[at]!,
      seen: seen === null ? null : seen * 1000,
    }
  }

  get(id: string): MapDevice | undefined {
    const at = this.#index.get(id)
    return at === undefined ? undefined : this.at(at)
  }

  isPlaced(at: number): boolean {
    return this.#points.x[at]! >= 0
  }

  #setState(at: number): void {
    const { columns } = this
    this.#points.state[at] = stateByte(columns.status[at]!, columns.levels[at]!, columns.flags[at]!)
  }

  #place(): void {
    const { columns } = this
    for (let at = 0; at < this.count; at++) {
      const [lng, lat] = [columns.lngs[at], columns.lats[at]]
      const placed = lng !== null && lng !== undefined && lat !== null && lat !== undefined
      const [shownLng, shownLat] = placed ? this.#shift(lng, lat) : [0, 0]
      this.#points.x[at] = placed ? worldX(shownLng) : NOWHERE
      this.#points.y[at] = placed ? worldY(shownLat) : NOWHERE
    }
    this.version++
  }
}
