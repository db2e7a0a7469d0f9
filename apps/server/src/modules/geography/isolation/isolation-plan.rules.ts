import { type NetworkEdge, type Piece, piecesOf, seedsOf } from './isolation.rules.ts'

/** A valve that has water on one side only once the plan is carried out. */
export interface PlannedValve {
  deviceId: string
  edgeId: string
  atM: number
  /** Whether water comes in through it or leaves through it; null where the direction of its edge is not known. */
  side: 'inlet' | 'outlet' | null
  /** The valves before it on its way that it stands in for. */
  insteadOf: string[]
}

interface Stretch {
  edgeId: string
  fromM: number
  toM: number
}

export interface IsolationPlanned {
  valves: PlannedValve[]
  /** Valves that cannot be closed from here, and behind which nothing stops the water either. */
  byHand: string[]
  stretches: Stretch[]
  openNodes: string[]
}

interface Network {
  pieces: readonly Piece[]
  byNode: ReadonlyMap<string, readonly Piece[]>
  byValve: ReadonlyMap<string, readonly Piece[]>
  /** Nodes that only one edge touches. */
  isEnd: (node: string) => boolean
}

function networkOf(edges: readonly NetworkEdge[]): Network {
  const pieces = edges.flatMap(piecesOf)
  const group = (keysOf: (piece: Piece) => string[]) => {
    const pairs = pieces.flatMap((piece) => keysOf(piece).map((key) => ({ key, piece })))
    const groups = Map.groupBy(pairs, ({ key }) => key)
    return new Map([...groups].map(([key, found]) => [key, found.map(({ piece }) => piece)]))
  }
  const byNode = group(({ nodes }) => nodes)
  const byValve = group(({ valves }) => valves.map(({ deviceId }) => deviceId))
  const isEnd = (node: string) => new Set((byNode.get(node) ?? []).map(({ edgeId }) => edgeId)).size === 1
  return { pieces, byNode, byValve, isEnd }
}

/** Everything that water reaches from the seeds, through joints and through the valves that let it pass. */
function flood(
  { byNode, byValve }: Network,
  seeds: readonly Piece[],
  passes: (deviceId: string) => boolean,
): Set<Piece> {
  const wet = new Set(seeds)
  // A set is walked while it grows.
  for (const piece of wet) {
    for (const node of piece.nodes) for (const next of byNode.get(node) ?? []) wet.add(next)
    for (const { deviceId } of piece.valves) {
      if (passes(deviceId)) for (const next of byValve.get(deviceId) ?? []) wet.add(next)
    }
  }
  return wet
}

/** The valves with water on one side only, each with its wet piece. */
function boundaryOf(wet: ReadonlySet<Piece>): { deviceId: string; atM: number; piece: Piece }[] {
  const sides = Map.groupBy(
    [...wet].flatMap((piece) => piece.valves.map((valve) => ({ ...valve, piece }))),
    ({ deviceId }) => deviceId,
  )
  return [...sides.values()].filter((both) => both.length === 1).map(([valve]) => valve!)
}

/** What lies behind a valve, as seen from the wet part, up to the next valves that can be closed. */
function behind(
  network: Network,
  wet: ReadonlySet<Piece>,
  deviceId: string,
  passes: (deviceId: string) => boolean,
): Set<Piece> {
  const seeds = (network.byValve.get(deviceId) ?? []).filter((piece) => !wet.has(piece))
  return flood(network, seeds, passes)
}

function sideOf({ flow }: NetworkEdge, atM: number, wet: Piece): PlannedValve['side'] {
  if (flow !== 'FORWARD' && flow !== 'BACKWARD') return null
  const isBehindWet = wet.toM === atM
  return isBehindWet === (flow === 'FORWARD') ? 'outlet' : 'inlet'
}

/** Pieces of one edge that touch are one stretch. */
function stretchesOf(wet: ReadonlySet<Piece>): Stretch[] {
  const ordered = [...wet].toSorted((a, b) =>
    a.edgeId === b.edgeId ? a.fromM - b.fromM : a.edgeId < b.edgeId ? -1 : 1,
  )
  const stretches: Stretch[] = []
  for (const { edgeId, fromM, toM } of ordered) {
    const last = stretches.at(-1)
    if (last?.edgeId === edgeId && last.toM === fromM) last.toM = toM
    else if (toM > fromM) stretches.push({ edgeId, fromM, toM })
  }
  return stretches
}

/**
 * The valves to close around a burst. One that is unable is passed over for the next on its way, unless the way then
 * leads to an end without a valve: there it stays the place to close, by hand. Undefined when there is no such edge.
 */
export function planIsolation(
  edges: readonly NetworkEdge[],
  edgeId: string,
  atM: number | null,
  unable: ReadonlySet<string>,
): IsolationPlanned | undefined {
  const byId = new Map(edges.map((edge) => [edge.id, edge]))
  const own = byId.get(edgeId)
  if (!own) return undefined
  const network = networkOf(edges)
  const seeds = seedsOf(
    network.pieces.filter((piece) => piece.edgeId === edgeId),
    atM,
  )
  const nearest = flood(network, seeds, () => false)
  const around = new Set(boundaryOf(nearest).map(({ deviceId }) => deviceId))
  // The way back into the part around the burst is not a way on.
  const leadsOn = (deviceId: string) => unable.has(deviceId) && !around.has(deviceId)
  const passedOver = [...around].filter((deviceId) => unable.has(deviceId))
  const regions = new Map(passedOver.map((deviceId) => [deviceId, behind(network, nearest, deviceId, leadsOn)]))
  const leadsOut = (region: ReadonlySet<Piece>) => [...region].some(({ nodes }) => nodes.some(network.isEnd))
  const byHand = new Set([...regions].filter(([, region]) => leadsOut(region)).map(([deviceId]) => deviceId))
  const wet = flood(network, seeds, (deviceId) => unable.has(deviceId) && !byHand.has(deviceId))
  const boundary = boundaryOf(wet)
  const standsIn = new Map<string, string[]>()
  for (const [deviceId, region] of regions) {
    if (byHand.has(deviceId)) continue
    const touched = new Set([...region].flatMap(({ valves }) => valves.map((valve) => valve.deviceId)))
    const skipped = [deviceId, ...[...touched].filter((id) => id !== deviceId && unable.has(id))]
    for (const id of touched) standsIn.set(id, [...new Set([...(standsIn.get(id) ?? []), ...skipped])])
  }
  const nodes = new Set([...wet].flatMap((piece) => piece.nodes))
  return {
    valves: boundary
      .filter(({ deviceId }) => !byHand.has(deviceId))
      .map(({ deviceId, atM: at, piece }) => ({
        deviceId,
        edgeId: piece.edgeId,
        atM: at,
        side: sideOf(byId.get(piece.edgeId)!, at, piece),
        insteadOf: standsIn.get(deviceId) ?? [],
      })),
    byHand: boundary.filter(({ deviceId }) => byHand.has(deviceId)).map(({ deviceId }) => deviceId),
    stretches: stretchesOf(wet),
    openNodes: [...nodes].filter(network.isEnd),
  }
}
