import type { Quality, ValueFault, Verdict } from '@sluice/contract'
import { type MetricLookup, type Observation, type ReadingValue, metricFault } from '@sluice/devices'
import { instantOf } from '@sluice/kit'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A station's clock may run ahead by this much (domain 3.1 rule 1). */
export const FUTURE_LIMIT_MS = 10 * MINUTE_MS
/** How old a value from a device link may be. */
export const LATE_LIMIT_MS = 30 * DAY_MS
/** How old a value from an import may be. */
export const IMPORT_LATE_LIMIT_MS = 400 * DAY_MS
/** A counter that falls from above this share of its maximum has rolled over; else it was reset. */
const ROLLOVER_SHARE = 0.9

/** A value in memory: like `Reading`, with the time as epoch ms. */
export interface LiveReading {
  v: ReadingValue
  ts: number
  q: Quality
  /** Beneath a BAD value: the last good one, where there ever was one. */
  good?: { v: ReadingValue; ts: number }
}

interface JudgedValue {
  key: string
  v: ReadingValue
  q: Quality
}

export interface BadValue {
  key: string
  fault: ValueFault
}

/** The result for one observation: values to store under `ts`, or none with the reason. */
export interface Judgement {
  verdict: Extract<Verdict, 'OK' | 'BAD_TIME' | 'BAD_RANGE' | 'BAD_KIND'>
  ts: number
  source: 'REPORT' | 'RECOVERED'
  values: JudgedValue[]
  /** Why values are BAD. */
  faults: BadValue[]
  /** Counters that fell without having rolled over. */
  resets: { key: string; before: number; after: number }[]
}

/** What judging needs in addition to the observation. */
export interface Circumstances {
  zone: string
  now: number
  lateLimitMs: number
  /** The other possible time, where the clock is in doubt: a value that fits either is accepted. */
  otherTime?: number | undefined
  /** The metrics of the device's model. */
  metricOf: MetricLookup
  /** Last readings by key. */
  readings: ReadonlyMap<string, LiveReading>
}

/** Applies the ingest rules of domain 3.1 to one observation. */
export function judge(observation: Observation, given: Circumstances): Judgement {
  const ts = observation.ts ?? instantOf(observation.at, given.zone)
  const judgement: Judgement = { verdict: 'OK', ts, source: 'REPORT', values: [], faults: [], resets: [] }
  if (!isPlausible(ts, given)) return { ...judgement, verdict: 'BAD_TIME' }
  let newest = true
  for (const key in observation.values) {
    const v = observation.values[key]!
    const last = given.readings.get(key)
    if (last && last.ts > ts) newest = false
    const metric = given.metricOf(key, ts)
    const fault = metricFault(metric, v)
    if (fault) noteFault(judgement, key, fault)
    else if (metric?.counterMax !== undefined) {
      const before = goodIn(last)
      // From a count that was worth something else it is no fall.
      const isSame = before !== undefined && given.metricOf(key, before.ts) === metric
      if (isSame) noteReset(judgement, metric.counterMax, { key, last: before, v })
    }
    // Neither JSON nor a screen can show a number that is not finite.
    const kept = typeof v === 'number' && !Number.isFinite(v) ? null : v
    judgement.values.push({ key, v: kept, q: fault ? 'BAD' : 'GOOD' })
  }
  if (!newest) judgement.source = 'RECOVERED'
  return judgement
}

function isPlausible(ts: number, { now, lateLimitMs, otherTime }: Circumstances): boolean {
  if (ts <= now + FUTURE_LIMIT_MS && ts >= now - lateLimitMs) return true
  // It is unknown how long ago that time was.
  return otherTime !== undefined && Math.abs(ts - otherTime) <= lateLimitMs
}

function noteFault(judgement: Judgement, key: string, fault: ValueFault): void {
  judgement.faults.push({ key, fault })
  if (fault !== 'OUT_OF_RANGE') judgement.verdict = 'BAD_KIND'
  else if (judgement.verdict === 'OK') judgement.verdict = 'BAD_RANGE'
}

/** The last reading to count from: itself, or the good one beneath a BAD one. */
export function goodIn(last: LiveReading | undefined): LiveReading['good'] {
  return last?.q === 'BAD' ? last.good : last
}

/**
 * The latest state after one more reading. Of two with the same time the first remains, as in history; a BAD one keeps
 * the last good one beneath it.
 */
export function remembered(last: LiveReading | undefined, { v, ts, q }: LiveReading): LiveReading {
  const good = goodIn(last)
  if (!last || last.ts < ts) return q === 'BAD' && good ? { v, ts, q, good: { v: good.v, ts: good.ts } } : { v, ts, q }
  const isLateGood = q !== 'BAD' && last.q === 'BAD' && ts < last.ts && !(good && good.ts >= ts)
  return isLateGood ? { ...last, good: { v, ts } } : last
}

function noteReset(
  judgement: Judgement,
  max: number,
  { key, last, v }: { key: string; last: NonNullable<LiveReading['good']>; v: ReadingValue },
): void {
  if (last.ts >= judgement.ts) return
  if (typeof v !== 'number' || typeof last.v !== 'number') return
  if (v < last.v && !isRollover(last.v, max)) judgement.resets.push({ key, before: last.v, after: v })
}

/** True when a counter that stood at `before` may fall because it passed its end. */
export function isRollover(before: number, counterMax: number): boolean {
  return before > ROLLOVER_SHARE * counterMax
}

/**
 * The consumption between two readings of a counter, in its unit: past its maximum after a rollover, nothing across a
 * reset (the new reading is the new base).
 */
export function counterStep(before: number, after: number, counterMax: number): number {
  if (after >= before) return after - before
  return isRollover(before, counterMax) ? counterMax - before + after : 0
}
