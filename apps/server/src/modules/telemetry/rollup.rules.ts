import { metricOf, type ReadingValue } from '@sluice/devices'
import { addDays, instantOf } from '@sluice/kit'
import { counterStep } from './uplink.rules.ts'

/** What a bucket keeps of one key. Numbers have all of it, other values first, last and count; `delta` is a counter's. */
export interface KeyStats {
  count: number
  first: ReadingValue
  last: ReadingValue
  min?: number
  max?: number
  avg?: number
  delta?: number
}
export type BucketStats = Record<string, KeyStats>

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
}

export function emptyBucket(): Bucket {
  return { stats: noStats(), invented: 0, sums: new Map() }
}

/**
 * Rolls reports up into a bucket. `before` holds the last counter readings ahead of it, so that what was counted across
 * the border counts in this bucket. Values marked BAD do not count, nor invented keys past `INVENTED_KEYS`.
 */
export function rollUp(
  reports: readonly StoredReport[],
  before: Readonly<Record<string, ReadingValue>>,
  bucket: Bucket = emptyBucket(),
): BucketStats {
  const { stats, sums } = bucket
  for (const report of reports) {
    for (const [key, value] of Object.entries(report.readings)) {
      if (value === null || report.quality?.[key] === 'BAD') continue
      if (!(key in stats) && !metricOf(key) && bucket.invented++ >= INVENTED_KEYS) continue
      const previous = stats[key]?.last ?? before[key]
      const known = (stats[key] ??= { count: 0, first: value, last: value })
      known.count++
      known.last = value
      if (typeof value === 'number') addNumber(known, key, value, previous, sums)
    }
  }
  return stats
}

/** Keys come from devices: one called `constructor` must meet nothing that every object has. */
function noStats(): BucketStats {
  return Object.create(null) as BucketStats
}

/** Keys of counters among the reports. */
export function countersIn(reports: readonly StoredReport[]): Set<string> {
  const keys = new Set<string>()
  for (const { readings } of reports) {
    for (const key of Object.keys(readings)) if (metricOf(key)?.counterMax !== undefined) keys.add(key)
  }
  return keys
}

function addNumber(
  known: KeyStats,
  key: string,
  value: number,
  previous: ReadingValue | undefined,
  sums: Map<string, number>,
): void {
  known.min = Math.min(known.min ?? value, value)
  known.max = Math.max(known.max ?? value, value)
  const sum = (sums.get(key) ?? 0) + value
  sums.set(key, sum)
  known.avg = rounded(sum / known.count)
  const counterMax = metricOf(key)?.counterMax
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

function mergedKey(known: KeyStats, next: KeyStats): KeyStats {
  const count = known.count + next.count
  const both: KeyStats = { count, first: known.first, last: next.last }
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

/** Statistics as an hour of the distant past is kept: of a key that was reported once, its value says all. */
export type KeptStats = Record<string, KeyStats | ReadingValue | [value: number, delta: number]>

/** A quarter of the room for devices that report once an hour. `unpacked` is the way back. */
export function packed(stats: BucketStats): KeptStats {
  const kept: KeptStats = {}
  for (const [key, one] of Object.entries(stats)) {
    if (one.count !== 1) kept[key] = one
    else if (one.delta === undefined) kept[key] = one.first
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
