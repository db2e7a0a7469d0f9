import type { HistoryPoint, InputOf, OutputOf, history } from '@sluice/contract'
import { AppError, dayOf } from '@sluice/kit'
import type { Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import { type StoredKeys, statsUnder, storedKeysOf, valueUnder } from './former-keys.ts'
import { boundsOf, type BucketStats, dayOfHour, type KeyStats, merge } from './rollup/rollup.rules.ts'
import { madeDays } from './rollup/rollup-days.ts'
import { madeHours } from './rollup/rollup.service.ts'
import {
  dayHistory,
  dirtyDaysOf,
  dirtyHoursOf,
  hourHistory,
  rawHistory,
  type RawReport,
  type StoredBucket,
} from '../telemetry.store.ts'

const DAY_MS = 86_400_000
/** Up to this many days a curve uses the reports themselves, up to that many hours, beyond that days. */
const RAW_DAYS = 3
const HOUR_DAYS = 45
const MAX_DAYS = 3_700
/** Reports in one answer; a range with more is answered by hours. */
const MAX_REPORTS = 20_000
/** Hours rolled up on the fly: the running one, and those the job has not reached yet. */
const MAX_LIVE_HOURS = 400

type HistoryInput = InputOf<typeof history>
type HistoryAnswer = OutputOf<typeof history>
interface Range {
  from: string
  to: string
}

/** What a range of a device is read by: the zone of its days, and how often it should report. */
export interface DeviceFacts {
  zone: string
  reportIntervalS: number | null
}

/**
 * Which metrics and which range are meant.
 * @throws AppError `validation` for a range that ends before it starts, `range-too-long` beyond ten years.
 */
export function historyAsked(input: Pick<HistoryInput, 'keys' | 'startTime' | 'endTime'>) {
  const asked = [...new Set(input.keys.split(',').map((key) => key.trim()))]
  // `constructor` and its like are on every object and no metric.
  const keys = asked.filter((key) => key !== '' && !(key in Object.prototype)).slice(0, 50)
  const range: Range = { from: input.startTime, to: input.endTime }
  const days = (Date.parse(range.to) - Date.parse(range.from)) / DAY_MS
  if (!(days >= 0)) throw new AppError('validation', { fields: { endTime: 'before-start' } })
  if (days > MAX_DAYS) throw new AppError('range-too-long', { days: MAX_DAYS })
  return { keys, range, days }
}

/**
 * Curves of one device from reports, hours or days. Buckets without a rollup yet are rolled up on the fly, so that a
 * curve never ends an hour ago.
 * @throws AppError as `historyAsked`, and `range-too-long` for more reports than one answer holds.
 */
export async function readHistory(
  db: Sql,
  deviceId: ScopedDeviceId,
  input: HistoryInput,
  { zone, reportIntervalS }: DeviceFacts,
): Promise<HistoryAnswer> {
  const { keys, range, days } = historyAsked(input)
  const storedKeys = await storedKeysOf(db, deviceId)
  const wanted = input.bucket && input.bucket !== 'AUTO' ? input.bucket : chosenBucket(days)
  if (wanted === 'RAW') {
    const reports = await rawHistory(db, deviceId, range, MAX_REPORTS + 1)
    if (reports.length <= MAX_REPORTS)
      return { bucket: 'RAW', reportIntervalS, series: seriesOfReports(keys, reports, storedKeys) }
    if (input.bucket === 'RAW') throw new AppError('range-too-long', { reports: MAX_REPORTS })
  }
  const bucket = wanted === 'DAY' ? 'DAY' : 'HOUR'
  const buckets = bucket === 'DAY' ? await daysOfRange(db, deviceId, range, zone) : await hours(db, deviceId, range)
  return { bucket, reportIntervalS, series: seriesOfBuckets(keys, buckets, storedKeys) }
}

function chosenBucket(days: number): 'RAW' | 'HOUR' | 'DAY' {
  if (days <= RAW_DAYS) return 'RAW'
  return days <= HOUR_DAYS ? 'HOUR' : 'DAY'
}

async function hours(db: Sql, deviceId: ScopedDeviceId, range: Range): Promise<StoredBucket[]> {
  const made = await hourHistory(db, deviceId, range)
  const live = await liveHours(db, deviceId, range)
  return [...made.filter(({ bucket }) => !live.has(bucket)), ...asBuckets(live)].sort((a, b) =>
    a.bucket < b.bucket ? -1 : 1,
  )
}

/** Days that a due hour belongs to are put together from their hours. */
async function daysOfRange(db: Sql, deviceId: ScopedDeviceId, range: Range, zone: string): Promise<StoredBucket[]> {
  const bounds = { from: dayOf(Date.parse(range.from), zone), to: dayOf(Date.parse(range.to), zone) }
  const made = new Map((await dayHistory(db, deviceId, bounds)).map(({ bucket, stats }) => [bucket, stats]))
  const live = await liveHours(db, deviceId, range)
  const due = new Set([...live.keys()].map((hour) => dayOfHour(Date.parse(hour), zone)))
  for (const day of due) {
    const { from, to } = boundsOf(day, zone)
    const ofDay = { from: new Date(from).toISOString(), to: new Date(to - 1).toISOString() }
    made.set(day, merge((await hours(db, deviceId, ofDay)).map(({ stats }) => stats)))
  }
  return asBuckets(new Map([...made].sort(([a], [b]) => (a < b ? -1 : 1))))
}

async function liveHours(db: Sql, deviceId: ScopedDeviceId, range: Range): Promise<Map<string, BucketStats>> {
  const due = (await dirtyHoursOf(db, deviceId, range, MAX_LIVE_HOURS)).map((hour) => ({ deviceId, hour }))
  const days = await dirtyDaysOf(db, deviceId, range)
  const made = [...(await madeDays(db, days, DEVICE_MARK)), ...(await madeHours(db, due, DEVICE_MARK))]
  return new Map(made.map(({ hour, stats }) => [new Date(hour).toISOString(), stats]))
}

function asBuckets(stats: ReadonlyMap<string, BucketStats>): StoredBucket[] {
  return [...stats].map(([bucket, made]) => ({ bucket, stats: made }))
}

function seriesOfReports(
  keys: readonly string[],
  reports: readonly RawReport[],
  storedKeys: StoredKeys,
): Record<string, HistoryPoint[]> {
  const series: Record<string, HistoryPoint[]> = {}
  for (const key of keys) {
    const points: HistoryPoint[] = []
    const stored = storedKeys(key)
    for (const { t, readings, quality } of reports) {
      const v = valueUnder(readings, stored)
      if (v === undefined) continue
      const q = valueUnder(quality, stored)
      points.push(q === undefined ? { t, v } : { t, v, q })
    }
    series[key] = points
  }
  return series
}

function seriesOfBuckets(
  keys: readonly string[],
  buckets: readonly StoredBucket[],
  storedKeys: StoredKeys,
): Record<string, HistoryPoint[]> {
  const series: Record<string, HistoryPoint[]> = {}
  for (const key of keys) {
    const stored = storedKeys(key)
    series[key] = buckets.flatMap(({ bucket, stats }) => {
      const ofKey = statsUnder(stats, stored)
      return ofKey ? [pointOf(bucket, ofKey)] : []
    })
  }
  return series
}

function pointOf(t: string, { avg, first, last, gapFrom, ...stats }: KeyStats): HistoryPoint {
  const numbers = typeof first === 'number' && typeof last === 'number' ? { first, last } : {}
  const gap = gapFrom === undefined ? {} : { gapFrom: new Date(gapFrom).toISOString() }
  return { t, v: avg ?? last ?? null, ...numbers, ...stats, ...gap }
}
