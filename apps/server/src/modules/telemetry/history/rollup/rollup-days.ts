import type { Database, Sql } from '../../../../platform/db/db.ts'
import type { MetricLookup } from '@sluice/devices'
import { metricsOfDevices } from '../device-metric.store.ts'
import {
  type CounterReading,
  countersIn,
  countersOf,
  emptyBucket,
  lastCounters,
  merge,
  type ReadingsBefore,
  rollUp,
  type StoredReport,
} from './rollup.rules.ts'
import { daysOf, type MadeHour, madeHours, type RollupDeps } from './rollup.service.ts'
import {
  countersBefore,
  type DeviceCounter,
  hoursBehind,
  hoursOfDays,
  lockRollups,
  saveDays,
  saveHours,
} from './rollup.store.ts'
import { reportsOfDays, takeDirtyDays } from './rollup-days.store.ts'
import type { DirtyDay } from '../../uplink/uplink.store.ts'

const HOUR_MS = 3_600_000
/** Days of devices in one transaction: some thousand hours. */
const BATCH = 120

export interface DayRollupDeps extends RollupDeps {
  /** Live reports wait for the store: they have priority. */
  busy(): boolean
  wait(ms: number): Promise<void>
}

const GIVE_WAY_MS = 200
/** Hours of the last days are read in SQL, which reads only the long form. */
export const PACK_MS = 72 * HOUR_MS

/**
 * Rolls up the days of imports, newest first, a hundred days of devices at a time, and yields to live ingest between
 * them. Resolves with the number of days taken.
 */
export async function rollUpDirtyDays(deps: DayRollupDeps, signal?: AbortSignal): Promise<number> {
  for (let taken = 0; ; ) {
    while (deps.busy() && !signal?.aborted) await deps.wait(GIVE_WAY_MS)
    if (signal?.aborted) return taken
    const count = await takeDays(deps.db, deps)
    taken += count
    if (count < BATCH) return taken
  }
}

async function takeDays(db: Database, { now, zonesOf }: DayRollupDeps): Promise<number> {
  return db.transaction(async (tx) => {
    await lockRollups(tx)
    const marks = await takeDirtyDays(tx, BATCH)
    if (marks.length === 0) return 0
    const made = await madeDays(tx, marks)
    const behind = await madeBehind(tx, marks, made)
    await saveHours(tx, [...made, ...behind], { packBefore: now() - PACK_MS })
    const zones = await zonesOf([...new Set(marks.map(({ deviceId }) => deviceId))])
    const whole = marks.map(({ deviceId, from, hours }) => dayPlace({ deviceId, from, to: from + hours * HOUR_MS }))
    await saveDaysOf(tx, [...made, ...behind], zones, new Set(whole))
    return marks.length
  })
}

/** Consumption since the last of these hours counts in the next existing one. */
async function madeBehind(tx: Sql, marks: readonly DirtyDay[], made: readonly MadeHour[]): Promise<MadeHour[]> {
  const counters = new Map<string, Set<string>>()
  for (const { deviceId, stats } of made) {
    const keys = countersOf(stats)
    if (keys.length === 0) continue
    const known = counters.get(deviceId) ?? new Set()
    for (const key of keys) known.add(key)
    counters.set(deviceId, known)
  }
  const late = marks.flatMap(({ deviceId, from, hours }): DeviceCounter[] => {
    const hour = from + (hours - 1) * HOUR_MS
    return [...(counters.get(deviceId) ?? [])].map((key) => ({ deviceId, hour, key }))
  })
  if (late.length === 0) return []
  const taken = new Set(made.map(({ deviceId, hour }) => `${deviceId}@${hour}`))
  const behind = await hoursBehind(tx, late)
  return madeHours(
    tx,
    behind.filter(({ deviceId, hour }) => !taken.has(`${deviceId}@${hour}`)),
  )
}

function dayPlace({ deviceId, from, to }: { deviceId: string; from: number; to: number }): string {
  return `${deviceId}@${from}-${to}`
}

/** A day that was made whole here is put together from memory, any other one from its stored hours. */
async function saveDaysOf(
  tx: Sql,
  made: readonly MadeHour[],
  zones: ReadonlyMap<string, string>,
  whole: ReadonlySet<string>,
): Promise<void> {
  const days = daysOf(made, zones)
  const stats = await hoursOfDays(
    tx,
    days.filter((day) => !whole.has(dayPlace(day))),
  )
  const byDevice = new Map<string, MadeHour[]>()
  for (const hour of made) {
    const known = byDevice.get(hour.deviceId)
    if (known) known.push(hour)
    else byDevice.set(hour.deviceId, [hour])
  }
  const inMemory = ({ deviceId, from, to }: (typeof days)[number]) =>
    (byDevice.get(deviceId) ?? []).filter(({ hour }) => hour >= from && hour < to).map((hour) => hour.stats)
  await saveDays(
    tx,
    days.map((day) => {
      const stored = stats.get(`${day.deviceId}@${day.day}`)
      return { ...day, stats: merge(stored ?? inMemory(day)) }
    }),
  )
}

/** Rolls up all hours of these days that have reports, in order of time, from one reading of each day. */
export async function madeDays(db: Sql, days: readonly DirtyDay[], mark?: string): Promise<MadeHour[]> {
  if (days.length === 0) return []
  const reports = await reportsOfDays(db, days, mark)
  const metrics = await metricsOfDevices(
    db,
    days.map(({ deviceId }) => deviceId),
    mark,
  )
  const counters = days.flatMap(({ deviceId, from }) =>
    [...countersIn(reports.get(`${deviceId}@${from}`) ?? [], metrics(deviceId))].map((key) => ({
      deviceId,
      hour: from,
      key,
    })),
  )
  const before = new Map<string, Record<string, CounterReading>>()
  for (const { deviceId, hour, key, v, ts } of counters.length > 0 ? await countersBefore(db, counters, mark) : []) {
    const place = `${deviceId}@${hour}`
    before.set(place, { ...before.get(place), [key]: { v, ts } })
  }
  return days.flatMap(({ deviceId, from }) => {
    const place = `${deviceId}@${from}`
    return hoursOf(deviceId, reports.get(place) ?? [], before.get(place) ?? {}, metrics(deviceId))
  })
}

function hoursOf(
  deviceId: string,
  reports: readonly StoredReport[],
  last: ReadingsBefore,
  metricOf: MetricLookup,
): MadeHour[] {
  const made: MadeHour[] = []
  const before = { ...last }
  for (let at = 0; at < reports.length; ) {
    const hour = Math.floor(reports[at]!.ts / HOUR_MS) * HOUR_MS
    const first = at
    while (at < reports.length && reports[at]!.ts < hour + HOUR_MS) at++
    const ofHour = reports.slice(first, at)
    made.push({ deviceId, hour, stats: rollUp(ofHour, before, emptyBucket(metricOf)) })
    Object.assign(before, lastCounters(ofHour, metricOf))
  }
  return made
}
