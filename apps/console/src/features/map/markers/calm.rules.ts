import { MAP_STATUS, SILENT_SINGLY } from '@sluice/contract'
import { UNPROVEN } from '../colour/bins.rules.ts'
import { WORLD_PX, type WorldView } from '../canvas/mercator.ts'
import type { Cell, Points } from './cluster.ts'
import { BODY_MASK, BODIES, RING_BITS } from './marker-state.ts'

/** Below this zoom the land comes first: a healthy device is a dot (docs/decisions/0041). */
export const CALM_BELOW_ZOOM = 12

/** States that nobody has to look at. */
const IS_QUIET = Uint8Array.from(
  BODIES.map((body) => (['online', 'offline', 'disabled', 'unknown'].includes(body) ? 1 : 0)),
)

/** Sets 1 for every shown device that has a body in the calm picture; returns whether any byte changed. */
export function markBodies(
  { state, count }: Points,
  mask: Uint8Array,
  always: ReadonlySet<number>,
  bodies: Uint8Array,
): boolean {
  let changed = false
  for (let at = 0; at < count; at++) {
    const byte = state[at]!
    const isQuiet = IS_QUIET[byte & BODY_MASK] === 1 && (byte & RING_BITS) === 0 && !always.has(at)
    const next = mask[at] === 1 && !isQuiet ? 1 : 0
    if (bodies[at] === next) continue
    bodies[at] = next
    changed = true
  }
  return changed
}

/** Dots nearer than this would touch. */
const DOT_PX = 4
/** A picture of more dots tells no more, and is slower to place. */
export const MOST_DOTS = 3_000

interface Dotted {
  points: Points
  mask: Uint8Array
  bodies: Uint8Array
  bins: Uint8Array | null
}

/** Thins devices without a body to dots. The cells are fixed to the world: panning only moves them. */
export class DotGrid {
  #first = new Int32Array(0)
  #counts = new Int32Array(0)
  #silent = new Int32Array(0)

  /**
   * A dot stands at the place of one of its devices, of a silent one if there is any; where the map shows `bins`, of one
   * whose value is proven: what measures nothing stands beside much that does.
   */
  dots(points: Points, mask: Uint8Array, bodies: Uint8Array, view: WorldView, bins: Uint8Array | null): Cell[] {
    for (let px = DOT_PX; ; px *= 2) {
      const cells = 2 ** Math.round(Math.log2(worldPx(view.zoom) / px))
      const found = this.#bin({ points, mask, bodies, bins }, view, cells)
      if (found) return found
    }
  }

  /** Null when they are too many for this size of cell. */
  #bin({ points, mask, bodies, bins }: Dotted, view: WorldView, cells: number): Cell[] | null {
    const { count, x, y, state } = points
    const [west, north] = [Math.floor(view.west * cells), Math.floor(view.north * cells)]
    const width = Math.floor(view.east * cells) - west + 1
    const height = Math.floor(view.south * cells) - north + 1
    if (width <= 0 || height <= 0) return []
    this.#clear(width * height)
    const [first, counts, silent] = [this.#first, this.#counts, this.#silent]
    let dots = 0
    for (let at = 0; at < count; at++) {
      if (mask[at] === 0 || bodies[at] === 1 || x[at]! < 0) continue
      const column = Math.floor(x[at]! * cells) - west
      const row = Math.floor(y[at]! * cells) - north
      if (column < 0 || column >= width || row < 0 || row >= height) continue
      const cell = row * width + column
      const isSilent = (state[at]! & BODY_MASK) !== 0
      if (counts[cell]! === 0 && ++dots > MOST_DOTS) return null
      const isBetter =
        bins === null ? isSilent && silent[cell]! === 0 : bins[at] !== UNPROVEN && bins[first[cell]!] === UNPROVEN
      if (counts[cell]! === 0 || isBetter) first[cell] = at
      counts[cell]!++
      if (isSilent) silent[cell]!++
    }
    const found: Cell[] = []
    for (let cell = 0; cell < width * height; cell++) {
      if (counts[cell]! === 0) continue
      const one = first[cell]!
      found.push({
        key: `${west + (cell % width)}/${north + Math.floor(cell / width)}`,
        count: counts[cell]!,
        online: counts[cell]! - silent[cell]!,
        offline: silent[cell]!,
        fault: 0,
        x: x[one]!,
        y: y[one]!,
        first: one,
        marks: 0,
        level: cells,
      })
    }
    return found
  }

  #clear(size: number): void {
    if (this.#counts.length < size) {
      this.#first = new Int32Array(size)
      this.#counts = new Int32Array(size)
      this.#silent = new Int32Array(size)
      return
    }
    this.#counts.fill(0, 0, size)
    this.#silent.fill(0, 0, size)
  }
}

const worldPx = (zoom: number) => WORLD_PX * 2 ** Math.floor(zoom)

/** Silence that began within this time has one cause, seconds. */
const TOGETHER_S = 600

interface Links {
  ids: readonly string[]
  masterIds: readonly (string | null)[]
  status: readonly number[]
  seen: readonly (number | null)[]
}

/** Silence that is one matter: the id of the master, and how many of its slaves went silent together. */
export function silenceGroups({ ids, masterIds, status, seen }: Links): ReadonlyMap<string, number> {
  const lastSeen = new Map<string, number[]>()
  for (let at = 0; at < ids.length; at++) {
    const master = masterIds[at] ?? null
    if (master === null || status[at] !== MAP_STATUS.OFFLINE) continue
    const known = lastSeen.get(master)
    if (known) known.push(seen[at] ?? 0)
    else lastSeen.set(master, [seen[at] ?? 0])
  }
  const groups = new Map<string, number>()
  for (const [master, times] of lastSeen) {
    const together = mostTogether(times.sort((a, b) => a - b))
    if (together > SILENT_SINGLY) groups.set(master, together)
  }
  return groups
}

function mostTogether(times: readonly number[]): number {
  let most = 0
  for (let from = 0, to = 0; to < times.length; to++) {
    while (times[to]! - times[from]! > TOGETHER_S) from++
    most = Math.max(most, to - from + 1)
  }
  return most
}
