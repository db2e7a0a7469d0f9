import { percentile } from './statistics.ts'

/** A user's call: when it was due, from the start of the run, and its latency from then; infinite when it failed. */
export interface TimedCall {
  page: string
  dueMs: number
  ms: number
}

/** How long calls must be fast enough to count as recovered. */
const WINDOW_MS = 5_000
const STEP_MS = 250

/** The latencies of the calls that were due in this span. */
export function timesBetween(calls: readonly TimedCall[], fromMs: number, toMs: number): number[] {
  return calls.filter(({ dueMs }) => dueMs >= fromMs && dueMs < toMs).map(({ ms }) => ms)
}

/**
 * Seconds from `endedMs` until p99 of the following five seconds is under twice the level of a quiet platform. Infinite
 * when that does not happen before `untilMs`, the end of the measurement.
 */
export function recoveryS(calls: readonly TimedCall[], endedMs: number, untilMs: number, levelMs: number): number {
  for (let from = endedMs; from + WINDOW_MS <= untilMs; from += STEP_MS) {
    const times = timesBetween(calls, from, from + WINDOW_MS)
    if (percentile(times, 0.99) < 2 * levelMs) return (from - endedMs) / 1000
  }
  return Number.POSITIVE_INFINITY
}
