import type { GeoFeature, GeoPosition } from '@sluice/contract'

type Geometry = GeoFeature['geometry']
type Rings = readonly (readonly GeoPosition[])[]

function polygonsOf(geometry: Geometry): readonly Rings[] {
  if (geometry.type === 'Polygon') return [geometry.coordinates as Rings]
  return geometry.type === 'MultiPolygon' ? (geometry.coordinates as readonly Rings[]) : []
}

/** The doubled signed area of a ring, and its centroid. */
function weigh(ring: readonly GeoPosition[]): { area: number; lng: number; lat: number } {
  const [originX, originY] = ring[0]!
  let [area, sumX, sumY] = [0, 0, 0]
  for (let at = 0; at + 1 < ring.length; at++) {
    const [ax, ay] = [ring[at]![0] - originX, ring[at]![1] - originY]
    const [bx, by] = [ring[at + 1]![0] - originX, ring[at + 1]![1] - originY]
    const cross = ax * by - bx * ay
    area += cross
    sumX += (ax + bx) * cross
    sumY += (ay + by) * cross
  }
  if (area === 0) return { area, lng: originX, lat: originY }
  return { area, lng: originX + sumX / (3 * area), lat: originY + sumY / (3 * area) }
}

/** Where the parallel of `lat` crosses the rings, from west to east. */
function crossings(rings: Rings, lat: number): number[] {
  const found: number[] = []
  for (const ring of rings) {
    for (let at = 0; at + 1 < ring.length; at++) {
      const [ax, ay] = ring[at]!
      const [bx, by] = ring[at + 1]!
      if (ay > lat !== by > lat) found.push(ax + ((lat - ay) / (by - ay)) * (bx - ax))
    }
  }
  return found.sort((a, b) => a - b)
}

/** Where the name of an area stands: inside its largest polygon, near the middle. Null for lines and points. */
export function labelPlace(geometry: Geometry): { lng: number; lat: number } | null {
  const largest = polygonsOf(geometry)
    .map((rings) => ({ rings, ...weigh(rings[0]!) }))
    .sort((a, b) => Math.abs(b.area) - Math.abs(a.area))[0]
  if (!largest) return null
  const { rings, lng, lat } = largest
  const across = crossings(rings, lat)
  let best = { lng, width: 0 }
  for (let at = 0; at + 1 < across.length; at += 2) {
    const [west, east] = [across[at]!, across[at + 1]!]
    if (west <= lng && lng <= east) return { lng, lat }
    if (east - west > best.width) best = { lng: (west + east) / 2, width: east - west }
  }
  return { lng: best.lng, lat }
}

function isInside(polygons: readonly Rings[], lng: number, lat: number): boolean {
  return polygons.some((rings) => {
    const west = crossings(rings, lat).filter((at) => at < lng)
    return west.length % 2 === 1
  })
}

/** How many of the places lie in each area, by the area's id; an area without any is left out. */
export function countInside(
  areas: readonly GeoFeature[],
  { lngs, lats }: { lngs: readonly (number | null)[]; lats: readonly (number | null)[] },
): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { id, geometry } of areas) {
    const polygons = polygonsOf(geometry)
    const outer = polygons.flatMap((rings) => rings[0]!)
    if (outer.length === 0) continue
    let [west, south, east, north] = [180, 90, -180, -90]
    for (const [lng, lat] of outer) {
      west = Math.min(west, lng)
      east = Math.max(east, lng)
      south = Math.min(south, lat)
      north = Math.max(north, lat)
    }
    let count = 0
    for (let at = 0; at < lngs.length; at++) {
      const [lng, lat] = [lngs[at], lats[at]]
      if (lng == null || lat == null || lng < west || lng > east || lat < south || lat > north) continue
      if (isInside(polygons, lng, lat)) count++
    }
    if (count > 0) counts.set(id, count)
  }
  return counts
}
