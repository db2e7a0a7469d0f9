import { replaceMaster } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { scopedDeviceId } from '../../../platform/resource/scoped.ts'
import type { RegistryDeps } from '../registry.ports.ts'
import { whyNotReplaced } from './master.rules.ts'
import { lockMasters, lockSlaves, moveSlaves } from './master.store.ts'

/** What is done to a master and its slaves together. */
export function mountMasters(api: Api, { db, bus }: Pick<RegistryDeps, 'db' | 'bus'>): void {
  mountOperation(api, replaceMaster, async ({ masterId, newMasterId }, context) => {
    const { session } = context
    const oldId = await scopedDeviceId(db, session, masterId)
    const newId = await scopedDeviceId(db, session, newMasterId).catch((error: unknown) => {
      if (error instanceof AppError) throw new AppError('validation', { fields: { newMasterId: 'not-found' } })
      throw error
    })
    const moved = await db.transaction(async (tx) => {
      const masters = await lockMasters(tx, [oldId, newId])
      const [old, next] = [oldId, newId].map((id) => masters.find((one) => one.id === id))
      if (!old || !next) throw new AppError('not-found')
      const slaves = await lockSlaves(tx, session, [oldId, newId])
      const moving = slaves.filter((slave) => slave.masterId === oldId)
      if (!moving.every(({ isSeen }) => isSeen)) throw new AppError('not-permitted')
      const taken = slaves.filter((slave) => slave.masterId === newId)
      const why = whyNotReplaced({ old, next, isSame: oldId === newId, isOff: next.isOff, moving, taken })
      if (why) throw new AppError('validation', { fields: { newMasterId: why } })
      const slaveIds = moving.map(({ id }) => id)
      await moveSlaves(tx, { slaveIds, masterId: newId, userId: session.userId })
      const change = { old: old.name, next: next.name, slaveIds }
      await record(tx, change, [oldId, newId, ...slaveIds], old.deptId, context)
      return moving
    })
    for (const { id } of moved) bus.emit('device.changed', { deviceId: id, change: 'updated' })
    for (const id of [oldId, newId]) bus.emit('device.changed', { deviceId: id, change: 'updated' })
    return { moved: moved.map(({ id }) => id) }
  })
}

async function record(
  tx: Parameters<typeof recordOperation>[0],
  { old, next, slaveIds }: { old: string; next: string; slaveIds: readonly string[] },
  targetIds: string[],
  deptId: string,
  { session, ip, traceId }: CallContext,
): Promise<void> {
  await recordOperation(tx, session, {
    action: replaceMaster.audit,
    targetIds,
    deptId,
    before: { masterId: old, devices: slaveIds.length },
    after: { masterId: next, devices: slaveIds.length },
    ip,
    traceId,
  })
}
