import type { EdgeFlows, GeoFlow, GeoPosition } from '@sluice/contract'
import { WORLD_PX, worldX, worldY, type WorldView } from '../canvas/mercator.ts'

/** How much flows, as it is drawn: below 50, up to 250, more than 250 m³/h. */
type FlowLevel = 1 | 2 | 3
const SECOND_FROM_M3H = 50
const THIRD_ABOVE_M3H = 250

/** A part of a line with one proven flow: shares of its length, and 1 along the drawing or -1 against it. */
export interface FlowStretch {
  from: number
  to: number
  sense: 1 | -1
  level: FlowLevel
}

function levelOf(flowM3h: number): FlowLevel {
  const amount = Math.abs(flowM3h)
  if (amount > THIRD_ABOVE_M3H) return 3
  return amount < SECOND_FROM_M3H ? 1 : 2
}

/** Against the drawing where that is the usual direction, and again where the reading is below zero. */
function senseOf(flow: GeoFlow, flowM3h: number): 1 | -1 {
  return flowM3h < 0 === (flow === 'BACKWARD') ? 1 : -1
}

/**
 * What the readings of an edge's valves prove of it: each point of the line goes by its nearest valve. Where that one
 * tells no flow, or the direction of the edge is not defined, nothing is proven.
 */
export function stretchesOf(valves: EdgeFlows[number]['valves'], flow: GeoFlow | null): FlowStretch[] {
  const stretches: FlowStretch[] = []
  if (flow === null) return stretches
  for (const [n, { at, flowM3h }] of valves.entries()) {
    const before = valves[n - 1]
    const after = valves[n + 1]
    const [from, to] = [before ? (before.at + at) / 2 : 0, after ? (at + after.at) / 2 : 1]
    if (flowM3h === null || flowM3h === 0 || to <= from) continue
    const stretch = { from, to, sense: senseOf(flow, flowM3h), level: levelOf(flowM3h) }
    const last = stretches.at(-1)
    if (last?.to === from && last.sense === stretch.sense && last.level === stretch.level) last.to = to
    else stretches.push(stretch)
  }
  return stretches
}

/**
 * Stretches that touch and flow the same way, until each is at least this share of the line: what is too short for a mark
 * counts with its neighbours, at the level of the longest of them.
 */
function gathered(stretches: readonly FlowStretch[], least: number): FlowStretch[] {
  const groups: FlowStretch[] = []
  let longest = 0
  for (const stretch of stretches) {
    const last = groups.at(-1)
    const length = stretch.to - stretch.from
    const touches = last?.to === stretch.from && last.sense === stretch.sense
    if (!touches || (last.to - last.from >= least && length >= least)) {
      groups.push({ ...stretch })
      longest = length
      continue
    }
    last.to = stretch.to
    if (length > longest) {
      last.level = stretch.level
      longest = length
    }
  }
  return groups
}

/** A line in world units, with the distance of each corner from its start. */
export interface WorldLine {
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly along: readonly number[]
}

export function worldLine(positions: readonly GeoPosition[]): WorldLine {
  const x = positions.map(([lng]) => worldX(lng))
  const y = positions.map(([, lat]) => worldY(lat))
  let sum = 0
  const along = x.map((_x, at) => (sum += at === 0 ? 0 : Math.hypot(x[at]! - x[at - 1]!, y[at]! - y[at - 1]!)))
  return { x, y, along }
}

type Spot = readonly [x: number, y: number]

/** The last corner that is no farther along than this. */
function cornerBefore({ along }: WorldLine, distance: number): number {
  let [low, high] = [0, along.length - 2]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (along[middle]! <= distance) low = middle
    else high = middle - 1
  }
  return low
}

function spotAt(line: WorldLine, distance: number): Spot {
  const { x, y, along } = line
  const at = cornerBefore(line, distance)
  const length = along[at + 1]! - along[at]!
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (distance - along[at]!) / length))
  return [x[at]! + share * (x[at + 1]! - x[at]!), y[at]! + share * (y[at + 1]! - y[at]!)]
}

/** A mark of moving water: where its head is, and the way it came, in world units. */
export interface FlowMark {
  head: Spot
  /** From the head backwards, corners of the line included. */
  tail: readonly Spot[]
}

