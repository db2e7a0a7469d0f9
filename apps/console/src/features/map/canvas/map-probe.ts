import type { Drawn, MapPort } from './map-port.ts'
import { bodyOf, type Ring, ringOf } from '../markers/marker-state.ts'
import { latOf, lngOf } from './mercator.ts'

/**
 * What tests read instead of pixels, as the JSON text of the element `data-testid="map-probe"`: the camera, and every
 * drawn marker with its place, its position on the map's element in pixels, and the state that its image shows.
 */
export interface MapProbe {
  lng: number
  lat: number
  zoom: number
  devices: {
    id: string
    lng: number
    lat: number
    x: number
    y: number
    state: string
    /** The unproven command. */
    ring: Ring | null
    label: string
    /** The bin of its colour; null while the map shows states. */
    bin: number | null
  }[]
  clusters: {
    lng: number
    lat: number
    x: number
    y: number
    count: number
    online: number
    offline: number
    fault: number
    ring: Ring | null
  }[]
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))

export function probeOf(port: Pick<MapPort, 'camera' | 'project'>, drawn: Drawn): MapProbe {
  const spot = (lng: number, lat: number) => {
    const { x, y } = port.project(lng, lat)
    return { lng: round(lng, 6), lat: round(lat, 6), x: round(x, 1), y: round(y, 1) }
  }
  const { lng, lat, zoom } = port.camera()
  return {
    lng: round(lng, 6),
    lat: round(lat, 6),
    zoom: round(zoom, 3),
    devices: drawn.devices.map((one) => ({
      id: one.id,
      ...spot(one.lng, one.lat),
      state: bodyOf(one.state),
      ring: ringOf(one.state),
      label: one.label,
      bin: one.bin ?? null,
    })),
    clusters: drawn.clusters.map(({ cell: { count, online, offline, fault, marks, x, y } }) => ({
      ...spot(lngOf(x), latOf(y)),
      count,
      online,
      offline,
      fault,
      ring: ringOf(marks),
    })),
  }
}
