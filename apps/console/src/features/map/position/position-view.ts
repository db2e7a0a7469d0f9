import { boundsOf, type GeoAround, type LngLat, positionsOf } from '@sluice/contract'
import type { CoordinateShift } from '../canvas/coordinate-shift.ts'
import type { MapPort } from '../canvas/map-port.ts'

/** Near enough to point, and far enough to see what it lies beside. */
const POSITION_ZOOM = 14.5
const LAND_ZOOM = 15
const PADDING = { top: 24, right: 24, bottom: 24, left: 24 }
/** Six decimals are a tenth of a metre: finer than anyone can point. */
const DECIMALS = 1e6

const rounded = (degrees: number) => Math.round(degrees * DECIMALS) / DECIMALS

/** The position of a spot of the map. */
export function positionAt({ toWgs }: CoordinateShift, { lng, lat }: { lng: number; lat: number }): LngLat {
  const [wgsLng, wgsLat] = toWgs(lng, lat)
  return [rounded(wgsLng), rounded(wgsLat)]
}

/** The position at the middle of the map. */
export function positionAtCentre(port: MapPort, shift: CoordinateShift): LngLat {
  return positionAt(shift, port.camera())
}

/** Puts a position at the middle, at once; a map that shows more than its surroundings goes nearer. */
export function centreOn(port: MapPort, { toMap }: CoordinateShift, [givenLng, givenLat]: LngLat, near: boolean): void {
  const [lng, lat] = toMap(givenLng, givenLat)
  const { zoom } = port.camera()
  port.moveTo({ lng, lat, zoom: near ? Math.max(zoom, POSITION_ZOOM) : zoom }, { jump: true })
}

/** Where to look for a position that nobody gave yet: the own land, else what lies around it. */
export function showLand(port: MapPort, { toMap }: CoordinateShift, ...lands: (readonly GeoAround[])[]): boolean {
  const land = lands.find(({ length }) => length > 0)
  const bounds = land && boundsOf(land.flatMap(({ geometry }) => positionsOf(geometry)))
  if (!bounds) return false
  const [west, south] = toMap(bounds[0], bounds[1])
  const [east, north] = toMap(bounds[2], bounds[3])
  port.fit([west, south, east, north], { padding: PADDING, maxZoom: LAND_ZOOM, jump: true })
  return true
}

const STEP_PX = 16
const LONG_STEP_PX = 96
const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves and zooms by key; false for a key that does neither. */
export function steer(port: MapPort, key: string, far: boolean): boolean {
  if (key === '+' || key === '=') port.zoomBy(1)
  else if (key === '-' || key === '_') port.zoomBy(-1)
  else {
    const direction = DIRECTIONS[key]
    if (!direction) return false
    const { lng, lat, zoom } = port.camera()
    const { x, y } = port.project(lng, lat)
    const step = far ? LONG_STEP_PX : STEP_PX
    const to = port.unproject({ x: x + direction[0] * step, y: y + direction[1] * step })
    port.moveTo({ ...to, zoom }, { jump: true })
  }
  return true
}
