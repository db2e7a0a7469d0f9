import { boundsOf, positionsOf, type GeoAround } from '@sluice/contract'
import { shiftFor } from './coordinate-shift.ts'
import { boxOf, clusterMembers, drawDevices, type Hit } from '../markers/device-layer.ts'
import { latOf, lngOf, worldX, worldY, type WorldView } from './mercator.ts'
import type { Box, Camera, MapPort, Padding } from './map-port.ts'
import { devices, select, useMap } from '../map-state.ts'

/** The zoom at which a device that lay in a cluster stands alone. */
const DEVICE_ZOOM = 14.5
/** The map comes this near on its own: the surroundings stay in sight. */
const NEAR_ZOOM = 12
const HOME_ZOOM = 15
/** A cluster that remains at this zoom is one place with several devices. */
const DEEPEST_ZOOM = 18.5

function landBox(features: readonly GeoAround[]): Box | null {
  const { toMap } = shiftFor(useMap.getState().tiles)
  const bounds = boundsOf(features.flatMap(({ geometry }) => positionsOf(geometry)))
  if (!bounds) return null
  const [west, south] = toMap(bounds[0], bounds[1])
  const [east, north] = toMap(bounds[2], bounds[3])
  return [west, south, east, north]
}

/** The bounds of the operator's area: their devices, else the geography they drew, else the land around it. */
function homeBox(): Box | null {
  const { land, around } = useMap.getState()
  return boxOf(Array.from({ length: devices.count }, (_none, at) => at)) ?? landBox(land) ?? landBox(around)
}

export function goHome(port: MapPort, padding: Padding, jump = false): boolean {
  const box = homeBox()
  if (box) port.fit(box, { padding, maxZoom: HOME_ZOOM, jump })
  return box !== null
}

/** From a list: brings the device into sight and opens the drawer. */
export function showDevice(port: MapPort | null, id: string, padding?: Partial<Padding>): void {
  select(id)
  if (port) bringIntoSight(port, id, padding)
}

/** Moves the map to a device and opens nothing. */
export function flyTo(port: MapPort | null, id: string): void {
  const place = shownPlace(id)
  if (port && place) port.moveTo({ ...place, zoom: Math.max(port.camera().zoom, DEVICE_ZOOM) })
}

function shownPlace(id: string): { lng: number; lat: number } | null {
  const device = devices.get(id)
  if (device?.lng == null || device.lat === null) return null
  const [lng, lat] = shiftFor(useMap.getState().tiles).toMap(device.lng, device.lat)
  return { lng, lat }
}

/** Where a device can be seen already, the map stays; otherwise it comes only as near as shows the device alone. */
function bringIntoSight(port: MapPort, id: string, padding?: Partial<Padding>): void {
  const place = shownPlace(id)
  if (!place) return
  const standsAlone = (view: WorldView) => drawDevices(view).devices.some((one) => one.id === id)
  if (standsAlone(port.view()) && isInSight(port, place, padding)) return
  const near = Math.max(port.camera().zoom, NEAR_ZOOM)
  const zoom = standsAlone(viewAround(port, { ...place, zoom: near })) ? near : Math.max(near, DEVICE_ZOOM)
  port.moveTo({ ...place, zoom }, padding ? { padding } : {})
}

/** What the map would show there. */
function viewAround(port: MapPort, { lng, lat, zoom }: Camera): WorldView {
  const { west, east, north, south } = port.view()
  const share = 2 ** (port.camera().zoom - zoom) / 2
  const [x, y, width, height] = [worldX(lng), worldY(lat), (east - west) * share, (south - north) * share]
  return { west: x - width, east: x + width, north: y - height, south: y + height, zoom }
}

/** Whether a place lies in the part of the map that no panel covers. */
function isInSight(port: MapPort, { lng, lat }: { lng: number; lat: number }, padding: Partial<Padding> = {}): boolean {
  const { west, east, north, south } = port.view()
  const least = port.project(lngOf(west), latOf(north))
  const most = port.project(lngOf(east), latOf(south))
  const { x, y } = port.project(lng, lat)
  const { left = 0, right = 0, top = 0, bottom = 0 } = padding
  return x >= least.x + left && x <= most.x - right && y >= least.y + top && y <= most.y - bottom
}

/** Opens a device; zooms into a cluster, or lists its devices when it cannot be split. */
export function follow(port: MapPort, hit: Hit, padding: Padding): void {
  if (hit.kind === 'device') {
    select(hit.id)
    return
  }
  const { ids, box, oneSpot } = clusterMembers(hit.cell)
  if (oneSpot || port.camera().zoom >= DEEPEST_ZOOM) useMap.setState({ spot: ids, panel: 'list' })
  else port.fit(box, { padding, maxZoom: DEEPEST_ZOOM + 0.5 })
}
