/** The world as a square from (0, 0) in the north-west to (1, 1) in the south-east. */

/** Pixels of the world's edge at zoom 0, as MapLibre counts. */
export const WORLD_PX = 512
const EDGE_LAT = 85.051129

export function worldX(lng: number): number {
  return (lng + 180) / 360
}

export function worldY(lat: number): number {
  const clamped = Math.min(EDGE_LAT, Math.max(-EDGE_LAT, lat))
  const sin = Math.sin((clamped * Math.PI) / 180)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}

export function lngOf(x: number): number {
  return x * 360 - 180
}

export function latOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI
}

/** The visible part of the world, in world units. */
export interface WorldView {
  west: number
  north: number
  east: number
  south: number
  zoom: number
}
