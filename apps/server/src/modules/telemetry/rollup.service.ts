import { dayOf, DEFAULT_ZONE } from '@sluice/kit'
import type { Database, Sql } from '../../platform/db.ts'
import { boundsOf, type BucketStats, countersIn, merge, rollUp } from './rollup.rules.ts'
import {
  countersBefore,
  type DeviceDay,
  type DeviceHour,
  hoursBehind,
  hoursOfDays,
  readingsBefore,
  reportsOfHours,
  saveDays,
  saveHours,
  takeDirtyHours,
} from './rollup.store.ts'

const HOUR_MS = 3_600_000
/** Reports that were still on their way when the hour ended. */
const GRACE_MS = 5 * 60_000
const BATCH = 500

export interface RollupDeps {
  db: Database
  now(): number
  /** IANA zones of the devices' sites; a device that is not in it has the default one. */
  zonesOf(deviceIds: readonly string[]): Promise<Map<string, string>>
}

/**
 * Makes the hours that are over and whose reports changed, and the days they belong to. Late reports mark their old
 * hour again, so a rollup is always that of all reports. Resolves with the number of hours made.
 */
export async function rollUpDirtyHours(deps: RollupDeps): Promise<number> {
  for (let made = 0; ; ) {
    const count = await deps.db.transaction(async (tx) => {
      const hours = await takeDirtyHours(tx, deps.now() - HOUR_MS - GRACE_MS, BATCH)
      if (hours.length === 0) return 0
      const made = await madeHours(tx, hours)
      // What was counted since this hour is counted in the next one: late data moves the border between them.
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

/** Rolls hours up from their reports and the counters' last readings ahead of them. */
export async function madeHours(
  db: Sql,
  hours: readonly DeviceHour[],
  mark?: string,
): Promise<(DeviceHour & { stats: BucketStats })[]> {
  if (hours.length === 0) return []
  const [reports, before] = [await reportsOfHours(db, hours, mark), await readingsBefore(db, hours, mark)]
  const unknown = hours.flatMap((hour) => {
    const known = before.get(placeOf(hour)) ?? {}
    const counters = [...countersIn(reports.get(placeOf(hour)) ?? [])]
    return counters.filter((key) => !(key in known)).map((key) => ({ ...hour, key }))
  })
  const seldom = unknown.length > 0 ? await countersBefore(db, unknown, mark) : []
  for (const { key, value, ...hour } of seldom)
    before.set(placeOf(hour), { ...before.get(placeOf(hour)), [key]: value })
  return hours.map((hour) => ({
    ...hour,
    stats: rollUp(reports.get(placeOf(hour)) ?? [], before.get(placeOf(hour)) ?? {}),
  }))
}

function placeOf({ deviceId, hour }: DeviceHour): string {
  return `${deviceId}@${hour}`
}

export function countersOf(stats: BucketStats): string[] {
  return Object.keys(stats).filter((key) => stats[key]?.delta !== undefined)
}

/**
 * The days of the site that the hours lie in. A zone that is off by half an hour cuts its days at the full hour
 * before: hours are those of UTC.
 */
export function daysOf(hours: readonly DeviceHour[], zones: ReadonlyMap<string, string>): DeviceDay[] {
  const days = new Map<string, DeviceDay>()
  for (const { deviceId, hour } of hours) {
    const zone = zones.get(deviceId) ?? DEFAULT_ZONE
    const day = dayOf(hour, zone)
    const place = `${deviceId}@${day}`
    if (!days.has(place)) days.set(place, { deviceId, day, ...boundsOf(day, zone) })
  }
  return [...days.values()]
}
