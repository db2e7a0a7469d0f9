import type { HistoryPoint } from '@sluice/contract'

/** A curve as drawn: no line over missing data (docs/spec/look.md#4). */
export interface Curve {
  /** [ms, value]; null breaks the line. */
  line: readonly (readonly [number, number | null])[]
  gaps: readonly Gap[]
  /** Suspect points, drawn hollow. */
  suspect: readonly number[]
  /** Points without a neighbour: no line passes through them, so they are drawn as dots. */
  alone: readonly number[]
  /** Points with a note (`pointNote`), by time. */
  noted: ReadonlyMap<number, HistoryPoint>
}

export interface Gap {
  from: number
  to: number
}

/** A silence this many times the usual step is a gap. */
const GAP_STEPS = 2.5
const BUCKET_MS = { HOUR: 3_600_000, DAY: 86_400_000 } as const

/** The number of steps on each side from which the usual step is computed. */
const AROUND = 5

function middle(steps: readonly number[]): number {
  return steps.toSorted((a, b) => a - b)[Math.floor((steps.length - 1) / 2)] ?? 0
}

/**
 * The usual step at a place: the slower of those before and after it. One measure for the whole range would turn every
 * hour of an hourly past into a gap as soon as the device reports by the minute.
 */
function usualStep(steps: readonly number[], at: number): number {
  return Math.max(middle(steps.slice(Math.max(0, at - AROUND), at)), middle(steps.slice(at + 1, at + 1 + AROUND)))
}

export function curveOf(points: readonly HistoryPoint[], bucket: 'RAW' | 'HOUR' | 'DAY'): Curve {
  // BAD values are left out: one of them would set the scale and flatten all others.
  const known = points.filter(({ v, q }) => q !== 'BAD' && (typeof v === 'number' || typeof v === 'boolean'))
  const times = known.map((point) => Date.parse(point.t))
  const steps = times.slice(1).map((time, at) => time - times[at]!)
  const line: [number, number | null][] = []
  const gaps: Gap[] = []
  for (const [at, point] of known.entries()) {
    const time = times[at]!
    const before = times[at - 1]
    const step = bucket === 'RAW' ? usualStep(steps, at - 1) : BUCKET_MS[bucket]
    if (before !== undefined && step > 0 && time - before > step * GAP_STEPS) {
      gaps.push({ from: before, to: time })
      line.push([before + 1, null])
    }
    line.push([time, Number(point.v)])
  }
  const suspect = known.flatMap((point, at) => (point.q === 'SUSPECT' ? [times[at]!] : []))
  const alone = line.flatMap(([time, value], at) => {
    const [before, after] = [line[at - 1]?.[1] ?? null, line[at + 1]?.[1] ?? null]
    return value !== null && before === null && after === null ? [time] : []
  })
  const noted = new Map(
    known.flatMap((point, at) => (point.bad || point.gapFrom ? [[times[at]!, point] as const] : [])),
  )
  return { line, gaps, suspect, alone, noted }
}
