import { DEFAULT_ZONE } from '@sluice/kit'
import type { Database, Sql } from '../../../../platform/db/db.ts'
import { type DeviceMetrics, metricsOfDevices } from '../device-metric.store.ts'
import {
  boundsOf,
  type BucketStats,
  type CounterReading,
  countersIn,
  countersOf,
  dayOfHour,
  emptyBucket,
  merge,
  rollUp,
  type StoredReport,
} from './rollup.rules.ts'
import {
  countersBefore,
  type DeviceDay,
  type DeviceHour,
  HOUR_REPORTS,
  hoursBehind,
  hoursOfDays,
  lockRollups,
  readingsBefore,
  reportsOfHours,
  saveDays,
  saveHours,
  takeDirtyHours,
} from './rollup.store.ts'

const HOUR_MS = 3_600_000
/** Reports that were still on their way when the hour ended. */
const GRACE_MS = 5 * 60_000
/** Hours that began before this (epoch ms) are over, and their last reports have arrived. */
export const overBefore = (now: number): number => now - HOUR_MS - GRACE_MS
const BATCH = 500
/** Of one batch so many hours are read first, and then as many as bring so many reports. */
const FIRST_HOURS = 20
const ROWS_TOGETHER = 20_000

export interface RollupDeps {
  db: Database
  now(): number
  /** IANA zones of the devices' sites; a device that is not in it has the default one. */
  zonesOf(deviceIds: readonly string[]): Promise<Map<string, string>>
  /** Called in the transaction that makes these hours, over which reports changed since they were made last. */
  onHours?(tx: Sql, hours: readonly DeviceHour[]): Promise<void>
  /** Called when the marks of these hours have been removed. */
  onTaken?(hours: readonly DeviceHour[]): void
}

/**
 * Computes the hours that are over and whose reports changed, and the days they belong to. Late reports mark their old
 * hour again, so a rollup always includes all reports. Resolves with the number of hours computed.
 */
export async function rollUpDirtyHours(deps: RollupDeps): Promise<number> {
  for (let made = 0; ; ) {
    const count = await deps.db.transaction(async (tx) => {
      await lockRollups(tx)
      const hours = await takeDirtyHours(tx, overBefore(deps.now()), BATCH)
      if (hours.length === 0) return 0
      deps.onTaken?.(hours)
      await deps.onHours?.(tx, hours)
      const made = await madeHours(tx, hours)
      // Consumption since this hour counts in the next one: late data moves the border between them.
      const late = made.flatMap(({ stats, ...hour }) => countersOf(stats).map((key) => ({ ...hour, key })))
      const behind = late.length > 0 ? await hoursBehind(tx, late) : []
      const taken = new Set(hours.map(placeOf))
      made.push(
        ...(await madeHours(
          tx,
          behind.filter((hour) => !taken.has(placeOf(hour))),
        )),
      )
      await saveHours(tx, made)
      const days = daysOf(made, await deps.zonesOf([...new Set(made.map((h) => h.deviceId))]))
      const stats = await hoursOfDays(tx, days)
      await saveDays(
        tx,
        days.map((day) => ({ ...day, stats: merge(stats.get(`${day.deviceId}@${day.day}`) ?? []) })),
      )
      return hours.length
    })
    made += count
    if (count < BATCH) return made
  }
}

export type MadeHour = DeviceHour & { stats: BucketStats }

/** Rolls hours up from their reports and the counters' last readings ahead of them. */
export async function madeHours(db: Sql, hours: readonly DeviceHour[], mark?: string): Promise<MadeHour[]> {
  const made: MadeHour[] = []
  let together = FIRST_HOURS
  while (made.length < hours.length) {
    const some = hours.slice(made.length, made.length + together)
    const reports = await reportsOfHours(db, some, mark)
    made.push(...(await madeTogether(db, some, reports, mark)))
    const rows = some.reduce((sum, hour) => sum + reportsOf(reports, hour).length, 0)
    // The next hours are much like these: so many that a flood is not read into memory at once.
    together = Math.max(1, Math.floor((ROWS_TOGETHER * some.length) / Math.max(1, rows)))
  }
  return made
}

/** `reports` are the first ones of each hour; of a longer hour the others are read piece by piece. */
async function madeTogether(
  db: Sql,
  hours: readonly DeviceHour[],
  reports: ReadonlyMap<string, StoredReport[]>,
  mark?: string,
): Promise<MadeHour[]> {
  const metrics = await metricsOfDevices(
    db,
    hours.map(({ deviceId }) => deviceId),
    mark,
  )
  const buckets = hours.map((hour) => ({ ...hour, from: hour.hour, bucket: emptyBucket(metrics(hour.deviceId)) }))
  const before = await readingsBefore(db, hours, metrics, mark)
  let rest = buckets
  let piece = reports
  while (true) {
    await learnCounters(db, rest, { piece, before, metrics, mark })
    for (const hour of rest) rollUp(reportsOf(piece, hour), before.get(placeOf(hour)) ?? {}, hour.bucket)
    rest = rest.filter((hour) => reportsOf(piece, hour).length === HOUR_REPORTS)
    if (rest.length === 0) break
    // Times are whole milliseconds.
    for (const hour of rest) hour.from = reportsOf(piece, hour).at(-1)!.ts + 0.5
    piece = await reportsOfHours(db, rest, mark)
  }
  return buckets.map(({ deviceId, hour, bucket }) => ({ deviceId, hour, stats: bucket.stats }))
}

interface Piece {
  piece: ReadonlyMap<string, StoredReport[]>
  /** Last good readings before each hour; missing ones are added. */
  before: Map<string, Record<string, CounterReading>>
  metrics: DeviceMetrics
  mark: string | undefined
}

/** Looks for the last readings of the counters in this piece that are reported too seldom to be known. */
async function learnCounters(
  db: Sql,
  hours: readonly DeviceHour[],
  { piece, before, metrics, mark }: Piece,
): Promise<void> {
  const unknown = hours.flatMap((hour) => {
    const known = before.get(placeOf(hour)) ?? {}
    const counters = [...countersIn(reportsOf(piece, hour), metrics(hour.deviceId))]
    return counters.filter((key) => !(key in known)).map((key) => ({ ...hour, key }))
  })
  const seldom = unknown.length > 0 ? await countersBefore(db, unknown, mark) : []
  for (const { key, v, ts, ...hour } of seldom)
    before.set(placeOf(hour), { ...before.get(placeOf(hour)), [key]: { v, ts } })
}

function reportsOf(reports: ReadonlyMap<string, StoredReport[]>, hour: DeviceHour): readonly StoredReport[] {
  return reports.get(placeOf(hour)) ?? []
}

function placeOf({ deviceId, hour }: DeviceHour): string {
  return `${deviceId}@${hour}`
}

/**
 * The site's days that contain the hours. In a zone that is off by half an hour days begin at the full hour before:
 * hours are those of UTC.
 */
export function daysOf(hours: readonly DeviceHour[], zones: ReadonlyMap<string, string>): DeviceDay[] {
  const days = new Map<string, DeviceDay>()
  for (const { deviceId, hour } of hours) {
    const zone = zones.get(deviceId) ?? DEFAULT_ZONE
    const day = dayOfHour(hour, zone)
    const place = `${deviceId}@${day}`
    if (!days.has(place)) days.set(place, { deviceId, day, ...boundsOf(day, zone) })
  }
  return [...days.values()]
}
