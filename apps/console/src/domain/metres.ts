import type { LngLat } from '@sluice/contract'

const EARTH_M = 6_371_000
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance of two positions that lie near each other, m. */
export function metresBetween([lngA, latA]: LngLat, [lngB, latB]: LngLat): number {
  const east = radians(lngB - lngA) * Math.cos(radians((latA + latB) / 2))
  const north = radians(latB - latA)
  return EARTH_M * Math.hypot(east, north)
}

/** Metres as a person says them: a tenth below a hundred. */
export function saidMetres(metres: number): string {
  return metres < 100 ? metres.toFixed(1) : String(Math.round(metres))
}
