import { historyGaps, type HistoryPoint, type HistoryStep, isKnownPoint } from '@sluice/contract'
import type { Gap } from '@sluice/kit'

/** [epoch ms, value] */
export type Spot = readonly [number, number]

/** A series as every screen draws it: no line over missing data (docs/spec/look.md#4). */
export interface Curve {
  /** Points without a gap between them. */
  runs: readonly (readonly Spot[])[]
  gaps: readonly Gap[]
  /** Suspect points, drawn hollow. */
  suspect: readonly number[]
  /** Points without a neighbour: no line passes through them, so they are drawn as dots. */
  alone: readonly number[]
  /** Points with a note (`pointNote`), by time. */
  noted: ReadonlyMap<number, HistoryPoint>
}

export function curveOf(points: readonly HistoryPoint[], step: HistoryStep): Curve {
  // BAD values are left out: one of them would set the scale and flatten all others.
  const known = points.filter((point) => isKnownPoint(point) && typeof point.v !== 'string')
  const gaps = historyGaps(known, step)
  const runs: Spot[][] = [[]]
  let passed = 0
  for (const { t, v } of known) {
    const time = Date.parse(t)
    if (gaps[passed] && time >= gaps[passed]!.to) {
      passed++
      runs.push([])
    }
    runs.at(-1)!.push([time, Number(v)])
  }
  const noted = known.filter((point) => point.bad || point.gapFrom)
  return {
    runs: known.length === 0 ? [] : runs,
    gaps,
    suspect: known.flatMap((point) => (point.q === 'SUSPECT' ? [Date.parse(point.t)] : [])),
    alone: runs.flatMap((run) => (run.length === 1 ? [run[0]![0]] : [])),
    noted: new Map(noted.map((point) => [Date.parse(point.t), point])),
  }
}

/** The runs in one list, as a chart takes it; null breaks the line. */
export function brokenLine({ runs }: Curve): (readonly [number, number | null])[] {
  return runs.flatMap((run, at): (readonly [number, number | null])[] => {
    const before = runs[at - 1]?.at(-1)
    return before ? [[before[0] + 1, null], ...run] : [...run]
  })
}
