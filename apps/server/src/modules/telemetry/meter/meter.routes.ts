import { nameOf } from '../../../platform/http/session.ts'
import { exchangeMeter, meterExchanges } from '@sluice/contract'
import type { MetricLookup } from '@sluice/devices'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Database } from '../../../platform/db/db.ts'
import { type Api, mountOperation } from '../../../platform/http/mount-operation.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { metricsOfDevices } from '../history/device-metric.store.ts'
import { countersBefore } from '../history/rollup/rollup.store.ts'
import { type CounterDeps, mountCounters } from './counter.routes.ts'
import { exchangeProblems } from './meter.rules.ts'
import { countersTold } from './unit-exchange.ts'
import { exchangesOf, freeTime, isOvertaken, lockMeter, saveExchange } from './meter.store.ts'

/** The metrics of the device's own product. */
async function metricsOf(db: Database, deviceId: ScopedDeviceId): Promise<MetricLookup> {
  return (await metricsOfDevices(db, [deviceId], DEVICE_MARK))(deviceId)
}

/** Meters that are exchanged, so that consumption goes on, and how they count. */
export function mountMeters(api: Api, deps: CounterDeps): void {
  const { db, now, lastReadings, deviceFacts } = deps
  mountCounters(api, deps)
  mountOperation(api, meterExchanges, async (input, { session }) => {
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    return { counters: await countersTold(db, deviceId, deps), exchanges: await exchangesOf(db, deviceId) }
  })
  mountOperation(api, exchangeMeter, async (input, { session, ip, traceId }) => {
    const deviceId = await scopedDeviceId(db, session, input.deviceId)
    const { key, oldLast, newFirst, oldMeterNo = null, newMeterNo = null, remark = null } = input
    const asked = input.time === undefined ? now() : Date.parse(input.time)
    const { deptId } = await deviceFacts(deviceId)
    const told = await lastReadings(deviceId)
    const metricOf = await metricsOf(db, deviceId)
    const id = await db.transaction(async (tx) => {
      await lockMeter(tx, deviceId)
      const ts = await freeTime(tx, deviceId, asked)
      // The place of a reading is where it was looked for: ahead of this instant.
      const [before] = await countersBefore(tx, [{ deviceId, hour: ts, key }])
      const fields = exchangeProblems({
        ts: asked,
        now: now(),
        oldLast,
        newFirst,
        // A counter that the device never told of has no meter to exchange.
        counterMax: told.has(key) ? metricOf(key, asked)?.counterMax : undefined,
        before: before && { v: Number(before.v), ts: before.ts },
        isOvertaken: await isOvertaken(tx, deviceId, key, asked),
      })
      if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
      const byName = nameOf(session)
      const who = { byName, userId: session.userId }
      const saved = await saveExchange(tx, deviceId, {
        key,
        ts,
        oldLast,
        newFirst,
        oldMeterNo,
        newMeterNo,
        remark,
        ...who,
      })
      await recordOperation(tx, session, {
        action: exchangeMeter.audit,
        targetIds: [deviceId],
        deptId,
        before: { meterNo: oldMeterNo, reading: oldLast },
        after: { meterNo: newMeterNo, reading: newFirst },
        ip,
        traceId,
      })
      return saved
    })
    return { id }
  })
}
