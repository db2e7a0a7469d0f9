import type { GeoFlow } from '@sluice/contract'

/** One edge as the search sees it: its length, where it is joined to others, where valves sit on it. */
export interface NetworkEdge {
  id: string
  lengthM: number
  /** The direction of flow along the drawn line; without one it is not known. */
  flow?: GeoFlow | null
  joints: readonly { node: string; atM: number }[]
  valves: readonly { deviceId: string; atM: number }[]
}

export interface IsolationFound {
  valves: { deviceId: string; edgeId: string; atM: number }[]
  edgeIds: string[]
  /** Nodes in the dry part that only one edge touches. */
  openNodes: string[]
}

/** A piece of an edge between two stops, through which water passes freely. */
export interface Piece {
  edgeId: string
  fromM: number
  toM: number
  nodes: string[]
  valves: { deviceId: string; atM: number }[]
}

/** Shorter pieces at the end of an edge lie between its end and a valve that was placed a step away from it. */
const STUB_M = 30
const STUB_SHARE = 0.05

type Stop = { atM: number; node?: string; valve?: string }

/** A valve exactly on a joint is placed on the inner side of it: it closes this edge, not the others. */
function stopsOf(edge: NetworkEdge): Stop[] {
  const inner = (atM: number) => (atM < edge.lengthM / 2 ? 1 : -1)
  const all: Stop[] = [
    ...edge.joints.map(({ node, atM }) => ({ node, atM })),
    ...edge.valves.map(({ deviceId, atM }) => ({ valve: deviceId, atM })),
  ]
  return all.sort(
    (a, b) => a.atM - b.atM || inner(a.atM) * (Number(a.valve !== undefined) - Number(b.valve !== undefined)),
  )
}

export function piecesOf(edge: NetworkEdge): Piece[] {
  const pieces: Piece[] = []
  let open: Piece = { edgeId: edge.id, fromM: 0, toM: 0, nodes: [], valves: [] }
  for (const stop of stopsOf(edge)) {
    // Water passes a joint: the piece continues after it. A valve ends it.
    if (stop.node !== undefined) open.nodes.push(stop.node)
    if (stop.valve === undefined) continue
    const valve = { deviceId: stop.valve, atM: stop.atM }
    pieces.push({ ...open, toM: stop.atM, valves: [...open.valves, valve] })
    open = { edgeId: edge.id, fromM: stop.atM, toM: 0, nodes: [], valves: [valve] }
  }
  return [...pieces, { ...open, toM: edge.lengthM }]
}

/** The pieces of an edge that water leaks from: around one place, or those that are no stub at a valve. */
export function seedsOf(pieces: readonly Piece[], atM: number | null): Piece[] {
  if (atM !== null) return pieces.filter((piece) => piece.fromM <= atM && atM <= piece.toM).slice(0, 1)
  const stubM = Math.max(STUB_M, STUB_SHARE * pieces.at(-1)!.toM)
  const long = pieces.filter((piece) => piece.toM - piece.fromM > stubM)
  if (long.length > 0) return long
  return [pieces.reduce((best, one) => (one.toM - one.fromM > best.toM - best.fromM ? one : best))]
}

/**
 * The valves that cut an edge off: water spreads from it through joints until valves stop it, and valves with water on
 * one side only are the result. `atM` narrows the start to the piece around one place. Undefined when there is no such
 * edge.
 */
export function isolate(edges: readonly NetworkEdge[], edgeId: string, atM: number | null): IsolationFound | undefined {
  const target = edges.find((edge) => edge.id === edgeId)
  if (!target) return undefined
  const pieces = edges.flatMap(piecesOf)
  const own = pieces.filter((piece) => piece.edgeId === edgeId)
  const byNode = Map.groupBy(
    pieces.flatMap((piece) => piece.nodes.map((node) => ({ node, piece }))),
    ({ node }) => node,
  )
  const wet = new Set(seedsOf(own, atM))
  // A set is walked while it grows.
  for (const piece of wet) {
    for (const node of piece.nodes) for (const next of byNode.get(node) ?? []) wet.add(next.piece)
  }
  const sides = Map.groupBy(
    [...wet].flatMap((piece) => piece.valves.map((valve) => ({ ...valve, edgeId: piece.edgeId }))),
    ({ deviceId }) => deviceId,
  )
  const touched = new Set([...wet].flatMap((piece) => piece.nodes))
  const edgesAt = (node: string) => new Set((byNode.get(node) ?? []).map(({ piece }) => piece.edgeId)).size
  return {
    valves: [...sides.values()].filter((both) => both.length === 1).map(([valve]) => valve!),
    edgeIds: [...new Set([...wet].map((piece) => piece.edgeId))],
    openNodes: [...touched].filter((node) => edgesAt(node) === 1),
  }
}
