import { inLanguage, maintenanceWindowResource, whyWindowFixed } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Sql } from '../../../platform/db/db.ts'
import type { Api } from '../../../platform/http/mount-operation.ts'
import { emitLater, type StoredEvent } from '../../../platform/outbox/outbox.store.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../../platform/resource/resource-change.ts'
import { keyOf } from '../fault-key.rules.ts'
import {
  devicesOf,
  endOfHeld,
  endOfWindow,
  endWindows,
  groupsAt,
  groupsInForce,
  holdBack,
} from './maintenance.store.ts'

export interface MaintenanceDeps {
  db: Database
  clock: Clock
  /** Those of these groups that each of these devices is in now. */
  groupsOf(deviceIds: readonly string[], groupIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>
}

/** Holds back those of the faults that begin in a window; returns them. */
export async function holdInWindows(
  tx: Sql,
  { clock, groupsOf }: Pick<MaintenanceDeps, 'clock' | 'groupsOf'>,
  faultIds: readonly string[],
): Promise<string[]> {
  if (faultIds.length === 0) return []
  const now = clock.now()
  const groups = await groupsInForce(tx, now)
  if (groups === undefined) return []
  const found = groups.length === 0 ? [] : await groupsOf(await devicesOf(tx, faultIds), groups)
  const pairs = [...found].flatMap(([deviceId, ids]) => ids.map((groupId) => ({ deviceId, groupId })))
  return holdBack(tx, faultIds, now, {
    deviceIds: pairs.map(({ deviceId }) => deviceId),
    groupIds: pairs.map(({ groupId }) => groupId),
  })
}

/** Until when a fault is held back, or one of a device would be that begins at that time; null: it is told. */
export async function maintainedUntil(
  { db, groupsOf }: Pick<MaintenanceDeps, 'db' | 'groupsOf'>,
  { deviceId, faultId, at }: { deviceId: string; faultId: string | undefined; at: Date },
): Promise<Date | null> {
  // What was active before a window goes on.
  if (faultId !== undefined) return endOfHeld(db, faultId)
  const groups = await groupsAt(db, at)
  const found = groups.length === 0 ? undefined : await groupsOf([deviceId], groups)
  return endOfWindow(db, deviceId, at, found?.get(deviceId) ?? [])
}

/** Ends windows by the clock: what is still active is told as if it began now. */
export async function endMaintenance({ db, clock }: MaintenanceDeps): Promise<void> {
  await db.transaction(async (tx) => {
    const released = await endWindows(tx, clock.now())
    const events = released.map(({ faultId, deviceId, deptId, code, level, explained }): StoredEvent => {
      const fact = { faultId, deviceId, deptId, fault: { code, level }, quiet: explained }
      return { name: 'fault.raised', key: keyOf(deviceId, code), fact }
    })
    await emitLater(tx, events)
  })
}

const HELD = (more = '') => `select count(*)::int from fault f join v_device d on d.id = f.device_id
  where f.maintenance_id = t.id and not d.deleted${more} and {scope:v_device d}`

type Change = ResourceChange<typeof maintenanceWindowResource>

/** Its end lies behind its beginning, it narrows what it covers in one way at most, and once it has ended it stays as it is. */
function check({ verb, before, values, restored, context }: Change): void {
  if (verb === 'del') return
  const why = before && !restored ? whyWindowFixed(before) : null
  if (why) throw new AppError('not-yet', { reason: inLanguage(why, context.language) })
  const time = (name: 'fromTime' | 'toTime') => Date.parse(values[name] ?? before?.[name] ?? '')
  if (time('toTime') <= time('fromTime')) throw new AppError('validation', { fields: { toTime: 'before-start' } })
  const narrowed = (['areaId', 'groupId', 'deviceId'] as const).filter((name) => values[name])
  if (narrowed.length > 1) throw new AppError('validation', { fields: { [narrowed[1]!]: 'only-one' } })
}

export function mountMaintenance(api: Api): void {
  mountResource(api, maintenanceWindowResource, {
    computed: { faults: HELD(), stillActive: HELD(" and f.condition_state = 'ACTIVE'") },
    beforeWrite: check,
  })
}
