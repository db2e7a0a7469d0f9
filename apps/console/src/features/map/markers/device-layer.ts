import { MAP_STATUS } from '@sluice/contract'
import { t } from '../../../lib/text/text.ts'
import { CALM_BELOW_ZOOM, DotGrid, markBodies, silenceGroups } from './calm.rules.ts'
import { BINS } from '../colour/bins.rules.ts'
import { binsOfCells, ClusterView } from './cluster-view.ts'
import { type Cell, membersOf } from './cluster.ts'
import type { Box, Drawn, DrawnCluster, DrawnDevice, MapPort, ScreenPoint } from '../canvas/map-port.ts'
import { currentMask, devices, shownKey, useMap } from '../map-state.ts'
import { ringOf } from './marker-state.ts'
import { latOf, lngOf, type WorldView } from '../canvas/mercator.ts'

const picture = new ClusterView()
/** Half of a finger's target size of 44 px (docs/spec/look.md#5). */
const HIT_PX = 22
/** A dot counts as this much farther away: a press on a body is never taken by a dot beside it. */
const DOT_AWAY_PX = 12
/** Drawn a little beyond the edge, so that slow panning shows no gaps. */
const MARGIN = 0.15
/** Most rings that rotate: further ones stand still. */
const TURNING = 40

function widened(view: WorldView): WorldView {
  const [dx, dy] = [(view.east - view.west) * MARGIN, (view.south - view.north) * MARGIN]
  return { ...view, west: view.west - dx, east: view.east + dx, north: view.north - dy, south: view.south + dy }
}

/** `东干渠-12#阀` is `12#` on the map: the line is drawn below it. */
export function shortName(name: string): string {
  return /\d+[A-Za-z]?#/.exec(name)?.[0] ?? name
}

/** Turns device states into features on the map: the last of the five files from bytes to pixel. */
export function drawDevices(view: WorldView): Drawn {
  if (view.zoom < CALM_BELOW_ZOOM) return drawCalm(view)
  const { selectedId } = useMap.getState()
  const mask = currentMask()
  const cells = picture.cells(devices.points, mask, widened(view), shownKey())
  const single: DrawnDevice[] = []
  const clusters: DrawnCluster[] = []
  const sharesOf = sharesIn(cells, mask)
  for (const [nth, cell] of cells.entries()) {
    const place = { lng: lngOf(cell.x), lat: latOf(cell.y) }
    if (cell.count > 1) clusters.push({ cell, ...place, ...sharesOf(nth) })
    else single.push(drawnDevice(cell.first, place, selectedId))
  }
  let turning = 0
  for (const one of single) if (ringOf(one.state) && turning++ < TURNING) one.turning = true
  return { devices: single, clusters }
}

const troubles = new ClusterView()
const grid = new DotGrid()
let bodies = new Uint8Array(0)
/** Grows when other devices have a body. */
let bodiesVersion = 0
let grouped: { of: string; groups: ReadonlyMap<string, number> } = { of: '', groups: new Map() }

/** Masters with slaves that went silent together. */
function currentGroups(): ReadonlyMap<string, number> {
  const of = `${devices.version} ${devices.placing}`
  if (grouped.of !== of) grouped = { of, groups: silenceGroups(devices.columns) }
  return grouped.groups
}

/** The land comes first: only what somebody has to look at has a body, every other device is a dot. */
function drawCalm(view: WorldView): Drawn {
  const { selectedId } = useMap.getState()
  const { points } = devices
  const mask = currentMask()
  const groups = currentGroups()
  const always = new Set([...groups.keys(), selectedId ?? ''].map((id) => devices.indexOf(id) ?? -1))
  if (bodies.length !== points.count) bodies = new Uint8Array(points.count)
  if (markBodies(points, mask, always, bodies)) bodiesVersion++
  const wide = widened(view)
  const single: DrawnDevice[] = []
  const clusters: DrawnCluster[] = []
  let turning = 0
  const cells = troubles.cells(points, bodies, wide, `${shownKey()} ${bodiesVersion}`)
  const sharesOf = sharesIn(cells, bodies)
  for (const [nth, cell] of cells.entries()) {
    const place = { lng: lngOf(cell.x), lat: latOf(cell.y) }
    if (cell.count > 1) {
      clusters.push({ cell, ...place, ...sharesOf(nth) })
      continue
    }
    const one: DrawnDevice = { ...drawnDevice(cell.first, place, selectedId), named: true }
    const silent = groups.get(one.id)
    if (silent !== undefined && one.label !== '') one.label = `${one.label}\n${silenceLabel(cell.first, silent)}`
    if (ringOf(one.state) && turning++ < TURNING) one.turning = true
    single.push(one)
  }
  const { bins } = devices.colours
  for (const cell of grid.dots(points, mask, bodies, wide, bins)) {
    const place = { lng: lngOf(cell.x), lat: latOf(cell.y) }
    if (cell.count > 1) clusters.push({ cell, ...place, dot: true, ...(bins && { bin: bins[cell.first]! }) })
    else single.push({ ...drawnDevice(cell.first, place, selectedId), dot: true })
  }
  return { devices: single, clusters }
}

