import type { GeoFlow } from '@sluice/contract'
import { type NetworkEdge, type Piece, piecesOf } from '../isolation/isolation.rules.ts'

/** What a valve proves of the water before it and behind it; null where it proves nothing. */
export interface ValveSides {
  before: number | null
  behind: number | null
}

/** A part of an edge between two distances from its start, with the value of the nearest reading on its side. */
export interface ValuedStretch {
  edgeId: string
  fromM: number
  toM: number
  value: number | null
}

/** A place on a piece: at its ends, and at joints, where others are met. */
interface Stop {
  atM: number
  node: string | null
  distanceM: number
  value: number | null
}

interface Run {
  edgeId: string
  stops: Stop[]
}

/**
 * The values along the network: each place takes that of the nearest reading, along the water and never past a valve. A
 * valve tells of both its sides where they are the same to it (`isOneValue`), else of each its own, as the usual
 * direction of its edge says; where that is not known, of none.
 */
export function stretchesOf(edges: readonly NetworkEdge[], readings: ReadonlyMap<string, ValveSides>): ValuedStretch[] {
  const runs = edges.flatMap((edge) => piecesOf(edge).map((piece) => runOf(edge, piece, readings)))
  spread(runs)
  return runs.flatMap(({ edgeId, stops }) => joined(edgeId, stops))
}

function runOf(edge: NetworkEdge, piece: Piece, readings: ReadonlyMap<string, ValveSides>): Run {
  const stop = (atM: number, node: string | null, value: number | null = null): Stop => ({
    atM,
    node,
    value,
    distanceM: value === null ? Number.POSITIVE_INFINITY : 0,
  })
  const told = (end: 'fromM' | 'toM') => {
    const valve = piece.valves.find(({ atM }) => atM === piece[end])
    // A piece without length may have both its valves at one place.
    const sides = valve && readings.get(valve.deviceId)
    return sides ? sideOf(sides, edge.flow ?? null, end) : null
  }
  const joints = edge.joints.filter(({ node }) => piece.nodes.includes(node))
  return {
    edgeId: edge.id,
    stops: [
      stop(piece.fromM, null, told('fromM')),
      ...joints.map(({ node, atM }) => stop(atM, node)),
      stop(piece.toM, null, told('toM')),
    ].toSorted((a, b) => a.atM - b.atM),
  }
}

/** A piece that begins at a valve lies behind it where water runs as drawn, and before it where it runs back. */
function sideOf({ before, behind }: ValveSides, flow: GeoFlow | null, end: 'fromM' | 'toM'): number | null {
  if (before === behind) return before
  if (flow === null || flow === 'BOTH') return null
  return (end === 'fromM') === (flow === 'FORWARD') ? behind : before
}

/** Walks outward from all readings at once; the nearest one counts. */
function spread(runs: readonly Run[]): void {
  const meeting = Map.groupBy(
    runs.flatMap((run) => run.stops.map((stop) => ({ run, stop }))).filter(({ stop }) => stop.node !== null),
    ({ stop }) => stop.node,
  )
  const runOfStop = new Map(runs.flatMap((run) => run.stops.map((stop) => [stop, run] as const)))
  const waiting = [...runOfStop.keys()].filter(({ value }) => value !== null)
  // The list is walked while it grows: a place that a nearer reading reaches is walked from again.
  for (const stop of waiting) {
    const reach = (other: Stop | undefined, stepM: number) => {
      if (!other || stop.distanceM + stepM >= other.distanceM) return
      other.distanceM = stop.distanceM + stepM
      other.value = stop.value
      waiting.push(other)
    }
    const { stops } = runOfStop.get(stop)!
    const at = stops.indexOf(stop)
    for (const beside of [stops[at - 1], stops[at + 1]]) reach(beside, beside ? Math.abs(beside.atM - stop.atM) : 0)
    if (stop.node !== null) for (const { stop: other } of meeting.get(stop.node) ?? []) reach(other, 0)
  }
}

/** The parts of a piece; neighbours of one value are one, and between two readings the middle divides. */
function joined(edgeId: string, stops: readonly Stop[]): ValuedStretch[] {
  const parts: ValuedStretch[] = []
  const add = (fromM: number, toM: number, value: number | null) => {
    const last = parts.at(-1)
    if (last?.value === value) last.toM = toM
    else if (toM > fromM) parts.push({ edgeId, fromM, toM, value })
  }
  for (const [at, to] of stops.entries()) {
    const from = stops[at - 1]
    if (!from) continue
    const lengthM = to.atM - from.atM
    const halfM = from.value === to.value ? lengthM : (lengthM + to.distanceM - from.distanceM) / 2
    add(from.atM, from.atM + halfM, from.value)
    add(from.atM + halfM, to.atM, to.value)
  }
  return parts
}
