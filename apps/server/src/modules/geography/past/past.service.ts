import {
  deviceAt,
  devicesAt,
  type DevicesAt,
  type EdgeFlows,
  mapEvents,
  networkFlows,
  PAST_DAYS,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { flowsInSight } from '../network/network.store.ts'
import { flowsThen } from './past-flows.store.ts'
import { devicesThen, eventsBetween, type Intervals, valuesThen } from './past.store.ts'
import { createScopeCache } from '../scope-cache.ts'

export interface PastDeps {
  db: Database
  clock: Clock
  /** Of the products in force. */
  intervals(): Intervals
}

const MINUTE_MS = 60_000
const REACH_MS = PAST_DAYS * 86_400_000
/** Late reports still change the past a little; a replay asks for each minute once. */
const AGE_MS = 30_000

/** To the minute. @throws AppError validation outside the days that the map goes back */
export function pastMinute(now: number, field: string, given: string): string {
  const ms = Math.floor(Date.parse(given) / MINUTE_MS) * MINUTE_MS
  if (ms > now || ms < now - REACH_MS - MINUTE_MS) {
    throw new AppError('validation', { fields: { [field]: 'out-of-range' } })
  }
  return new Date(ms).toISOString()
}

/** The map as it was, and the flow as it is or was: what the stored reports, commands and faults say about a moment. */
export function mountPast(api: Api, { db, clock, intervals }: PastDeps): void {
  const moments = createScopeCache<DevicesAt>(AGE_MS, () => clock.elapsed())
  const flows = createScopeCache<EdgeFlows>(AGE_MS, () => clock.elapsed())

  const minuteOf = (field: string, given: string) => pastMinute(clock.now().getTime(), field, given)

  mountOperation(api, devicesAt, ({ time: given }, { session: { scope } }) => {
    const time = minuteOf('time', given)
    return moments(scope, () => devicesThen(db, scope, time, intervals()), time)
  })
  mountOperation(api, networkFlows, ({ time: given }, { session }) => {
    if (given === undefined) return flowsInSight(db, session)
    const time = minuteOf('time', given)
    return flows(session.scope, () => flowsThen(db, session.scope, time, intervals()), time)
  })
  mountOperation(api, mapEvents, ({ startTime, endTime }, { session }) =>
    eventsBetween(db, session.scope, { from: minuteOf('startTime', startTime), to: endTime }),
  )
  mountOperation(api, deviceAt, async ({ deviceId, time }, { session }) => {
    const at = minuteOf('time', time)
    return { values: await valuesThen(db, await scopedDeviceId(db, session, deviceId), at) }
  })
}
