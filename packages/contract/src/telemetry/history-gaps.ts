import { type Gap, gapsOf } from '@sluice/kit'
import type { HistoryPoint } from './telemetry.operations.ts'

/** How a range was answered: by reports, hours or days; and how often the device should report, if that is known. */
export interface HistoryStep {
  bucket: 'RAW' | 'HOUR' | 'DAY'
  reportIntervalS: number | null
}

const BUCKET_MS = { RAW: 0, HOUR: 3_600_000, DAY: 86_400_000 } as const

/** The least time between two values of a series without one missing. */
export function leastStepMs({ bucket, reportIntervalS }: HistoryStep): number {
  return Math.max(BUCKET_MS[bucket], (reportIntervalS ?? 0) * 1000)
}

/** Whether a point says something about its time: a missing value and a BAD one do not. */
export function isKnownPoint({ v, q }: Pick<HistoryPoint, 'v' | 'q'>): boolean {
  return v !== null && q !== 'BAD'
}

/** The gaps of one metric, the same on every curve, in the table and in the exported sheet. */
export function historyGaps(points: readonly HistoryPoint[], step: HistoryStep): Gap[] {
  const known = points.filter(isKnownPoint).map(({ t }) => Date.parse(t))
  return gapsOf(known, leastStepMs(step))
}

/** A time in which values of these metrics miss. */
export interface MissingSpan extends Gap {
  keys: readonly string[]
}

/** The gaps of several metrics in order of time; metrics that miss together stand in one. */
export function missingSpans(gaps: readonly (readonly [key: string, gaps: readonly Gap[]])[]): MissingSpan[] {
  const spans = new Map<string, MissingSpan>()
  for (const [key, ofKey] of gaps) {
    for (const { from, to } of ofKey) {
      const at = `${from} ${to}`
      spans.set(at, { from, to, keys: [...(spans.get(at)?.keys ?? []), key] })
    }
  }
  return [...spans.values()].sort((a, b) => a.from - b.from || a.to - b.to)
}
