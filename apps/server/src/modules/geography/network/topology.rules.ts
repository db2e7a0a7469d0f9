import type { GeoPosition } from '@sluice/contract'
import { distanceM, footOn, footOnLine, measures, METRES_PER_LAT, metresPerLng } from '../polyline.rules.ts'

export interface EdgeLine {
  id: string
  line: readonly GeoPosition[]
}

export interface PlacedValve {
  deviceId: string
  place: GeoPosition | null
  /** Attached by a person: its place only gives the position along the edge. */
  edgeId?: string | undefined
}

interface Joint {
  edgeId: string
  node: number
  atM: number
}

interface ValveOnEdge {
  deviceId: string
  edgeId: string
  atM: number
  attached: boolean
}

export interface Topology {
  nodes: GeoPosition[]
  joints: Joint[]
  valves: ValveOnEdge[]
  lengthsM: Map<string, number>
}

/** Ends closer than this are one node; a surveyor's two ends of one gate are. */
export const SNAP_M = 12
/** A valve this close to an edge sits on it. */
export const VALVE_REACH_M = 25
/** Distances that count as equal: of these edges, the valve opens the one that ends here. */
const EQUAL_M = 2

interface Segment {
  edge: MeasuredEdge
  at: number
}

interface MeasuredEdge extends EdgeLine {
  marks: readonly number[]
  lengthM: number
}

/** Finds segments near a place without checking all of them: cells a little larger than the reach. */
class SegmentGrid {
  readonly #cells = new Map<string, Segment[]>()
  static readonly #CELL = 0.004

  add(edge: MeasuredEdge): void {
    for (let at = 1; at < edge.line.length; at++) {
      const [a, b] = [edge.line[at - 1]!, edge.line[at]!]
      // A long segment is walked in steps, so that it is listed along its way and not in its whole box.
      const steps = Math.max(1, Math.ceil(Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) / SegmentGrid.#CELL))
      const seen = new Set<string>()
      for (let step = 0; step <= steps; step++) {
        const x = a[0] + ((b[0] - a[0]) * step) / steps
        const y = a[1] + ((b[1] - a[1]) * step) / steps
        const key = SegmentGrid.#key(x, y, 0, 0)
        if (seen.has(key)) continue
        seen.add(key)
        const cell = this.#cells.get(key)
        if (cell) cell.push({ edge, at })
        else this.#cells.set(key, [{ edge, at }])
      }
    }
  }

  near([lng, lat]: GeoPosition): Set<Segment> {
    const found = new Set<Segment>()
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        for (const segment of this.#cells.get(SegmentGrid.#key(lng, lat, dx, dy)) ?? []) found.add(segment)
      }
    }
    return found
  }

  static #key(lng: number, lat: number, dx: number, dy: number): string {
    return `${Math.floor(lng / SegmentGrid.#CELL) + dx} ${Math.floor(lat / SegmentGrid.#CELL) + dy}`
  }
}

/** West, south, east and north, in degrees. */
export type ReachBox = readonly [west: number, south: number, east: number, north: number]

/** A box outside of which no place is near enough to a line for a valve to sit on it; undefined without lines. */
export function reachBox(lines: readonly EdgeLine[]): ReachBox | undefined {
  let box: ReachBox | undefined
  for (const [lng, lat] of lines.flatMap(({ line }) => line)) {
    const [west, south, east, north] = box ?? [lng, lat, lng, lat]
    box = [Math.min(west, lng), Math.min(south, lat), Math.max(east, lng), Math.max(north, lat)]
  }
  if (!box) return undefined
  const [west, south, east, north] = box
  // Degrees of longitude are shortest where the box is farthest from the equator; twice, as the scale is that of the valve.
  const beside = (2 * VALVE_REACH_M) / metresPerLng(Math.max(Math.abs(south), Math.abs(north)))
  const above = (2 * VALVE_REACH_M) / METRES_PER_LAT
  return [west - beside, south - above, east + beside, north + above]
}

