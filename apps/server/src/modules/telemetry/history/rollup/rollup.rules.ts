import { metricOf, type MetricLookup, type ReadingValue, valueFault } from '@sluice/devices'
import { addDays, dayOf, instantOf } from '@sluice/kit'
import { ANCHOR } from '../../meter/meter.rules.ts'
import { counterStep } from '../../uplink/uplink.rules.ts'

/**
 * The statistics of one key in a bucket. Numbers have all of them, other values first, last and count; `delta` is a
 * counter's. Without a good value there is only a count of 0, and how many were left out.
 */
export interface KeyStats {
  count: number
  first?: ReadingValue
  last?: ReadingValue
  min?: number
  max?: number
  avg?: number
  delta?: number
  /** Values that were BAD and are left out of all the others. */
  bad?: number
  /** When the reading was (epoch ms) that `delta` counts from, where silence lies between: `GAP_MS` or more. */
  gapFrom?: number
}
export type BucketStats = Record<string, KeyStats>

/** A good reading of a counter, with its time in epoch ms. */
export interface CounterReading {
  v: ReadingValue
  ts: number
}
/** The last good readings of counters ahead of a bucket, by key. */
export type ReadingsBefore = Readonly<Record<string, CounterReading>>

/** A meter that reports once a day may be an hour late; consumption over a longer silence is not that of one day. */
export const GAP_MS = 25 * 3_600_000

export type StoredReport = {
  ts: number
  readings: Record<string, ReadingValue>
  quality: Record<string, string> | null
}

/**
 * Keys of a bucket that are no metric of the catalogue: firmware that invents one per message must not grow it for
 * ever. The reports themselves keep all of them.
 */
export const INVENTED_KEYS = 1_000

/** A bucket that is being filled, in order of time. */
export interface Bucket {
  stats: BucketStats
  /** How many of its keys are no metric. */
  invented: number
  /** Of numbers, by key. */
  sums: Map<string, number>
  /** The metrics of its device. */
  metricOf: MetricLookup
}

export function emptyBucket(lookup: MetricLookup = metricOf): Bucket {
  return { stats: noStats(), invented: 0, sums: new Map(), metricOf: lookup }
}

/**
 * Rolls reports up into a bucket. `before` holds the last good counter readings before it, so that consumption across
 * the border counts in this bucket, however long ago that was. BAD values are counted and left out; unknown keys past
 * `INVENTED_KEYS` are dropped.
 */
export function rollUp(
  reports: readonly StoredReport[],
  before: ReadingsBefore,
  bucket: Bucket = emptyBucket(),
): BucketStats {
  const { stats } = bucket
  for (const report of reports) {
    for (const [key, value] of Object.entries(report.readings)) {
      if (value === null && report.quality?.[key] !== 'BAD') continue
      if (!(key in stats) && !bucket.metricOf(key) && bucket.invented++ >= INVENTED_KEYS) continue
      const known = (stats[key] ??= { count: 0 })
      if (!isGood(report, key)) {
        known.bad = (known.bad ?? 0) + 1
        continue
      }
      // The first reading of a new meter is no step from the old one.
      const isAnchor = report.quality?.[key] === ANCHOR
      addGood(bucket, key, { v: value, ts: report.ts, isAnchor }, before[key])
    }
  }
  return stats
}

/**
 * Values that an earlier version of the program stored without checking their kind are checked here, by the metrics of the
 * platform: a product narrows them, and what it refused or let pass at the time is in `quality`.
 */
function isGood({ readings, quality }: StoredReport, key: string): boolean {
  return quality?.[key] !== 'BAD' && valueFault(key, readings[key] ?? null) === null
}

function isCounter(key: string, lookup: MetricLookup): boolean {
  return lookup(key)?.counterMax !== undefined
}

/** The last good reading of each counter among reports in order of time. */
export function lastCounters(
  reports: readonly StoredReport[],
  lookup: MetricLookup = metricOf,
): Record<string, CounterReading> {
  const last: Record<string, CounterReading> = {}
  for (const report of reports) {
    for (const [key, v] of Object.entries(report.readings)) {
      if (isCounter(key, lookup) && isGood(report, key)) last[key] = { v, ts: report.ts }
    }
  }
  return last
}

/** Keys come from devices: one called `constructor` must not find an inherited property. */
function noStats(): BucketStats {
  return Object.create(null) as BucketStats
}

/** Keys of counters among the reports. */
export function countersIn(reports: readonly StoredReport[], lookup: MetricLookup): Set<string> {
  const keys = new Set<string>()
  for (const { readings } of reports) {
    for (const key of Object.keys(readings)) if (isCounter(key, lookup)) keys.add(key)
  }
  return keys
}

/** Keys of counters that have a good value in the bucket. */
export function countersOf(stats: BucketStats): string[] {
  return Object.keys(stats).filter((key) => stats[key]?.delta !== undefined)
}

