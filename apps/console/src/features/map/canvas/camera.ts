import { boundsOf, positionsOf, type GeoAround } from '@sluice/contract'
import { shiftFor } from './coordinate-shift.ts'
import { boxOf, clusterMembers, type Hit } from '../markers/device-layer.ts'
import type { Box, MapPort, Padding } from './map-port.ts'
import { devices, select, useMap } from '../map-state.ts'

/** The least zoom at which a device is shown. */
const DEVICE_ZOOM = 14.5
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

/** From a list: moves the map there and opens the drawer. */
export function showDevice(port: MapPort | null, id: string, padding?: Partial<Padding>): void {
  select(id)
  flyTo(port, id, padding)
}

/** Moves the map to a device and opens nothing. */
export function flyTo(port: MapPort | null, id: string, padding?: Partial<Padding>): void {
  const device = devices.get(id)
  if (!port || device?.lng == null || device.lat === null) return
  const [lng, lat] = shiftFor(useMap.getState().tiles).toMap(device.lng, device.lat)
  const zoom = Math.max(port.camera().zoom, DEVICE_ZOOM)
  port.moveTo({ lng, lat, zoom }, padding ? { padding } : {})
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
