import type { GeoPosition } from '@sluice/contract'

const M_PER_DEGREE = 111_320

/** Metres per degree of longitude at a latitude; good to a few per mille over the reach of a tolerance. */
export function metresPerLng(lat: number): number {
  return M_PER_DEGREE * Math.max(0.01, Math.cos((lat * Math.PI) / 180))
}

export const METRES_PER_LAT = M_PER_DEGREE

export function distanceM(a: GeoPosition, b: GeoPosition): number {
  const x = (b[0] - a[0]) * metresPerLng((a[1] + b[1]) / 2)
  const y = (b[1] - a[1]) * METRES_PER_LAT
  return Math.hypot(x, y)
}

/** Metres from the start at each corner of a line. */
export function measures(line: readonly GeoPosition[]): number[] {
  let sum = 0
  return line.map((position, at) => {
    if (at > 0) sum += distanceM(line[at - 1]!, position)
    return sum
  })
}

export interface Foot {
  /** From the point to the segment. */
  distanceM: number
  /** Along the segment. */
  alongM: number
}

/** The nearest place of a segment to a point. */
export function footOn(from: GeoPosition, to: GeoPosition, point: GeoPosition): Foot {
  const scale = metresPerLng(point[1])
  const [ax, ay] = [(from[0] - point[0]) * scale, (from[1] - point[1]) * METRES_PER_LAT]
  const [bx, by] = [(to[0] - point[0]) * scale, (to[1] - point[1]) * METRES_PER_LAT]
  const [dx, dy] = [bx - ax, by - ay]
  const length2 = dx * dx + dy * dy
  const share = length2 === 0 ? 0 : Math.min(1, Math.max(0, -(ax * dx + ay * dy) / length2))
  return { distanceM: Math.hypot(ax + share * dx, ay + share * dy), alongM: share * Math.sqrt(length2) }
}

/** Where a point falls on a line. */
export function footOnLine(
  line: readonly GeoPosition[],
  marks: readonly number[],
  point: GeoPosition,
): { distanceM: number; atM: number } {
  let best = { distanceM: Number.POSITIVE_INFINITY, atM: 0 }
  for (let at = 1; at < line.length; at++) {
    const foot = footOn(line[at - 1]!, line[at]!, point)
    if (foot.distanceM < best.distanceM) {
      best = { distanceM: foot.distanceM, atM: Math.min(marks[at]!, marks[at - 1]! + foot.alongM) }
    }
  }
  return best
}

/** Shorter than a drawing shows: such a corner is the end itself. */
const SAME_M = 0.001

/** The part of a line between two distances from its start. */
export function partOfLine(line: readonly GeoPosition[], fromM: number, toM: number): GeoPosition[] {
  const marks = measures(line)
  const placeAt = (metres: number): GeoPosition => {
    const found = marks.findIndex((mark) => mark >= metres)
    const next = found < 0 ? line.length - 1 : Math.max(1, found)
    const [before, after] = [line[next - 1]!, line[next]!]
    const length = marks[next]! - marks[next - 1]!
    const share = length === 0 ? 0 : Math.min(1, Math.max(0, (metres - marks[next - 1]!) / length))
    return [before[0] + (after[0] - before[0]) * share, before[1] + (after[1] - before[1]) * share]
  }
  const isInner = (mark: number) => mark > fromM + SAME_M && mark < Math.min(toM, marks.at(-1)!) - SAME_M
  return [placeAt(fromM), ...line.filter((_corner, corner) => isInner(marks[corner]!)), placeAt(toM)]
}
