import { DEVICE_LIFE, type DeviceRow, inLanguage, type SwappedUnits, type UnitSwap } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Connection } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { nameOf } from '../../../platform/http/session.ts'
import type { MountedResource } from '../../../platform/resource/resource-change.ts'
import { moveOn } from '../../../platform/resource/resource-states.ts'
import { readRows } from '../../../platform/resource/resource.store.ts'
import { tell, type Written } from '../../../platform/resource/resource-writes.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { lockSlaves, moveSlaves } from '../master/master.store.ts'
import { nameTakenOff, stepsToInstall, type Unit, whyNotUnit } from './replacement.rules.ts'
import { addReplacement, deptsAbove, swapPlaces, takeOver, wasTakenOff } from './replacement.store.ts'

interface Work {
  tx: Connection
  context: CallContext
  devices: MountedResource
}

/**
 * Puts a unit in the place of another one, as part of the transaction of an order.
 * @throws AppError `not-yet` with the reason where it cannot take the place
 */
async function replaceUnit(
  devices: MountedResource,
  tx: Connection,
  swap: UnitSwap,
  context: CallContext,
): Promise<SwappedUnits<ScopedDeviceId>> {
  const { session, language } = context
  const oldId = await scopedDeviceId(tx, session, swap.oldDeviceId)
  const newId = await scopedDeviceId(tx, session, swap.newDeviceId).catch((error: unknown) => {
    if (error instanceof AppError) throw new AppError('validation', { fields: { newDeviceId: 'not-found' } })
    throw error
  })
  const written: Written[] = []
  const work: Work = { tx, context, devices: { ...devices, joined: { tx, written } } }
  const [old, next] = [await locked(work, oldId), await locked(work, newId)]
  const why = whyNotUnit(await unitOf(tx, old), await unitOf(tx, next))
  if (why) throw new AppError('not-yet', { reason: inLanguage(why, language) })
  const slaveIds = await slavesToMove(work, [oldId, newId])
  await swapPlaces(tx, { oldId, newId, oldName: nameTakenOff(old.name, old.serialNo ?? old.deviceNo) })
  await moveSlaves(tx, { slaveIds, masterId: newId, userId: session.userId })
  await takeOver(tx, { oldId, newId })
  await liveOn(work, swap, { oldId, newId, old, next })
  const by = { byName: nameOf(session), userId: session.userId }
  await addReplacement(tx, { oldId, newId }, { ...swap, ...by })
  const after = await locked(work, newId)
  return { oldId, newId, before: old, after, told: () => tell(devices, written) }
}

/** The door for orders; the devices are mounted before anybody comes through it. */
export const replaceUnitIn =
  (devices: () => MountedResource) => (tx: Connection, swap: UnitSwap, context: CallContext) =>
    replaceUnit(devices(), tx, swap, context)

/** The old unit is out of service, the new one in it, by the rules of their life. */
async function liveOn(
  { tx, context, devices }: Work,
  { oldBecomes }: UnitSwap,
  { oldId, newId, old, next }: { oldId: ScopedDeviceId; newId: ScopedDeviceId; old: DeviceRow; next: DeviceRow },
): Promise<void> {
  const move = async (id: ScopedDeviceId, step: (typeof DEVICE_LIFE)['transitions'][number]) => {
    const { version } = await locked({ tx, context, devices }, id)
    await moveOn(devices, DEVICE_LIFE, step, { id, version }, context)
  }
  const off = DEVICE_LIFE.transitions.find(({ to, from }) => to === oldBecomes && from.includes(old.lifecycle))
  if (off) await move(oldId, off)
  for (const step of stepsToInstall(next.lifecycle)) await move(newId, step)
}

async function locked({ tx, context, devices }: Work, id: ScopedDeviceId): Promise<DeviceRow> {
  const [row] = await readRows(tx, devices.shape, context.session.scope, [id], true)
  if (!row) throw new AppError('not-found')
  return row as unknown as DeviceRow
}

async function unitOf(tx: Connection, row: DeviceRow): Promise<Unit> {
  const { id, deviceTypeCode, protocol, nodeKind, lifecycle, deptId } = row
  const [isTakenOff, depts] = [await wasTakenOff(tx, id), await deptsAbove(tx, deptId)]
  return { id, deviceTypeCode, protocol, nodeKind, lifecycle, isTakenOff, depts }
}

/** @throws AppError `not-permitted` where the caller does not see every slave of the old unit */
async function slavesToMove({ tx, context }: Work, [oldId, newId]: readonly [string, string]): Promise<string[]> {
  const slaves = (await lockSlaves(tx, context.session, [oldId, newId])).filter(({ masterId }) => masterId === oldId)
  if (!slaves.every(({ isSeen }) => isSeen)) throw new AppError('not-permitted')
  return slaves.map(({ id }) => id)
}