/** Pixels between two marks, by level; up to twice as many between two whole zooms. */
const SPACING_PX: Readonly<Record<FlowLevel, number>> = { 1: 92, 2: 52, 3: 28 }
/** How far a mark travels, pixels a second. */
const SPEED_PX: Readonly<Record<FlowLevel, number>> = { 1: 9, 2: 15, 3: 22 }
export const MARK_PX = 15
/** Shorter stretches are drawn together with their neighbours. */
const LEAST_PX = 40
/** Marks beside the view are drawn too: their tails reach into it. */
const BESIDE_PX = 24
/** A mark that stands still is in the middle of its space. */
const AT_REST = 0.5

/** The part of a segment inside a view, as shares of its length; it ends before it begins where there is none. */
function insideOf([x1, y1]: Spot, [x2, y2]: Spot, view: WorldView, beside: number): Spot {
  let [from, to] = [0, 1]
  for (const [start, way, low, high] of [
    [x1, x2 - x1, view.west - beside, view.east + beside],
    [y1, y2 - y1, view.north - beside, view.south + beside],
  ] as const) {
    if (way === 0) {
      if (start < low || start > high) return [1, 0]
      continue
    }
    const [a, b] = [(low - start) / way, (high - start) / way]
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  }
  return [from, to]
}

function markAt(
  line: WorldLine,
  distance: number,
  sense: 1 | -1,
  tailLength: number,
  limit: readonly [number, number],
) {
  const end = Math.min(limit[1], Math.max(limit[0], distance - sense * tailLength))
  const [low, high] = [Math.min(distance, end), Math.max(distance, end)]
  const corners: Spot[] = []
  for (let at = cornerBefore(line, low) + 1; at < line.along.length && line.along[at]! < high; at++) {
    corners.push([line.x[at]!, line.y[at]!])
  }
  if (sense === 1) corners.reverse()
  return { head: spotAt(line, distance), tail: [...corners, spotAt(line, end)] }
}

/** Marks are placed for the whole zoom below, so that they stay where they are between two. */
const pixelAt = ({ zoom }: WorldView) => 1 / (WORLD_PX * 2 ** Math.floor(zoom))

/**
 * The marks of a line in a view, `seconds` after they stood still; null for marks at rest. They stay at their places
 * while the view moves, and are twice as many at the next whole zoom.
 */
export function marksOn(
  line: WorldLine,
  stretches: readonly FlowStretch[],
  view: WorldView,
  seconds: number | null,
): FlowMark[] {
  const total = line.along.at(-1) ?? 0
  return gathered(stretches, (LEAST_PX * pixelAt(view)) / total).flatMap((stretch) =>
    marksOnStretch(line, stretch, view, seconds),
  )
}

function marksOnStretch(line: WorldLine, stretch: FlowStretch, view: WorldView, seconds: number | null): FlowMark[] {
  const { sense, level } = stretch
  const pixel = pixelAt(view)
  const total = line.along.at(-1) ?? 0
  const [begin, end] = [stretch.from * total, stretch.to * total]
  const length = end - begin
  if (length < MARK_PX * pixel) return []
  const spacing = Math.min(SPACING_PX[level] * pixel, length)
  const phase = (AT_REST + ((seconds ?? 0) * SPEED_PX[level]) / SPACING_PX[level]) * spacing
  const first = sense === 1 ? begin + phase : end - phase
  const beside = BESIDE_PX * pixel
  const marks: FlowMark[] = []
  let done = Number.NEGATIVE_INFINITY
  for (let at = 1; at < line.along.length; at++) {
    const spots: [Spot, Spot] = [
      [line.x[at - 1]!, line.y[at - 1]!],
      [line.x[at]!, line.y[at]!],
    ]
    const [start, way] = [line.along[at - 1]!, line.along[at]! - line.along[at - 1]!]
    const inside = insideOf(...spots, view, beside)
    const low = Math.max(begin, start + inside[0] * way)
    const high = Math.min(end, start + inside[1] * way)
    // Counted along the drawing: a mark on a corner belongs to one of the two segments.
    for (let n = Math.ceil((low - first) / spacing); first + n * spacing <= high; n++) {
      const distance = first + n * spacing
      if (distance <= done) continue
      done = distance
      marks.push(markAt(line, distance, sense, MARK_PX * pixel, [begin, end]))
    }
  }
  return marks
}
