import { inLanguage, maintenanceWindowResource, whyWindowFixed } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Sql } from '../../../platform/db/db.ts'
import type { Api } from '../../../platform/http/mount-operation.ts'
import { emitLater, type StoredEvent } from '../../../platform/outbox/outbox.store.ts'
import { mountResource } from '../../../platform/resource/mount-resource.ts'
import type { ResourceChange } from '../../../platform/resource/resource-change.ts'
import { keyOf } from '../fault-key.rules.ts'
import { devicesOf, endsOfWindows, endWindows, groupsInForce, holdBack, type Memberships } from './maintenance.store.ts'

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
  const found = groups.length === 0 ? new Map() : await groupsOf(await devicesOf(tx, faultIds), groups)
  return holdBack(tx, faultIds, now, membersOf(found))
}

/** A fault, or one that would begin on that device. */
export interface AskedFault {
  deviceId: string
  faultId: string | null
}

/**
 * Until when nothing is told at that time of each of these faults, epoch ms; null: it is. A window covers what begins in it and
 * what was active before.
 */
export async function maintainedUntil(
  db: Sql,
  { groupsOf }: Pick<MaintenanceDeps, 'groupsOf'>,
  asked: readonly AskedFault[],
  at: Date,
): Promise<(number | null)[]> {
  const groups = asked.length === 0 ? undefined : await groupsInForce(db, at)
  if (groups === undefined) return asked.map(() => null)
  const deviceIds = [...new Set(asked.map(({ deviceId }) => deviceId))]
  return endsOfWindows(db, asked, at, membersOf(groups.length === 0 ? new Map() : await groupsOf(deviceIds, groups)))
}

/** As two lists. */
function membersOf(found: ReadonlyMap<string, readonly string[]>): Memberships {
  const pairs = [...found].flatMap(([deviceId, ids]) => ids.map((groupId) => ({ deviceId, groupId })))
  return { deviceIds: pairs.map(({ deviceId }) => deviceId), groupIds: pairs.map(({ groupId }) => groupId) }
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
