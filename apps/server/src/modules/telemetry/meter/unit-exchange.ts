import type { CounterExchange } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, type ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import { metricsOfDevices } from '../history/device-metric.store.ts'
import { countersBefore } from '../history/rollup/rollup.store.ts'
import { exchangeProblems } from './meter.rules.ts'
import { freeTime, isOvertaken, lockMeter, saveAnchor, saveExchange } from './meter.store.ts'

/**
 * Writes the last reading of the old unit and the first of the new one among their reports: the consumption of each goes
 * to there and from there, and never counts the difference between them.
 * @throws AppError `validation` by the rules of an exchanged meter
 */
export async function anchorUnits(
  tx: Connection,
  {
    oldId,
    newId,
    key,
    at,
    oldLast,
    newFirst,
    byName,
    userId,
    lastReadings,
  }: CounterExchange<ScopedDeviceId> & LastReadings,
): Promise<void> {
  for (const id of [oldId, newId]) await lockMeter(tx, id)
  const metricOf = (await metricsOfDevices(tx, [oldId, newId], DEVICE_MARK))(oldId)
  const ts = await freeTime(tx, oldId, at)
  const [before] = await countersBefore(tx, [{ deviceId: oldId, hour: ts, key }])
  const fields = exchangeProblems({
    ts: at,
    now: at,
    oldLast,
    newFirst,
    // A counter that the unit never told of has nothing to end at.
    counterMax: (await lastReadings(oldId)).has(key) ? metricOf(key, at)?.counterMax : undefined,
    before: before && { v: Number(before.v), ts: before.ts },
    isOvertaken: await isOvertaken(tx, oldId, key, at),
  })
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
  // An exchange with itself: what it counts today goes on to its last reading, which no report told.
  const noted = { oldMeterNo: null, newMeterNo: null, remark: null, byName, userId }
  await saveExchange(tx, oldId, { key, ts, oldLast, newFirst: oldLast, ...noted })
  await saveAnchor(tx, newId, { key, ts: await freeTime(tx, newId, at), value: newFirst })
}

/** The counters that a device told of, each with what it told last. */
export async function countersTold(
  db: Sql,
  deviceId: ScopedDeviceId,
  { lastReadings }: { lastReadings(deviceId: ScopedDeviceId): Promise<ReadonlyMap<string, { v: unknown }>> },
): Promise<{ key: string; last: number | null }[]> {
  const metricOf = (await metricsOfDevices(db, [deviceId], DEVICE_MARK))(deviceId)
  return [...(await lastReadings(deviceId))].flatMap(([key, { v }]) =>
    metricOf(key)?.counterMax === undefined ? [] : [{ key, last: typeof v === 'number' ? v : null }],
  )
}

interface LastReadings {
  lastReadings(deviceId: ScopedDeviceId): Promise<ReadonlyMap<string, unknown>>
}
