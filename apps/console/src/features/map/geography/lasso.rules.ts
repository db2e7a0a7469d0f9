import type { Points } from '../markers/cluster.ts'
import type { ScreenPoint } from '../canvas/map-port.ts'
import { worldX, worldY } from '../canvas/mercator.ts'

/** A shorter drag is jitter and draws no area. */
const LEAST_DRAG_PX = 6
/** Corners nearer than this to the last one are left out. */
const STEP_PX = 4

export type Shape = 'box' | 'free'

/** The area while it is drawn: a box between the first and the last point, or the path of the pointer. */
export function drawnFurther(corners: readonly ScreenPoint[], at: ScreenPoint, shape: Shape): readonly ScreenPoint[] {
  const [first] = corners
  if (!first) return [at]
  if (shape === 'box') return [first, { x: at.x, y: first.y }, at, { x: first.x, y: at.y }]
  const last = corners.at(-1)!
  return Math.hypot(at.x - last.x, at.y - last.y) < STEP_PX ? corners : [...corners, at]
}

export function isArea(corners: readonly ScreenPoint[]): boolean {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const span = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  return corners.length > 2 && span(xs) >= LEAST_DRAG_PX && span(ys) >= LEAST_DRAG_PX
}

/**
 * Indices of shown points inside an outline in the map's coordinates; self-crossing outlines count by the even-odd
 * rule.
 */
export function insideOf(
  points: Points,
  mask: Uint8Array,
  outline: readonly (readonly [lng: number, lat: number])[],
): number[] {
  const ring = outline.map(([lng, lat]) => [worldX(lng), worldY(lat)] as const)
  const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const found: number[] = []
  for (let at = 0; at < points.count; at++) {
    const [x, y] = [points.x[at]!, points.y[at]!]
    if (mask[at] === 0 || x < west || x > east || y < north || y > south) continue
    if (crossings(ring, x, y) % 2 === 1) found.push(at)
  }
  return found
}

/** How often a ray from the point to the east crosses the outline. */
function crossings(ring: readonly (readonly [number, number])[], x: number, y: number): number {
  let count = 0
  for (let at = 0; at < ring.length; at++) {
    const [x1, y1] = ring[at]!
    const [x2, y2] = ring.at(at - 1)!
    if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) count++
  }
  return count
}
