import { addDays, dayOf, DEFAULT_ZONE } from '@sluice/kit'
import type { Connection } from '../../../../platform/db/db.ts'
import { differences } from './rebuild.rules.ts'
import {
  beginRebuild,
  countersAt,
  dropDays,
  dropHours,
  dueHours,
  findDevice,
  type HourSpan,
  inTurn,
  keptTimes,
  nextDevice,
  nextInstant,
  noteRebuild,
  type RebuildAsked,
  type RebuildRun,
  reportedHours,
  storedDays,
  storedHours,
  unfinishedRebuild,
} from './rebuild.store.ts'
import { boundsOf, merge } from './rollup.rules.ts'
import { PACK_MS } from './rollup-days.ts'
import { daysOf, madeHours, overBefore, type RollupDeps } from './rollup.service.ts'
import { type DeviceDay, hoursBehind, hoursOfDays, lockRollups, saveDays, saveHours } from './rollup.store.ts'

const HOUR_MS = 3_600_000
/** Days of one device in one transaction; a rollup waits for it. */
const CHUNK_DAYS = 7

export { findDevice, type RebuildAsked }

export interface RebuildDeps extends Pick<RollupDeps, 'db' | 'now' | 'zonesOf'> {
  /** After each week of a device. */
  onProgress?(run: RebuildRun): void
}

export interface RebuildResult {
  hoursChanged: number
  daysChanged: number
  /** An earlier one with the same words was not at its end: this one went on from there. */
  resumed: boolean
}

/**
 * Rebuilds hours and days from the stored reports and writes those that differ, whether or not the platform is running.
 * Changes are committed together with the progress, so that an interrupted rebuild continues when it is requested
 * again. Hours that still wait for a rollup are left to it. Null when another rebuild runs on this database.
 */
export async function rebuildRollups(deps: RebuildDeps, asked: RebuildAsked): Promise<RebuildResult | null> {
  return inTurn(deps.db, async () => {
    const earlier = await unfinishedRebuild(deps.db, asked)
    let run = earlier ?? (await beginRebuild(deps.db, asked, deps.now()))
    for (;;) {
      const deviceId = await nextDevice(deps.db, run.atDevice, asked.deviceId)
      if (deviceId === undefined) break
      run = await new DeviceRebuild(deps, asked, deviceId, await zoneOf(deps, deviceId)).make(run)
    }
    await noteRebuild(deps.db, run, deps.now())
    return { hoursChanged: run.hoursChanged, daysChanged: run.daysChanged, resumed: earlier !== undefined }
  })
}

async function zoneOf({ zonesOf }: RebuildDeps, deviceId: string): Promise<string> {
  return (await zonesOf([deviceId])).get(deviceId) ?? DEFAULT_ZONE
}

class DeviceRebuild {
  readonly #deps: RebuildDeps
  readonly #asked: RebuildAsked
  readonly #deviceId: string
  readonly #zone: string

  constructor(deps: RebuildDeps, asked: RebuildAsked, deviceId: string, zone: string) {
    this.#deps = deps
    this.#asked = asked
    this.#deviceId = deviceId
    this.#zone = zone
  }

