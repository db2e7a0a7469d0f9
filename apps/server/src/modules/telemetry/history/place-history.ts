import type { HistoryPoint, history, InputOf, OutputOf } from '@sluice/contract'
import { sql } from 'kysely'
import type { Database } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { type ScopedDeviceId, scopePredicate } from '../../../platform/resource/scoped.ts'
import { type DeviceFacts, readHistory } from './history.service.ts'

/** A unit that stood at the place of another one before it, until then. */
interface FormerUnit {
  deviceId: ScopedDeviceId
  name: string
  until: string
}

/** The units before a device at its place that the scope sees, oldest first, as far as they reach into the range. */
async function unitsBefore(db: Database, scope: Scope, deviceId: ScopedDeviceId, since: string): Promise<FormerUnit[]> {
  const { rows } = await sql<FormerUnit>`
    with recursive chain as (
      select r.device_id, r.ts from v_device_replacement r where r.new_device_id = ${deviceId} and r.ts > ${since}
      union
      select r.device_id, r.ts from v_device_replacement r join chain c on r.new_device_id = c.device_id
      where r.ts > ${since}
    )
    select d.id::text as "deviceId", d.name, c.ts as until from chain c join v_device d on d.id = c.device_id
    where not d.deleted and ${scopePredicate(scope, 'v_device', 'd')} order by c.ts`.execute(db.tables<unknown>())
  return rows
}

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
