import { BODY_MASK, CLASS_OF_BODY } from './marker-state.ts'
import { WORLD_PX, type WorldView } from '../canvas/mercator.ts'

/** Device places in world units (NOWHERE: none) and their state bytes; the first `count` are in use. */
export interface Points {
  count: number
  x: Float64Array
  y: Float64Array
  state: Uint8Array
}

/** West of the world: such a device is in no cell. */
export const NOWHERE = -8

/** One drawn element: a single device, or the devices of one cell. */
export interface Cell {
  /** The same for the same cell in every view. */
  key: string
  count: number
  online: number
  offline: number
  fault: number
  /** The drawn position, in world units: a single device's own, or near the centre of a cluster's devices. */
  x: number
  y: number
  /** The index of one of its devices: the only one when `count` is 1. */
  first: number
  /** The state bytes of all its devices combined with OR: the high bits are rings and badges inside. */
  marks: number
  /** How many cells of this size span the world. */
  level: number
  /** The cells merged into this one; absent when none are. */
  parts?: readonly Cell[]
}

/**
 * How many cells span the world. Cells are fixed to the world, not to the screen: panning only moves them, and only
 * another whole zoom level changes them.
 */
export function cellsPerWorld(zoom: number, cellPx: number): number {
  const wanted = (WORLD_PX * 2 ** Math.floor(zoom)) / cellPx
  // A power of two divides the world without rounding, so a device is in the same cell in every view.
  return 2 ** Math.round(Math.log2(wanted))
}

/** Most cells of a view per axis; a view larger than any screen is cut at its edge. */
const MAX_COLUMNS = 512
const MAX_ROWS = 256
const MAX_CELLS = MAX_COLUMNS * MAX_ROWS

/**
 * Sorts points into cells. Works on flat arrays that are kept between calls: a hundred thousand devices take one to two
 * milliseconds, and only the result is allocated.
 */
export class Clusterer {
  readonly #counts = new Int32Array(MAX_CELLS * 3)
  /** x and y in turn: one cache line per cell. */
  readonly #sums = new Float64Array(MAX_CELLS * 2)
  readonly #first = new Int32Array(MAX_CELLS)
  readonly #marks = new Uint8Array(MAX_CELLS)

  /** `mask` excludes devices whose byte is 0. Cells that the view cuts are counted whole. */
  bin(points: Points, mask: Uint8Array | null, view: WorldView, cells: number): Cell[] {
    const west = Math.floor(view.west * cells)
    const north = Math.floor(view.north * cells)
    const width = Math.min(Math.floor(view.east * cells) - west + 1, MAX_COLUMNS)
    const height = Math.min(Math.floor(view.south * cells) - north + 1, MAX_ROWS)
    if (width <= 0 || height <= 0) return []
    this.#clear(width * height)
    this.#fill(points, mask, { west, north, width, height, cells })
    return this.#collect({ west, north, width, height, cells })
  }