function addGood(
  bucket: Bucket,
  key: string,
  { v, ts, isAnchor }: CounterReading & { isAnchor: boolean },
  before: CounterReading | undefined,
): void {
  const known = bucket.stats[key]!
  const previous = isAnchor ? v : (known.last ?? before?.v)
  if (known.count === 0) {
    known.first = v
    if (before && isCounter(key, bucket.metricOf) && ts - before.ts >= GAP_MS) known.gapFrom = before.ts
  }
  known.count++
  known.last = v
  if (typeof v === 'number') addNumber(bucket, key, { v, ts }, previous)
}

function addNumber(
  bucket: Bucket,
  key: string,
  { v: value, ts }: { v: number; ts: number },
  previous: ReadingValue | undefined,
): void {
  const { sums, stats } = bucket
  const known = stats[key]!
  known.min = Math.min(known.min ?? value, value)
  known.max = Math.max(known.max ?? value, value)
  const sum = (sums.get(key) ?? 0) + value
  sums.set(key, sum)
  known.avg = rounded(sum / known.count)
  const counterMax = bucket.metricOf(key, ts)?.counterMax
  if (counterMax === undefined) return
  const step = typeof previous === 'number' ? counterStep(previous, value, counterMax) : 0
  known.delta = rounded((known.delta ?? 0) + step)
}

/** Buckets that follow each other, made into one. */
export function merge(buckets: readonly BucketStats[]): BucketStats {
  const merged = noStats()
  let invented = 0
  for (const bucket of buckets) {
    for (const [key, next] of Object.entries(bucket)) {
      const known = merged[key]
      if (!known && !metricOf(key) && invented++ >= INVENTED_KEYS) continue
      merged[key] = known ? mergedKey(known, next) : { ...next }
    }
  }
  return merged
}

/** The figures of one metric in two buckets, the earlier first. */
export function mergedKey(known: KeyStats, next: KeyStats): KeyStats {
  const both: KeyStats = { ...joined(known, next), count: known.count + next.count }
  const bad = (known.bad ?? 0) + (next.bad ?? 0)
  if (bad > 0) both.bad = bad
  const gapFrom = known.gapFrom ?? next.gapFrom
  if (gapFrom !== undefined) both.gapFrom = gapFrom
  return both
}

/** Joins two buckets with good values; if one has none, the other's are used. */
function joined(known: KeyStats, next: KeyStats): KeyStats {
  if (next.count === 0) return known
  if (known.count === 0) return next
  const count = known.count + next.count
  const both: KeyStats = { count }
  if (known.first !== undefined) both.first = known.first
  if (next.last !== undefined) both.last = next.last
  if (known.min !== undefined && next.min !== undefined) both.min = Math.min(known.min, next.min)
  if (known.max !== undefined && next.max !== undefined) both.max = Math.max(known.max, next.max)
  if (known.avg !== undefined && next.avg !== undefined) {
    both.avg = rounded((known.avg * known.count + next.avg * next.count) / count)
  }
  if (known.delta !== undefined || next.delta !== undefined) {
    both.delta = rounded((known.delta ?? 0) + (next.delta ?? 0))
  }
  return both
}

/** Sums of decimals grow tails: nine digits behind the point are more than any device measures. */
function rounded(value: number): number {
  return Math.round(value * 1e9) / 1e9
}

const HOUR_MS = 3_600_000

/** First and last instant of a site's day, cut to full hours. */
export function boundsOf(day: string, zone: string): { from: number; to: number } {
  const fullHour = (instant: number) => Math.floor(instant / HOUR_MS) * HOUR_MS
  return { from: fullHour(instantOf(day, zone)), to: fullHour(instantOf(addDays(day, 1), zone)) }
}

/** The site's day that all of an instant's hour counts in, by `boundsOf`: where a day begins within the hour, that one. */
export function dayOfHour(at: number, zone: string): string {
  return dayOf(Math.floor(at / HOUR_MS) * HOUR_MS + HOUR_MS - 1, zone)
}

/** Statistics as stored for an old hour: for a key that was reported once, only its value. */
export type KeptStats = Record<string, KeyStats | ReadingValue | [value: number, delta: number]>

/** A quarter of the room for devices that report once an hour. `unpacked` is the way back. */
export function packed(stats: BucketStats): KeptStats {
  const kept: KeptStats = {}
  for (const [key, one] of Object.entries(stats)) {
    if (one.count !== 1 || one.bad !== undefined || one.gapFrom !== undefined) kept[key] = one
    else if (one.delta === undefined) kept[key] = one.first!
    else kept[key] = [one.first as number, one.delta]
  }
  return kept
}

export function unpacked(kept: KeptStats): BucketStats {
  const stats: BucketStats = {}
  for (const [key, one] of Object.entries(kept)) {
    if (Array.isArray(one)) stats[key] = { ...once(one[0]), delta: one[1] }
    else stats[key] = typeof one === 'object' && one !== null ? one : once(one)
  }
  return stats
}

function once(value: ReadingValue): KeyStats {
  const stats: KeyStats = { count: 1, first: value, last: value }
  // A sum of one is rounded as any other.
  return typeof value === 'number' ? { ...stats, min: value, max: value, avg: rounded(value) } : stats
}