/** Per edge the nearest place to a point, within reach. */
function feet(
  grid: SegmentGrid,
  point: GeoPosition,
  reachM: number,
): Map<MeasuredEdge, { distanceM: number; atM: number }> {
  const best = new Map<MeasuredEdge, { distanceM: number; atM: number }>()
  for (const { edge, at } of grid.near(point)) {
    const foot = footOn(edge.line[at - 1]!, edge.line[at]!, point)
    if (foot.distanceM > reachM || foot.distanceM >= (best.get(edge)?.distanceM ?? Number.POSITIVE_INFINITY)) continue
    best.set(edge, { distanceM: foot.distanceM, atM: Math.min(edge.marks[at]!, edge.marks[at - 1]! + foot.alongM) })
  }
  return best
}

/** Nodes from the ends of edges: ends within the tolerance of each other are one. */
function nodesOf(edges: readonly MeasuredEdge[]): GeoPosition[] {
  const nodes: GeoPosition[] = []
  const cells = new Map<string, number[]>()
  const cell = (value: number, step: number) => Math.floor(value / step)
  for (const edge of edges) {
    for (const end of [edge.line[0]!, edge.line.at(-1)!]) {
      const [stepX, stepY] = [SNAP_M / metresPerLng(Math.round(end[1])), SNAP_M / METRES_PER_LAT]
      const [x, y] = [cell(end[0], stepX), cell(end[1], stepY)]
      const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${x + dx} ${y + dy}`) ?? []))
      if (around.some((node) => distanceM(nodes[node]!, end) <= SNAP_M)) continue
      const key = `${x} ${y}`
      cells.set(key, [...(cells.get(key) ?? []), nodes.length])
      nodes.push(end)
    }
  }
  return nodes
}

/** Every edge that passes a node within the tolerance is joined there, also in its middle. Mere crossings are not. */
function jointsOf(grid: SegmentGrid, nodes: readonly GeoPosition[]): Joint[] {
  return nodes.flatMap((place, node) =>
    [...feet(grid, place, SNAP_M)].map(([edge, { atM }]) => ({
      edgeId: edge.id,
      node,
      atM: atM <= SNAP_M ? 0 : atM >= edge.lengthM - SNAP_M ? edge.lengthM : atM,
    })),
  )
}

function valvesOf(
  grid: SegmentGrid,
  edges: ReadonlyMap<string, MeasuredEdge>,
  valves: readonly PlacedValve[],
): ValveOnEdge[] {
  return valves.flatMap(({ deviceId, place, edgeId }): ValveOnEdge[] => {
    const chosen = edgeId === undefined ? undefined : edges.get(edgeId)
    if (chosen) {
      const atM = place ? footOnLine(chosen.line, chosen.marks, place).atM : chosen.lengthM / 2
      return [{ deviceId, edgeId: chosen.id, atM, attached: true }]
    }
    const near = place ? [...feet(grid, place, VALVE_REACH_M)] : []
    if (near.length === 0) return []
    const nearest = Math.min(...near.map(([, foot]) => foot.distanceM))
    const equal = near.filter(([, foot]) => foot.distanceM <= nearest + EQUAL_M)
    const toEnd = ([edge, foot]: (typeof equal)[number]) => Math.min(foot.atM, edge.lengthM - foot.atM)
    const [edge, foot] = equal.reduce((best, one) => (toEnd(one) < toEnd(best) ? one : best))
    return [{ deviceId, edgeId: edge.id, atM: foot.atM, attached: false }]
  })
}

/** The network that a set of lines is, and the valves that sit on it. */
export function buildTopology(lines: readonly EdgeLine[], valves: readonly PlacedValve[]): Topology {
  const edges = lines.map((edge): MeasuredEdge => {
    const marks = measures(edge.line)
    return { ...edge, marks, lengthM: marks.at(-1) ?? 0 }
  })
  const grid = new SegmentGrid()
  for (const edge of edges) grid.add(edge)
  const nodes = nodesOf(edges)
  return {
    nodes,
    joints: jointsOf(grid, nodes),
    valves: valvesOf(grid, new Map(edges.map((edge) => [edge.id, edge])), valves),
    lengthsM: new Map(edges.map((edge) => [edge.id, edge.lengthM])),
  }
}
