/** Places on the drawing board of the county: pixels of its sheet, x to the east, y to the south. */
export type Spot = readonly [x: number, y: number]

const STEPS = 6

/** A curve through the given places (Catmull-Rom), so that a river drawn with few strokes flows. */
export function smooth(spots: readonly Spot[], closed = false): Spot[] {
  const count = spots.length
  const at = (index: number): Spot =>
    closed ? spots[(index + count) % count]! : spots[Math.min(count - 1, Math.max(0, index))]!
  const last = closed ? count : count - 1
  const curve: Spot[] = []
  for (let index = 0; index < last; index++) {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    for (let step = 0; step < STEPS; step++) curve.push(between(a, b, c, d, step / STEPS))
  }
  return closed ? [...curve, curve[0]!] : [...curve, spots.at(-1)!]
}

function between(a: Spot, b: Spot, c: Spot, d: Spot, t: number): Spot {
  const one = (p: number, q: number, r: number, s: number) =>
    0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t * t + (3 * q - p - 3 * r + s) * t ** 3)
  return [one(a[0], b[0], c[0], d[0]), one(a[1], b[1], c[1], d[1])]
}

/** Edges as nature draws them: every place is pushed a little. `random` gives numbers from 0 to 1. */
export function roughen(spots: readonly Spot[], by: number, random: () => number): Spot[] {
  const moved = spots.map(([x, y]): Spot => [x + (random() - 0.5) * by, y + (random() - 0.5) * by])
  // A ring stays closed.
  const [first, last] = [spots[0]!, spots.at(-1)!]
  return first[0] === last[0] && first[1] === last[1] ? moved.with(-1, moved[0]!) : moved
}

/** Evenly spaced places along a line, the ends left out. */
export function along(line: readonly Spot[], count: number): Spot[] {
  const marks = [0]
  for (let at = 1; at < line.length; at++) {
    const [a, b] = [line[at - 1]!, line[at]!]
    marks.push(marks.at(-1)! + Math.hypot(b[0] - a[0], b[1] - a[1]))
  }
  const length = marks.at(-1)!
  return Array.from({ length: count }, (_none, nr) => {
    const wanted = (length * (nr + 0.5)) / count
    const at = Math.max(
      1,
      marks.findIndex((mark) => mark >= wanted),
    )
    const [a, b] = [line[at - 1]!, line[at]!]
    const share = (wanted - marks[at - 1]!) / (marks[at]! - marks[at - 1]! || 1)
    return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
  })
}

/** The place of a line that is nearest to a spot. */
export function nearestOn(line: readonly Spot[], [x, y]: Spot): { spot: Spot; distance: number } {
  let best = { spot: line[0]!, distance: Number.POSITIVE_INFINITY }
  for (let at = 1; at < line.length; at++) {
    const [a, b] = [line[at - 1]!, line[at]!]
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
    const share = Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1)))
    const spot: Spot = [a[0] + share * dx, a[1] + share * dy]
    const distance = Math.hypot(spot[0] - x, spot[1] - y)
    if (distance < best.distance) best = { spot, distance }
  }
  return best
}

/** How long a line is, in pixels. */
export function lengthOf(line: readonly Spot[]): number {
  return line.slice(1).reduce((sum, [x, y], at) => sum + Math.hypot(x - line[at]![0], y - line[at]![1]), 0)
}

/** Whether a spot lies inside a ring (even-odd rule). */
export function within(ring: readonly Spot[], [x, y]: Spot): boolean {
  let inside = false
  for (let at = 0, before = ring.length - 1; at < ring.length; before = at++) {
    const [a, b] = [ring[at]!, ring[before]!]
    if (a[1] > y !== b[1] > y && x < ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1]) + a[0]) inside = !inside
  }
  return inside
}
