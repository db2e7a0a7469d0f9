import { type GeoFeature, type GeoPosition, NETWORK_KINDS } from '@sluice/contract'
import type { Shift } from '../markers/device-store.ts'
import { latOf, lngOf, WORLD_PX, worldX, worldY } from '../canvas/mercator.ts'

/** How near to a canal or a pipe a press must be: half of a finger's target size. */
const REACH_PX = 22

export interface PointedEdge {
  feature: GeoFeature
  /** On the line, in the coordinates of the map. */
  at: GeoPosition
}

export function edgesOf(land: readonly GeoFeature[]): GeoFeature[] {
  return land.filter(({ kind, geometry }) => NETWORK_KINDS.includes(kind) && geometry.type === 'LineString')
}

type Spot = readonly [x: number, y: number]

/** The point of a segment that is nearest to a place. */
function footOf([x, y]: Spot, [x1, y1]: Spot, [x2, y2]: Spot): Spot {
  const [dx, dy] = [x2 - x1, y2 - y1]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / length))
  return [x1 + share * dx, y1 + share * dy]
}

/** The edge of the network under a press, or null. `at` and the result are in the coordinates of the map. */
export function pointedEdge(
  edges: readonly GeoFeature[],
  at: { lng: number; lat: number },
  zoom: number,
  toMap: Shift,
): PointedEdge | null {
  const place: Spot = [worldX(at.lng), worldY(at.lat)]
  let reach = REACH_PX / (WORLD_PX * 2 ** zoom)
  let found: PointedEdge | null = null
  for (const feature of edges) {
    const spots = (feature.geometry.coordinates as GeoPosition[]).map(([lng, lat]): Spot => {
      const [shownLng, shownLat] = toMap(lng, lat)
      return [worldX(shownLng), worldY(shownLat)]
    })
    for (let end = 1; end < spots.length; end++) {
      const [x, y] = footOf(place, spots[end - 1]!, spots[end]!)
      const distance = Math.hypot(x - place[0], y - place[1])
      if (distance > reach) continue
      reach = distance
      found = { feature, at: [lngOf(x), latOf(y)] }
    }
  }
  return found
}
