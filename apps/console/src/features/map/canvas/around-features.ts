import type { GeoAround, GeoPosition } from '@sluice/contract'

/** Twice the area of a ring, by its corners; its sign is the way the ring turns. */
function twiceArea(ring: readonly GeoPosition[]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length]!
    return sum + x * nextY - nextX * y
  }, 0)
}

/** The centre of gravity of a ring; the middle of its corners where it has no area. */
function middleOf(ring: readonly GeoPosition[]): GeoPosition {
  const area = twiceArea(ring)
  const sum: GeoPosition = [0, 0]
  // Around the first corner: degrees far from zero would cost digits.
  const [originX, originY] = ring[0]!
  for (const [at, corner] of ring.entries()) {
    const [x, y] = [corner[0] - originX, corner[1] - originY]
    const next = ring[(at + 1) % ring.length]!
    const [nextX, nextY] = [next[0] - originX, next[1] - originY]
    const weight = area === 0 ? 1 / ring.length : (x * nextY - nextX * y) / area / 3
    sum[0] += (area === 0 ? x : x + nextX) * weight
    sum[1] += (area === 0 ? y : y + nextY) * weight
  }
  return [originX + sum[0], originY + sum[1]]
}

/** Where the name of an area stands: in its largest part; null for what is no area. */
function namePlace(geometry: GeoAround['geometry']): GeoPosition | null {
  if (geometry.type !== 'Polygon' && geometry.type !== 'MultiPolygon') return null
  const rings = geometry.type === 'Polygon' ? [geometry.coordinates[0]!] : geometry.coordinates.map((part) => part[0]!)
  const [largest] = rings.toSorted((a, b) => Math.abs(twiceArea(b)) - Math.abs(twiceArea(a)))
  return middleOf(largest!)
}

/**
 * The land around as features to draw. The name of an area is a feature of its own at one place: the map cuts areas into
 * tiles and would write it into each.
 */
export function aroundFeatures(around: readonly GeoAround[]): object[] {
  const feature = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry })
  return around.flatMap(({ kind, name, rank, geometry }) => {
    const place = name === null ? null : namePlace(geometry)
    if (!place) return [feature({ kind, name, rank }, geometry)]
    return [feature({ kind, rank }, geometry), feature({ kind, name, rank }, { type: 'Point', coordinates: place })]
  })
}
