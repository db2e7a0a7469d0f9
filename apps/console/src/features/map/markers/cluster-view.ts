import { type Cell, Clusterer, drawnCells, type Points } from './cluster.ts'
import { BINS } from '../colour/bins.rules.ts'
import { BODY_MASK, CLASS_OF_BODY, RING_BITS } from './marker-state.ts'
import type { WorldView } from '../canvas/mercator.ts'

const CLASSES = ['online', 'offline', 'fault'] as const

/**
 * The drawn cells of a view, cached between flushes. A report changes only the numbers of its cell: the cells
 * themselves depend on the places of devices, the filter and the view.
 */
export class ClusterView {
  readonly #clusterer = new Clusterer()
  #key = ''
  #cells: Cell[] = []
  /** The drawn cell of each device, -1 for none; computed when the same view is drawn again. */
  #owner: Int32Array | null = null
  /** The states as last counted. */
  #counted = new Uint8Array(0)

  /** Returns the cells of this view. `shown` changes whenever other devices are shown or any of them moves. */
  cells(points: Points, mask: Uint8Array | null, view: WorldView, shown: string): readonly Cell[] {
    const { west, east, north, south, zoom } = view
    const key = `${shown} ${west} ${east} ${north} ${south} ${zoom}`
    if (key === this.#key && this.#counted.length === points.count) {
      this.#recount(points, mask)
      return this.#cells
    }
    this.#cells = drawnCells(this.#clusterer, points, mask, view)
    this.#counted = points.state.slice(0, points.count)
    this.#owner = null
    this.#key = key
    return this.#cells
  }

  #recount(points: Points, mask: Uint8Array | null): void {
    const owner = (this.#owner ??= ownersOf(this.#cells, points, mask))
    const [counted, { state, count }] = [this.#counted, points]
    const ringed = new Set<number>()
    for (let at = 0; at < count; at++) {
      const [before, after] = [counted[at]!, state[at]!]
      if (before === after) continue
      counted[at] = after
      const cell = this.#cells[owner[at]!]
      if (!cell) continue
      cell[CLASSES[CLASS_OF_BODY[before & BODY_MASK]!]!]--
      cell[CLASSES[CLASS_OF_BODY[after & BODY_MASK]!]!]++
      cell.marks |= after
      if ((before & RING_BITS) !== (after & RING_BITS)) ringed.add(owner[at]!)
    }
    if (ringed.size > 0) this.#mark(ringed, points)
  }

  /** A ring that ended may have been the only one of its cell. */
  #mark(ringed: ReadonlySet<number>, { state, count }: Points): void {
    for (const at of ringed) this.#cells[at]!.marks = 0
    for (let at = 0; at < count; at++) {
      const owner = this.#owner![at]!
      if (ringed.has(owner)) this.#cells[owner]!.marks |= state[at]!
    }
  }
}

/** How many devices of each bin every cell has, in one array: BINS + 1 numbers for each cell. */
export function binsOfCells(
  cells: readonly Cell[],
  points: Points,
  mask: Uint8Array | null,
  bins: Uint8Array,
): Uint32Array {
  const counts = new Uint32Array(cells.length * (BINS + 1))
  const owner = ownersOf(cells, points, mask)
  for (let at = 0; at < points.count; at++) if (owner[at]! >= 0) counts[owner[at]! * (BINS + 1) + bins[at]!]!++
  return counts
}

/** The drawn cell of each shown device. */
function ownersOf(cells: readonly Cell[], points: Points, mask: Uint8Array | null): Int32Array {
  const byLevel = new Map<number, Map<number, number>>()
  for (const [at, cell] of cells.entries()) {
    for (const { key, level } of cell.parts ?? [cell]) {
      const [column, row] = key.split('/').map(Number) as [number, number]
      const known = byLevel.get(level) ?? new Map<number, number>()
      byLevel.set(level, known.set(column * level + row, at))
    }
  }
  const owner = new Int32Array(points.count).fill(-1)
  for (const [level, known] of byLevel) {
    for (let at = 0; at < points.count; at++) {
      if ((mask !== null && mask[at] === 0) || points.x[at]! < 0) continue
      const cell = known.get(Math.floor(points.x[at]! * level) * level + Math.floor(points.y[at]! * level))
      if (cell !== undefined) owner[at] = cell
    }
  }
  return owner
}