function silenceLabel(master: number, count: number): string {
  const isOffline = devices.columns.status[master] === MAP_STATUS.OFFLINE
  return t(isOffline ? 'map.masterOffline' : 'map.silentSlaves', { n: count })
}

/** The selected device has its tag beside it instead of a label. */
function drawnDevice(at: number, place: { lng: number; lat: number }, selectedId: string | null): DrawnDevice {
  const { id, type, state, name } = devices.at(at)
  const { bins } = devices.colours
  const label = id === selectedId ? '' : shortName(name)
  return { id, type, state, label, ...place, ...(bins && { bin: bins[at]! }) }
}

/** The numbers of each cell by bin; nothing while states are shown. */
function sharesIn(cells: readonly Cell[], mask: Uint8Array): (nth: number) => Pick<DrawnCluster, 'shares'> {
  const { bins } = devices.colours
  if (bins === null) return () => ({})
  const counts = binsOfCells(cells, devices.points, mask, bins)
  return (nth) => ({ shares: counts.subarray(nth * (BINS + 1), (nth + 1) * (BINS + 1)) })
}

export type Hit = { kind: 'device'; id: string; at: ScreenPoint } | { kind: 'cluster'; cell: Cell; at: ScreenPoint }

/** The nearest drawn element under a press. */
export function hitAt(port: Pick<MapPort, 'project'>, drawn: Drawn, point: ScreenPoint): Hit | null {
  let best: Hit | null = null
  let nearest = HIT_PX
  const consider = (lng: number, lat: number, away: number, hit: (at: ScreenPoint) => Hit) => {
    const at = port.project(lng, lat)
    const distance = Math.hypot(at.x - point.x, at.y - point.y) + away
    if (distance >= nearest) return
    nearest = distance
    best = hit(at)
  }
  const away = (dot?: boolean) => (dot ? DOT_AWAY_PX : 0)
  for (const { id, lng, lat, dot } of drawn.devices) consider(lng, lat, away(dot), (at) => ({ kind: 'device', id, at }))
  for (const { cell, lng, lat, dot } of drawn.clusters)
    consider(lng, lat, away(dot), (at) => ({ kind: 'cluster', cell, at }))
  return best
}

/** The devices of a cluster: the box around them, or that they all share one place. */
export function clusterMembers(cell: Cell): { ids: string[]; box: Box; oneSpot: boolean } {
  const members = membersOf(devices.points, currentMask(), cell)
  const box = boxOf(members) ?? [lngOf(cell.x), latOf(cell.y), lngOf(cell.x), latOf(cell.y)]
  const oneSpot = box[2] - box[0] < 2e-5 && box[3] - box[1] < 2e-5
  return { ids: members.map((at) => devices.columns.ids[at]!), box, oneSpot }
}

/** The box around devices with a place, in the map's coordinates. */
export function boxOf(indices: Iterable<number>): Box | null {
  const { x, y } = devices.points
  let [west, north, east, south] = [9, 9, -9, -9]
  for (const at of indices) {
    if (x[at]! < 0) continue
    west = Math.min(west, x[at]!)
    east = Math.max(east, x[at]!)
    north = Math.min(north, y[at]!)
    south = Math.max(south, y[at]!)
  }
  return west > east ? null : [lngOf(west), latOf(south), lngOf(east), latOf(north)]
}