  #clear(size: number): void {
    this.#counts.fill(0, 0, size * 3)
    this.#sums.fill(0, 0, size * 2)
    this.#marks.fill(0, 0, size)
  }

  #fill({ count, x, y, state }: Points, mask: Uint8Array | null, { west, north, width, height, cells }: Grid): void {
    const [counts, sums, first, marks] = [this.#counts, this.#sums, this.#first, this.#marks]
    for (let at = 0; at < count; at++) {
      if (mask !== null && mask[at] === 0) continue
      const placeX = x[at]!
      const placeY = y[at]!
      // Places are never negative except NOWHERE, so truncating equals rounding down.
      const column = ((placeX * cells) | 0) - west
      if (column < 0 || column >= width || placeX < 0) continue
      const row = ((placeY * cells) | 0) - north
      if (row < 0 || row >= height) continue
      const cell = row * width + column
      counts[cell * 3 + CLASS_OF_BODY[state[at]! & BODY_MASK]!]!++
      marks[cell]! |= state[at]!
      sums[cell * 2]! += placeX
      sums[cell * 2 + 1]! += placeY
      first[cell] = at
    }
  }

  #collect({ west, north, width, height, cells }: Grid): Cell[] {
    const found: Cell[] = []
    for (let cell = 0; cell < width * height; cell++) {
      const online = this.#counts[cell * 3]!
      const offline = this.#counts[cell * 3 + 1]!
      const fault = this.#counts[cell * 3 + 2]!
      const count = online + offline + fault
      if (count === 0) continue
      const [column, row] = [west + (cell % width), north + Math.floor(cell / width)]
      const key = `${column}/${row}`
      // A single device is at its own place; a badge keeps away from the edges of its cell, and so from its neighbours.
      const reach = count === 1 ? 0.5 : BADGE_REACH
      const x = within(this.#sums[cell * 2]! / count, (column + 0.5) / cells, reach / cells)
      const y = within(this.#sums[cell * 2 + 1]! / count, (row + 0.5) / cells, reach / cells)
      const [first, marks] = [this.#first[cell]!, this.#marks[cell]!]
      found.push({ key, count, online, offline, fault, x, y, first, marks, level: cells })
    }
    return found
  }
}

/** How far from the centre of its cell a badge may be, in cells. */
const BADGE_REACH = 0.24

const within = (value: number, middle: number, reach: number) =>
  Math.min(middle + reach, Math.max(middle - reach, value))

interface Grid {
  cells: number
  west: number
  north: number
  width: number
  height: number
}

/** More devices in view than this are clustered (docs/spec/look.md#5). */
export const SINGLES_LIMIT = 200
const CLUSTER_PX = 64
/** Devices of one cabinet share one place: they stay clustered however few they are. */
const STACK_PX = 16

/** Up to this many devices of one cell are drawn singly when they are apart. */
const LOOSE = 3
/** Finding them needs a second sorting; with more devices than this, cells are full anyway. */
const LOOSE_LIMIT = 20_000

/** The drawn elements of a view: single devices while they are few, else clusters. Nothing overlaps. */
export function drawnCells(clusterer: Clusterer, points: Points, mask: Uint8Array | null, view: WorldView): Cell[] {
  return apart(cellsOf(clusterer, points, mask, view), WORLD_PX * 2 ** Math.floor(view.zoom))
}

function cellsOf(clusterer: Clusterer, points: Points, mask: Uint8Array | null, view: WorldView): Cell[] {
  const wide = cellsPerWorld(view.zoom, CLUSTER_PX)
  const coarse = clusterer.bin(points, mask, view, wide)
  const total = coarse.reduce((sum, cell) => sum + cell.count, 0)
  const isLoose = ({ count }: Cell) => count > 1 && count <= LOOSE
  const few = total <= SINGLES_LIMIT
  if (!few && (points.count > LOOSE_LIMIT || !coarse.some(isLoose))) return coarse
  const fine = clusterer.bin(points, mask, view, cellsPerWorld(view.zoom, STACK_PX))
  if (few) return fine
  const inside: Record<string, Cell[]> = {}
  for (const cell of fine) (inside[`${Math.floor(cell.x * wide)}/${Math.floor(cell.y * wide)}`] ??= []).push(cell)
  return coarse.flatMap((cell) => {
    const parts = isLoose(cell) ? inside[cell.key] : undefined
    return parts?.length === cell.count ? parts : [cell]
  })
}

const MIN_RADIUS = 17
const MAX_RADIUS = 26

/**
 * The radius of the disc by the number of devices: the area grows slowly, the number shows the rest
 * (docs/spec/look.md#5).
 */
export function clusterRadius(count: number): number {
  return Math.min(MAX_RADIUS, Math.round(MIN_RADIUS + 3.2 * Math.log10(Math.max(1, count)) ** 1.35))
}

/** Two markers may touch and still be distinguished and hit; badges keep a gap. */
const SINGLE_REACH_PX = 9
const reachOf = (count: number) => (count === 1 ? SINGLE_REACH_PX : clusterRadius(count) + 3)
/** Two elements farther apart than this cannot touch. */
const MOST_REACH_PX = 2 * (MAX_RADIUS + 3)

/**
 * Merges cells that would overlap, the smaller into the larger, the largest first. Distances are those of the whole
 * zoom level, so that nothing merges or splits while the view moves or is between two levels.
 */
function apart(cells: readonly Cell[], worldPx: number): Cell[] {
  // A badge grows with each merge, and may then reach its neighbour.
  for (let before = cells; ; ) {
    const after = mergedOnce(before, worldPx)
    if (after.length === before.length) return after
    before = after
  }
}

function mergedOnce(cells: readonly Cell[], worldPx: number): Cell[] {
  const near = new Map<number, Cell[]>()
  const bucket = (value: number) => Math.floor((value * worldPx) / MOST_REACH_PX)
  const place = (column: number, row: number) => column * 0x4000000 + row
  const kept: Cell[] = []
  for (const cell of cells.toSorted((a, b) => b.count - a.count || a.x - b.x || a.y - b.y)) {
    const [column, row] = [bucket(cell.x), bucket(cell.y)]
    let into: Cell | undefined
    let nearest = 1
    for (let at = 0; at < 9; at++) {
      for (const one of near.get(place(column + (at % 3) - 1, row + Math.floor(at / 3) - 1)) ?? []) {
        const share = overlap(one, cell, worldPx)
        if (share >= nearest) continue
        nearest = share
        into = one
      }
    }
    if (into) {
      absorb(into, cell)
      continue
    }
    const copy = { ...cell }
    kept.push(copy)
    const list = near.get(place(column, row))
    if (list) list.push(copy)
    else near.set(place(column, row), [copy])
  }
  return kept
}

/** The distance of two elements relative to that at which they touch: below 1 they overlap. */
export function overlap(a: Cell, b: Cell, worldPx: number): number {
  return (Math.hypot(a.x - b.x, a.y - b.y) * worldPx) / (reachOf(a.count) + reachOf(b.count))
}

function absorb(into: Cell, cell: Cell): void {
  into.parts = [...(into.parts ?? [{ ...into }]), ...(cell.parts ?? [cell])]
  into.count += cell.count
  into.online += cell.online
  into.offline += cell.offline
  into.fault += cell.fault
  into.marks |= cell.marks
}

/** The devices of a drawn element. */
export function membersOf(points: Points, mask: Uint8Array | null, cell: Cell): number[] {
  const parts = (cell.parts ?? [cell]).map(({ key, level }) => {
    const [column, row] = key.split('/').map(Number) as [number, number]
    return { column, row, level }
  })
  const members: number[] = []
  for (let at = 0; at < points.count; at++) {
    if (mask !== null && mask[at] === 0) continue
    const [x, y] = [points.x[at]!, points.y[at]!]
    const inside = ({ column, row, level }: (typeof parts)[number]) =>
      Math.floor(x * level) === column && Math.floor(y * level) === row
    if (parts.some(inside)) members.push(at)
  }
  return members
}
