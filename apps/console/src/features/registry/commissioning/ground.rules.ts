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

/** The time from one instant to another as minutes and seconds. */
export function minutesBetween(from: string, to: string): { min: number; s: number } {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1000))
  return { min: Math.floor(seconds / 60), s: seconds % 60 }
}
