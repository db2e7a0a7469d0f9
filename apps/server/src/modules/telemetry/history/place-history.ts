import type { HistoryPoint, history, InputOf, OutputOf } from '@sluice/contract'
import type { Database } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import type { ScopedDeviceId } from '../../../platform/resource/scoped.ts'
import { unitsBefore } from './former-units.store.ts'
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
  return { ...own, series, units: former }
}
