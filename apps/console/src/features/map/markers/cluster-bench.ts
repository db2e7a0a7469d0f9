import type { DeviceMap, DeviceState } from '@sluice/contract'
import { ClusterView } from './cluster-view.ts'
import { countAll, maskOf, NO_FILTER } from '../side/device-filter.ts'
import { DeviceStore } from './device-store.ts'
import { worldX, worldY, type WorldView } from '../canvas/mercator.ts'

/** Devices scattered over a county, most of them in towns; `random` returns numbers from 0 to 1. */
function strewn(count: number, random: () => number): DeviceMap {
  const all = <T>(value: (at: number) => T) => Array.from({ length: count }, (_none, at) => value(at))
  const town = all(() => Math.floor(random() * 12))
  const spread = all(() => (random() < 0.7 ? 0.03 : 0.5))
  const types = ['VALVE', 'PUMP', 'SENSOR', 'GATEWAY', 'HYDRANT']
  return {
    time: '2026-01-01T00:00:00.000Z',
    ids: all((at) => String(at + 1)),
    names: all((at) => `东干渠-${at + 1}#阀`),
    deviceNos: all((at) => `QH-${at + 1}`),
    types: all((at) => types[at % types.length]!),
    deptIds: all((at) => String(1 + (at % 40))),
    productIds: all(() => '1'),
    masterIds: all(() => null),
    lngs: all((at) => 116.2 + (town[at]! % 4) * 0.15 + (random() - 0.5) * spread[at]!),
    lats: all((at) => 36.9 + Math.floor(town[at]! / 4) * 0.15 + (random() - 0.5) * spread[at]!),
    status: all(() => (random() < 0.95 ? 1 : 2)),
    levels: all(() => (random() < 0.97 ? 0 : 1 + Math.floor(random() * 4))),
    flags: all(() => 0),
    seen: all(() => 1_767_225_600),
  }
}

/** The whole county, a district, a town: from all devices in view to a hundredth of them. */
const VIEWS: Readonly<Record<string, WorldView>> = {
  county: { west: worldX(115.8), east: worldX(117.2), north: worldY(37.7), south: worldY(36.5), zoom: 10 },
  district: { west: worldX(116.3), east: worldX(116.65), north: worldY(37.15), south: worldY(36.85), zoom: 12 },
  town: { west: worldX(116.33), east: worldX(116.37), north: worldY(37.07), south: worldY(37.03), zoom: 15 },
}

export interface FlushTimes {
  view: string
  /** How many clusters and single devices are drawn. */
  cells: number
  /** Time of each picture of a new view, ms: sorting all devices into cells, merging cells that overlap. */
  anewMs: number[]
  /** Time of each flush, ms: the shown devices, and the numbers of every drawn cell. */
  clusterMs: number[]
  /** Time of counting the numbers around the map in the same flush, ms. */
  countMs: number[]
}

interface Load {
  devices: number
  /** Reports between two flushes. */
  batch: number
  flushes: number
  now(): number
  random(): number
}

function stateOf(deviceId: string, random: () => number): DeviceState {
  const isOnline = random() < 0.95
  const code = random() < 0.03 ? 'V02' : null
  return {
    deviceId,
    deptId: '1',
    status: isOnline ? 'ONLINE' : 'OFFLINE',
    offlineCause: isOnline ? null : 'SELF',
    lastSeenTime: '2026-01-01T00:00:00.000Z',
    values: { opening: { v: 42, ts: '2026-01-01T00:00:00.000Z', q: 'GOOD' } },
    faults: code === null ? [] : [{ code, level: 3 }],
  }
}

/**
 * Measures flushes of the map as the screen makes them: a batch of reports changes devices, then the picture is
 * updated.
 */
export function timeFlushes({ devices, batch, flushes, now, random }: Load): FlushTimes[] {
  const store = new DeviceStore()
  store.load(strewn(devices, random))
  let mask = new Uint8Array(devices)
  return Object.entries(VIEWS).map(([view, seen]) => {
    const times: FlushTimes = { view, cells: 0, anewMs: [], clusterMs: [], countMs: [] }
    const picture = new ClusterView()
    // The first flushes warm up the compiler.
    for (let flush = -30; flush < flushes; flush++) {
      for (let at = 0; at < batch; at++) store.apply(stateOf(String(1 + Math.floor(random() * devices)), random))
      const begun = now()
      mask = maskOf(store, NO_FILTER, mask) as Uint8Array<ArrayBuffer>
      times.cells = picture.cells(store.points, mask, seen, 'all').length
      const clustered = now()
      countAll(store)
      if (flush < 0) continue
      times.clusterMs.push(clustered - begun)
      times.countMs.push(now() - clustered)
    }
    for (let view = -10; view < flushes / 4; view++) {
      const begun = now()
      picture.cells(store.points, mask, seen, `other ${view}`)
      if (view >= 0) times.anewMs.push(now() - begun)
    }
    return times
  })
}
