import type { HistoryPoint, history, InputOf, OutputOf } from '@sluice/contract'
import type { Database } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import type { ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import { numberOf, unitsBefore } from './former-units.store.ts'
import { type DeviceFacts, readHistory } from './history.service.ts'

/**
 * The curves of the place that a device stands at: of each unit while it stood there, one after the other. All are read in the
 * same steps, by reports only where all of them are.
 */
export async function historyOfPlace(
  db: Database,
  scope: Scope,
  { deviceId, facts }: { deviceId: ScopedDeviceId; facts: DeviceFacts },
  input: InputOf<typeof history>,
): Promise<OutputOf<typeof history>> {
  const own = await readHistory(db, deviceId, input, facts)
  const former = await unitsBefore(db, scope, deviceId, input.startTime)
  if (former.length === 0) return own
  const { bucket } = own
  const parts: OutputOf<typeof history>[] = []
  for (const [n, unit] of former.entries()) {
    const startTime = former[n - 1]?.until ?? input.startTime
    const endTime = unit.until < input.endTime ? unit.until : input.endTime
    if (startTime < endTime)
      parts.push(await readHistory(db, unit.deviceId, { ...input, bucket, startTime, endTime }, facts))
  }
  const since = Date.parse(former.at(-1)!.until)
  const ownSince = (points: readonly HistoryPoint[]) => points.filter(({ t }) => Date.parse(t) >= since)
  const series = Object.fromEntries(
    Object.entries(own.series).map(([key, points]) => [
      key,
      [...parts.flatMap((part) => part.series[key] ?? []), ...ownSince(points)],
    ]),
  )
  return { ...own, series, units: former.map(({ deviceId: id, name, until }) => ({ deviceId: id, name, until })) }
}

/** A unit while it stood at a place, within a range. */
export interface UnitAtPlace {
  deviceId: ScopedDeviceId
  deviceNo: string
  startTime: string
  endTime: string
}

/** The units that stood at the place of a device within a range, oldest first; undefined where it was only this one. */
export async function unitsAtPlace(
  db: Database,
  scope: Scope,
  deviceId: ScopedDeviceId,
  { startTime, endTime }: Pick<InputOf<typeof history>, 'startTime' | 'endTime'>,
): Promise<UnitAtPlace[] | undefined> {
  const former = await unitsBefore(db, scope, deviceId, startTime)
  if (former.length === 0) return undefined
  const all = [...former, { deviceId, deviceNo: await numberOf(db, deviceId), until: endTime }]
  return all
    .map(({ until, ...unit }, n) => ({
      deviceId: unit.deviceId,
      deviceNo: unit.deviceNo,
      startTime: all[n - 1]?.until ?? startTime,
      endTime: Date.parse(until) < Date.parse(endTime) ? until : endTime,
    }))
    .filter((unit) => Date.parse(unit.startTime) < Date.parse(unit.endTime))
}
