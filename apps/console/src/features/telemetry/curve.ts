import type { HistoryPoint } from '@sluice/contract'

/** A curve as it is drawn: no line over missing data (look.md 4). */
export interface Curve {
  /** [ms, value]; null breaks the line. */
  line: readonly (readonly [number, number | null])[]
  gaps: readonly Gap[]
  /** Points that are suspect, drawn hollow. */
  suspect: readonly number[]
  /** Points with nothing on either side: no line passes through them, so they are drawn as dots. */
  alone: readonly number[]
}

export interface Gap {
  from: number
  to: number
}

/** A silence this many times the usual step is a gap. */
const GAP_STEPS = 2.5
const BUCKET_MS = { HOUR: 3_600_000, DAY: 86_400_000 } as const

function usualStep(times: readonly number[]): number {
  const steps = times.slice(1).map((time, at) => time - times[at]!)
  const sorted = steps.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export function curveOf(points: readonly HistoryPoint[], bucket: 'RAW' | 'HOUR' | 'DAY'): Curve {
  const known = points.filter((point) => typeof point.v === 'number' || typeof point.v === 'boolean')
  const times = known.map((point) => Date.parse(point.t))
  const step = bucket === 'RAW' ? usualStep(times) : BUCKET_MS[bucket]
  const line: [number, number | null][] = []
  const gaps: Gap[] = []
  for (const [at, point] of known.entries()) {
    const time = times[at]!
    const before = times[at - 1]
    if (before !== undefined && step > 0 && time - before > step * GAP_STEPS) {
      gaps.push({ from: before, to: time })
      line.push([before + 1, null])
    }
    line.push([time, Number(point.v)])
  }
  const suspect = known.flatMap((point, at) => (point.q === 'SUSPECT' || point.q === 'BAD' ? [times[at]!] : []))
  const alone = line.flatMap(([time, value], at) => {
    const [before, after] = [line[at - 1]?.[1] ?? null, line[at + 1]?.[1] ?? null]
    return value !== null && before === null && after === null ? [time] : []
  })
  return { line, gaps, suspect, alone }
}
