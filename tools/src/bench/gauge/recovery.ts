import { percentile } from './statistics.ts'

/** A call of a person: when it was due, from the start of the run, and how long from then it took; infinite: it failed. */
export interface TimedCall {
  page: string
  dueMs: number
  ms: number
}

/** So long people must be served well before that counts as recovered. */
const WINDOW_MS = 5_000
const STEP_MS = 250

/** Of the calls that were due in this span. */
export function timesBetween(calls: readonly TimedCall[], fromMs: number, toMs: number): number[] {
  return calls.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs).map(({ ms }) => ms)
}

/**
 * Seconds from `endedMs` until p99 of the five seconds that follow is under twice the level of a quiet platform. Infinite
 * where that did not come before `untilMs`, the end of what was watched.
 */
export function recoveryS(calls: readonly TimedCall[], endedMs: number, untilMs: number, levelMs: number): number {
  for (let from = endedMs; from + WINDOW_MS <= untilMs; from += STEP_MS) {
    const times = timesBetween(calls, from, from + WINDOW_MS)
    if (percentile(times, 0.99) < 2 * levelMs) return (from - endedMs) / 1000
  }
  return Number.POSITIVE_INFINITY
}
