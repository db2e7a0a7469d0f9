import { addDays, dayOf, DEFAULT_ZONE } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import { tellCondition } from '../condition/condition.store.ts'
import type { StationDirectory } from '../uplink/uplink.directory.ts'
import { coefficientOf, coefficientSeen, isImplausible } from './coefficient.rules.ts'
import { areManyBad, framesSeen } from './frame-errors.rules.ts'
import { USUAL_DAYS, type UsualHours, usualOf } from './usual.rules.ts'
import { devicesToCount, hoursOfDevices, saveUsual, usualCountedSince } from './usual.store.ts'
import { framesSince, pumpedDays, pumpsAfter, saveCoefficient } from './watch.store.ts'

export interface WatchDeps {
  db: Database
  clock: Pick<Clock, 'now'>
  directory: Pick<StationDirectory, 'learnUsual'>
  zonesOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Whether the time of day is believed: days are judged once. */
  believed(): Promise<boolean>
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Devices whose hours are read together: of each 28 days. */
const AT_ONCE = 50
const PUMPS_AT_ONCE = 500
/** After midnight a device that reports once an hour has told of the day, and its hours are rolled up. */
const DAY_IS_WHOLE_MS = 3 * HOUR_MS

/** Faults that no report shows by itself: what the platform finds by looking back over an hour, a day or weeks. */
export function createWatches({ db, clock, directory, zonesOf, believed }: WatchDeps) {
  const now = () => clock.now().getTime()
  let readTo = now()
  return {
    /** Counts what is usual of each device, once a day. */
    async countUsual(signal: AbortSignal): Promise<void> {
      if (!(await believed())) return
      for (;;) {
        const at = now()
        const ids = await devicesToCount(db, at - DAY_MS, at, AT_ONCE)
        if (ids.length === 0 || signal.aborted) return
        const [zones, hours] = [
          await zonesOf(ids),
          await hoursOfDevices(db, ids, { from: at - USUAL_DAYS * DAY_MS, to: at }),
        ]
        const usual = new Map<string, UsualHours>(
          ids.map((id) => [id, usualOf(hours.get(id) ?? [], zones.get(id) ?? DEFAULT_ZONE)]),
        )
        await saveUsual(db, usual, at)
      }
    },
    /** Takes on what was counted recently, in any process. */
    async readUsual(): Promise<void> {
      const at = now()
      // Those of the last minutes again: they may have been committed after the last look.
      directory.learnUsual(await usualCountedSince(db, readTo - HOUR_MS))
      readTo = at
    },
    /** C04 by the frames of the last hour. */
    async watchFrames(): Promise<void> {
      const at = now()
      for (const { deviceId, isFault, ...frames } of await framesSince(db, at - HOUR_MS)) {
        const holds = areManyBad(frames)
        const trigger = holds ? framesSeen(frames) : null
        if (holds || (holds === false && isFault))
          await tellCondition(db, { deviceId, code: 'C04', holds, at, trigger })
      }
    },
    /** W10 by the water and the energy of yesterday, once a day. */
    async watchCoefficients(signal: AbortSignal): Promise<void> {
      if (!(await believed())) return
      for (let after = '0'; !signal.aborted; ) {
        const pumps = await pumpsAfter(db, after, PUMPS_AT_ONCE)
        if (pumps.length === 0) return
        const zones = await zonesOf(pumps.map(({ deviceId }) => deviceId))
        const due = pumps.flatMap(({ deviceId, judgedDay }) => {
          const day = addDays(dayOf(now() - DAY_IS_WHOLE_MS, zones.get(deviceId) ?? DEFAULT_ZONE), -1)
          return day === judgedDay ? [] : [{ deviceId, day }]
        })
        for (const one of await pumpedDays(db, due)) {
          const tc = coefficientOf(one)
          await db.transaction(async (tx) => {
            await saveCoefficient(tx, one)
            if (tc === undefined) return
            const { deviceId, headM } = one
            const holds = isImplausible(tc, headM)
            const trigger = holds ? coefficientSeen(tc, one) : null
            await tellCondition(tx, { deviceId, code: 'W10', holds, at: now(), trigger })
          })
        }
        after = pumps.at(-1)!.deviceId
      }
    },
  }
}