  /** From where the run is in this device to its end; resolves with where the run is then. */
  async make(run: RebuildRun): Promise<RebuildRun> {
    let at = run
    for (;;) {
      const day = await this.#nextDay(at.atDay ?? this.#asked.from)
      if (day === undefined) break
      at = await this.#step(at, addDays(day, CHUNK_DAYS), (tx) => this.#week(tx, day))
    }
    const { to } = this.#asked
    if (to !== null) at = await this.#step(at, null, (tx) => this.#behind(tx, to))
    at = { ...at, atDevice: this.#deviceId, atDay: null }
    await noteRebuild(this.#deps.db, at)
    return at
  }

  async #step(at: RebuildRun, atDay: string | null, work: (tx: Connection) => Promise<Changed>): Promise<RebuildRun> {
    const next = await this.#deps.db.transaction(async (tx) => {
      await lockRollups(tx)
      const { hours, days } = await work(tx)
      const changed = { hoursChanged: at.hoursChanged + hours, daysChanged: at.daysChanged + days }
      const noted = { ...at, ...changed, atDay: atDay ?? at.atDay }
      await noteRebuild(tx, noted)
      return noted
    })
    this.#deps.onProgress?.(next)
    return next
  }

  /** The site's next day with data, from `day` on; undefined beyond the requested range. */
  async #nextDay(day: string | null): Promise<string | undefined> {
    const from = day === null ? 0 : boundsOf(day, this.#zone).from
    const at = await nextInstant(this.#deps.db, this.#deviceId, from)
    if (at === undefined) return undefined
    // A stored day is found by its date alone, which may begin before its zone's.
    const found = day !== null && dayOf(at, this.#zone) < day ? day : dayOf(at, this.#zone)
    return found > (this.#asked.to ?? dayOf(this.#deps.now(), this.#zone)) ? undefined : found
  }

  async #week(tx: Connection, first: string): Promise<Changed> {
    const last = this.#asked.to
    const days = Array.from({ length: CHUNK_DAYS }, (_, n) => addDays(first, n)).filter(
      (day) => last === null || day <= last,
    )
    const from = boundsOf(days[0]!, this.#zone).from
    const span = { deviceId: this.#deviceId, from, to: boundsOf(days.at(-1)!, this.#zone).to }
    const { isOurs, isKept } = await this.#share(tx, span)
    const stored = await storedOf(tx, span, isOurs)
    const hours = await this.#hours(tx, (await reportedHours(tx, span)).filter(isOurs), stored)
    return { hours, days: await this.#days(tx, days, isKept) }
  }

  /**
   * The hours that a rebuild computes: those that are over, do not wait for a rollup, and whose reports are still
   * stored.
   */
  async #share(tx: Connection, span: HourSpan) {
    const over = overBefore(this.#deps.now())
    const due = await dueHours(tx, span)
    const isKept = await keptTimes(tx)
    return { isKept, isOurs: (hour: number) => hour < over && !due.has(hour) && isKept(hour) }
  }

  /** Computes these hours; other hours in `stored` are deleted. Resolves with how many changed. */
  async #hours(tx: Connection, hours: readonly number[], stored: Awaited<ReturnType<typeof storedHours>>) {
    const deviceId = this.#deviceId
    const places = hours.map((hour) => ({ deviceId, hour }))
    const made = await madeHours(tx, places)
    const { changed, gone } = differences(new Map(made.map((one) => [String(one.hour), one])), stored)
    await saveHours(tx, changed, { packBefore: this.#deps.now() - PACK_MS })
    if (gone.length > 0) await dropHours(tx, deviceId, gone.map(Number))
    return changed.length + gone.length
  }

  /** Puts days together from their hours. */
  async #days(tx: Connection, days: readonly string[], isKept: (at: number) => boolean): Promise<number> {
    const deviceId = this.#deviceId
    const places = days.map((day): DeviceDay => ({ deviceId, day, ...boundsOf(day, this.#zone) }))
    const hours = await hoursOfDays(tx, places)
    const made = new Map(
      places.flatMap((place) => {
        const ofDay = hours.get(`${deviceId}@${place.day}`)
        return ofDay ? [[place.day, { ...place, stats: merge(ofDay) }] as const] : []
      }),
    )
    const stored = await storedDays(tx, deviceId, days)
    for (const { day, from } of places) if (!made.has(day) && !isKept(from)) stored.delete(day)
    const { changed, gone } = differences(made, stored)
    await saveDays(tx, changed)
    if (gone.length > 0) await dropDays(tx, deviceId, gone)
    return changed.length + gone.length
  }

  /** Consumption since the last day counts in the first hours after it, outside the requested range. */
  async #behind(tx: Connection, last: string): Promise<Changed> {
    const { to } = boundsOf(last, this.#zone)
    const from = this.#asked.from === null ? 0 : boundsOf(this.#asked.from, this.#zone).from
    const counters = await countersAt(tx, { deviceId: this.#deviceId, from, to }, to - HOUR_MS)
    const behind = counters.length > 0 ? (await hoursBehind(tx, counters)).map(({ hour }) => hour) : []
    if (behind.length === 0) return { hours: 0, days: 0 }
    const span = { deviceId: this.#deviceId, from: Math.min(...behind), to: Math.max(...behind) + HOUR_MS }
    const { isOurs, isKept } = await this.#share(tx, span)
    const ours = behind.filter(isOurs)
    const hours = await this.#hours(tx, ours, await storedOf(tx, span, (hour) => ours.includes(hour)))
    const zones = new Map([[this.#deviceId, this.#zone]])
    const days = daysOf(
      ours.map((hour) => ({ deviceId: this.#deviceId, hour })),
      zones,
    ).map(({ day }) => day)
    return { hours, days: await this.#days(tx, days, isKept) }
  }
}

async function storedOf(tx: Connection, span: HourSpan, isWanted: (hour: number) => boolean) {
  return new Map([...(await storedHours(tx, span))].filter(([place]) => isWanted(Number(place))))
}

interface Changed {
  hours: number
  days: number
}
