import { BODY_MASK, CLASS_OF_BODY } from './marker-state.ts'
import { WORLD_PX, type WorldView } from './mercator.ts'

/** Device places in world units (NOWHERE: none) and their state bytes; `count` of them are in use. */
export interface Points {
  count: number
  x: Float64Array
  y: Float64Array
  state: Uint8Array
}

/** West of every world: such a device is in no cell. */
export const NOWHERE = -8

/** One drawn thing: a single device, or what lies in one cell. */
export interface Cell {
  /** Same cell, same key, wherever the view is. */
  key: string
  count: number
  online: number
  offline: number
  fault: number
  /** Where it is drawn, in world units: a single device at its place, a badge near the middle of its devices. */
  x: number
  y: number
  /** Index of one of its devices: the only one when `count` is 1. */
  first: number
}

/** Cells are laid on the world, not on the screen: panning moves them, and only a whole zoom level changes them. */
export function cellsPerWorld(zoom: number, cellPx: number): number {
  const wanted = (WORLD_PX * 2 ** Math.floor(zoom)) / cellPx
  // A power of two divides the world without rounding, so a device is in the same cell in every view.
  return 2 ** Math.round(Math.log2(wanted))
}

/** A view never has more cells than this; a larger one is cut at its edge. */
const MAX_CELLS = 1 << 15

/**
 * Sorts points into cells. Works on flat arrays that are kept between calls: a hundred thousand devices take one to
 * two milliseconds, and nothing is allocated but the answer.
 */
export class Clusterer {
  readonly #counts = new Int32Array(MAX_CELLS * 3)
  /** Of x and y in turn: one cache line per cell. */
  readonly #sums = new Float64Array(MAX_CELLS * 2)
  readonly #first = new Int32Array(MAX_CELLS)

  /** `mask` leaves out devices whose byte is 0. Cells that the view cuts are counted whole. */
  bin(points: Points, mask: Uint8Array | null, view: WorldView, cells: number): Cell[] {
    const west = Math.floor(view.west * cells)
    const north = Math.floor(view.north * cells)
    const width = Math.min(Math.floor(view.east * cells) - west + 1, 256)
    const height = Math.min(Math.floor(view.south * cells) - north + 1, MAX_CELLS / 256)
    if (width <= 0 || height <= 0) return []
    this.#clear(width * height)
    this.#fill(points, mask, { west, north, width, height, cells })
    return this.#collect({ west, north, width, height, cells })
  }

  #clear(size: number): void {
    this.#counts.fill(0, 0, size * 3)
    this.#sums.fill(0, 0, size * 2)
  }

  #fill({ count, x, y, state }: Points, mask: Uint8Array | null, { west, north, width, height, cells }: Grid): void {
    const [counts, sums, first] = [this.#counts, this.#sums, this.#first]
    for (let at = 0; at < count; at++) {
      if (mask !== null && mask[at] === 0) continue
      const placeX = x[at]!
      const placeY = y[at]!
      // Places are never negative but for NOWHERE, so cutting off the fraction is the same as rounding down.
      const column = ((placeX * cells) | 0) - west
      if (column < 0 || column >= width || placeX < 0) continue
      const row = ((placeY * cells) | 0) - north
      if (row < 0 || row >= height) continue
      const cell = row * width + column
      counts[cell * 3 + CLASS_OF_BODY[state[at]! & BODY_MASK]!]!++
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
      // Alone a device stands where it is; a badge keeps off the edges of its cell, and so off its neighbours.
      const reach = count === 1 ? 0.5 : BADGE_REACH
      const x = within(this.#sums[cell * 2]! / count, (column + 0.5) / cells, reach / cells)
      const y = within(this.#sums[cell * 2 + 1]! / count, (row + 0.5) / cells, reach / cells)
      found.push({ key, count, online, offline, fault, x, y, first: this.#first[cell]! })
    }
    return found
  }
}

/** How far from the middle of its cell a badge may lie, in cells. */
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

/** Above this many devices in view they are drawn together (look.md 5). */
export const SINGLES_LIMIT = 200
const CLUSTER_PX = 64
/** Devices of one cabinet lie on one spot: they stay together however few there are. */
const STACK_PX = 32

/** So few devices of one cell are drawn singly when they stand apart. */
const LOOSE = 3
/** Looking for them costs a second sorting: above this many devices cells are full anyway. */
const LOOSE_LIMIT = 20_000

/** What is drawn of a view: single devices while there are few, clusters above that. */
export function drawnCells(clusterer: Clusterer, points: Points, mask: Uint8Array | null, view: WorldView): Cell[] {
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

/** The devices behind a cell that was drawn with this many cells to the world. */
export function membersOf(points: Points, mask: Uint8Array | null, cell: Cell, view: WorldView): number[] {
  const [column, row] = cell.key.split('/').map(Number) as [number, number]
  for (const px of [CLUSTER_PX, STACK_PX]) {
    const cells = cellsPerWorld(view.zoom, px)
    if (Math.floor(cell.x * cells) !== column || Math.floor(cell.y * cells) !== row) continue
    const members: number[] = []
    for (let at = 0; at < points.count; at++) {
      if (mask !== null && mask[at] === 0) continue
      if (Math.floor(points.x[at]! * cells) === column && Math.floor(points.y[at]! * cells) === row) members.push(at)
    }
    if (members.length === cell.count) return members
  }
  return []
}
