import { type DeviceMap, type DevicesAt, type DeviceState, MAP_STATUS } from '@sluice/contract'
import { NOWHERE, type Points } from './cluster.ts'
import { DeviceColours } from './device-colours.ts'
import { BADGE, type Body, bodyOf, columnsOf, type Ring, stateByte } from './marker-state.ts'
import { worldX, worldY } from '../canvas/mercator.ts'

/** One device as panels show it. */
export interface MapDevice {
  id: string
  name: string
  deviceNo: string
  type: string
  productId: string
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

/** Shifts a WGS-84 place to where the base map draws it. */
export type Shift = (lng: number, lat: number) => [lng: number, lat: number]
export const NO_SHIFT: Shift = (lng, lat) => [lng, lat]

/** An empty map: before the first load, and after sign-out. */
export const NO_DEVICES: DeviceMap = {
  time: '',
  ids: [],
  names: [],
  deviceNos: [],
  types: [],
  productIds: [],
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
 * All devices of the scope as flat arrays outside React: a report changes a few bytes, and readers fetch what they need
 * in the next frame.
 */
export class DeviceStore {
  #live: DeviceMap = NO_DEVICES
  /** The devices at a moment of the past, which are shown in place of the present. */
  #given: DevicesAt | null = null
  #then: DeviceMap | null = null
  #index = new Map<string, number>()
  #lower: string[] = []
  #points: Points = { count: 0, x: new Float64Array(0), y: new Float64Array(0), state: new Uint8Array(0) }
  #shift: Shift = NO_SHIFT
  #rings: ReadonlyMap<string, Ring> = new Map()
  readonly colours = new DeviceColours()
  /** Each department once, and each device's index in that list, so that counting compares no texts. */
  depts: { names: readonly string[]; of: Int32Array } = { names: [], of: new Int32Array(0) }
  /** The number of devices of each type. */
  types: ReadonlyMap<string, number> = new Map()
  /** Grows with every change that is drawn or counted. */
  version = 0
  /** Grows with every report too: the age of the last one is another. */
  heard = 0
  /** Grows when devices are added, removed or moved, not with their reports. */
  placing = 0

  get count(): number {
    return this.#live.ids.length
  }

  get points(): Points {
    return this.#points
  }

  load(columns: DeviceMap): void {
    const count = columns.ids.length
    const before = this.#index
    this.colours.renew(count, (at) => before.get(columns.ids[at]!))
    this.#live = columns
    this.#index = new Map(columns.ids.map((id, at) => [id, at]))
    this.#then = this.#given && this.#asOf(this.#given)
    this.#lower = columns.names.map((name, at) => `${name}\n${columns.deviceNos[at]!}`.toLowerCase())
    this.#points = { count, x: new Float64Array(count), y: new Float64Array(count), state: new Uint8Array(count) }
    for (let at = 0; at < count; at++) this.#setState(at)
    this.#group()
    this.#place()
  }

  #group(): void {
    const { deptIds, types } = this.#live
    const places = new Map<string, number>()
    const of = new Int32Array(deptIds.length)
    for (const [at, id] of deptIds.entries()) {
      let place = places.get(id)
      if (place === undefined) places.set(id, (place = places.size))
      of[at] = place
    }
    this.depts = { names: [...places.keys()], of }
    const counted = new Map<string, number>()
    for (const type of types) counted.set(type, (counted.get(type) ?? 0) + 1)
    this.types = counted
  }

  /** Applies the shift of another base map. */
  shiftBy(shift: Shift): void {
    if (shift === this.#shift) return
    this.#shift = shift
    this.#place()
  }

  /** Applies a state from the live channel; false for an unknown device. */
  apply(state: DeviceState): boolean {
    const at = this.#index.get(state.deviceId)
    if (at === undefined) return false
    const { status, level, flags } = columnsOf(state)
    const columns = this.#live
    const isSame = columns.status[at] === status && columns.levels[at] === level && columns.flags[at] === flags
    columns.seen[at] = state.lastSeenTime ? Math.floor(Date.parse(state.lastSeenTime) / 1000) : columns.seen[at]!
    if (this.colours.bins !== null) this.colours.hear(at, columns.types[at]!, state)
    this.heard++
    if (isSame) return true
    columns.status[at] = status
    columns.levels[at] = level
    columns.flags[at] = flags
    // A report of now changes nothing of then.
    if (this.#then) return true
    this.#setState(at)
    this.version++
    return true
  }

  /** Colours the devices by what is proven now (epoch ms), or was at the moment that is shown. */
  recolour(now: number): void {
    const shownMs = this.#given ? Date.parse(this.#given.time) : now
    if (this.colours.refresh(this.columns, shownMs / 1000, this.#given !== null)) this.version++
  }

  /** Shows the devices as they were; reports go on in the background. With null they are shown as they are. */
  showThen(given: DevicesAt | null): void {
    if (given === this.#given) return
    this.#given = given
    this.#then = given && this.#asOf(given)
    for (let at = 0; at < this.count; at++) this.#setState(at)
    this.version++
  }

  /** A device that the moment does not know had not reported. */
  #asOf({ ids, ...then }: DevicesAt): DeviceMap {
    const { length } = this.#live.ids
    const status = Array.from<number>({ length }).fill(MAP_STATUS.INACTIVE)
    const levels = Array.from<number>({ length }).fill(0)
    const flags = Array.from<number>({ length }).fill(0)
    const seen = Array.from<number | null>({ length }).fill(null)
    for (const [n, id] of ids.entries()) {
      const at = this.#index.get(id)
      if (at === undefined) continue
      status[at] = then.status[n]!
      levels[at] = then.levels[n]!
      flags[at] = then.flags[n]!
      seen[at] = then.seen[n]!
    }
    return { ...this.#live, time: then.time, status, levels, flags, seen }
  }

  /** Sets which devices have an unproven command; returns whether the drawing changes. */
  ring(rings: ReadonlyMap<string, Ring>): boolean {
    const before = this.#rings
    this.#rings = rings
    let changed = false
    for (const id of new Set([...before.keys(), ...rings.keys()])) {
      const at = this.#index.get(id)
      if (at === undefined || before.get(id) === rings.get(id)) continue
      this.#setState(at)
      changed = true
    }
    if (changed) this.version++
    return changed
  }

  /** Gives a device another place in WGS-84, or none. */
  move(id: string, lng: number | null, lat: number | null): void {
    const at = this.#index.get(id)
    if (at === undefined) return
    this.#live.lngs[at] = lng
    this.#live.lats[at] = lat
    this.#place()
  }

  get columns(): DeviceMap {
    return this.#then ?? this.#live
  }

  /** Name and number in lower case, for the search. */
  searchText(at: number): string {
    return this.#lower[at]!
  }

  readonly indexOf = (id: string): number | undefined => this.#index.get(id)

  at(at: number): MapDevice {
    const { columns } = this
    const state = this.#points.state[at]!
    const seen = columns.seen[at] ?? null
    return {
      id: columns.ids[at]!,
      name: columns.names[at]!,
      deviceNo: columns.deviceNos[at]!,
      type: columns.types[at]!,
      productId: columns.productIds[at]!,
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
    const ring = this.#rings.size > 0 && !this.#then ? this.#rings.get(columns.ids[at]!) : undefined
    const bits = ring === undefined ? 0 : BADGE[ring]
    this.#points.state[at] = stateByte(columns.status[at]!, columns.levels[at]!, columns.flags[at]!) | bits
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
    this.placing++
  }
}
