import {
  type CounterExchange,
  inLanguage,
  type InputOf,
  replaceUnit,
  type repairRecordResource,
  type RepairRow,
  type RepairStatus,
  type SwappedUnits,
  type UnitSwap,
  whileTesting,
  type Words,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Connection } from '../../platform/db/db.ts'
import { prepareUpload, storeUpload } from '../../platform/file/upload.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { nameOf } from '../../platform/http/session.ts'
import { readWhole } from '../../platform/resource/kinds/resource-lines.store.ts'
import type { MountedResource } from '../../platform/resource/resource-change.ts'
import { tell, updateOne, type Written } from '../../platform/resource/resource-writes.ts'
import { rowId, type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import { MOST_PHOTOS } from './entry.service.ts'
import { type FoundRepair, findRepair } from './repair.store.ts'
import { tellOrder } from './retest.store.ts'

type Inherits = (tx: Connection, oldId: ScopedDeviceId, newId: ScopedDeviceId) => Promise<void>

export interface ReplaceDeps {
  clock: Clock
  /** Puts the unit in the place of the other one, by the rules of the registry. @throws AppError `not-yet` with the reason */
  swapUnits(tx: Connection, swap: UnitSwap, context: CallContext): Promise<SwappedUnits<ScopedDeviceId>>
  /** What others keep of a unit goes over to the one that takes its place. */
  inherits: readonly Inherits[]
  /** The counters that a unit told of. */
  countersTold(tx: Connection, deviceId: ScopedDeviceId): Promise<readonly { key: string }[]>
  /** What a counter read last and first goes into the history of both. */
  anchorUnits(tx: Connection, exchange: CounterExchange<ScopedDeviceId>): Promise<void>
  /** The exchange is committed. */
  unitsReplaced(): void
}

const ON_SITE: readonly RepairStatus[] = ['ON_SITE', 'WAIT_PARTS', 'REPAIRING']
type Repairs = MountedResource<typeof repairRecordResource>

/** An exchange of units on site: all that belongs to the place goes over in one transaction, or nothing does. */
export async function exchangeUnits(
  deps: ReplaceDeps,
  repairs: Repairs,
  input: InputOf<typeof replaceUnit>,
  context: CallContext,
): Promise<{ deviceId: string }> {
  const { session, ip, traceId } = context
  const { db } = repairs.api
  const id = rowId(input.id)
  await findRepair(db, session.scope, id)
  const shots = input.counters.flatMap(({ oldPhoto, newPhoto }) => [oldPhoto, newPhoto])
  const kept: Awaited<ReturnType<typeof prepareUpload>>[] = []
  for (const content of shots) kept.push(await prepareUpload({ name: 'reading.webp', accept: 'photo', content }))
  const counters = input.counters.map(({ key, oldLast, newFirst }) => ({ key, oldLast, newFirst }))
  const at = deps.clock.now()
  const written: Written[] = []
  const done = await db.transaction(async (tx) => {
    const order = await findRepair(tx, session.scope, id, true)
    checkExchange(order, context)
    const { newDeviceId, oldBecomes, unread = [] } = input
    await checkRead(tx, deps, { oldId: order.testedId, input }, context)
    // Who replaces again by the same order replaces what stands there now.
    const swap = { oldDeviceId: order.testedId, newDeviceId, oldBecomes, repairId: id, at, counters, unread }
    const swapped = await deps.swapUnits(tx, swap, context)
    const { oldId, newId, before, after } = swapped
    for (const inherit of deps.inherits) await inherit(tx, oldId, newId)
    const by = { byName: nameOf(session), userId: session.userId }
    for (const one of counters) await deps.anchorUnits(tx, { oldId, newId, at: at.getTime(), ...one, ...by })
    const fileIds: string[] = []
    for (const one of kept) fileIds.push((await storeUpload(tx, one, { userId: session.userId, now: at })).id)
    const noted = { id, swapped, fileIds, isFirst: oldId === order.deviceId }
    await noteUnits({ ...repairs, joined: { tx, written } } as Repairs, tx, noted, context)
    await tellOrder(tx, id, 'NONE')
    const isTested = order.testState !== 'NONE'
    await recordOperation(tx, session, {
      action: replaceUnit.audit,
      targetIds: [id, oldId, newId],
      deptId: order.deptId,
      before: { oldSerialNo: numberOf(before), ...(isTested && { testState: order.testState }) },
      after: {
        newSerialNo: numberOf(after),
        ...(unread.length > 0 && { unread: unread.map(({ reason }) => reason).join('; ') }),
        ...(isTested && { testState: 'NONE' }),
      },
      ip,
      traceId,
    })
    return swapped
  })
  await tell(repairs as MountedResource, written)
  await done.told()
  deps.unitsReplaced()
  return { deviceId: done.newId }
}

/** @throws AppError `conflict` while nobody is on site, `not-yet` while the unit that stands there is tested, and may move. */
function checkExchange(order: FoundRepair, { language }: CallContext): void {
  if (!ON_SITE.includes(order.status)) throw new AppError('conflict', { state: order.status, from: ON_SITE })
  const because = whileTesting(order)
  if (because) throw new AppError('not-yet', { reason: inLanguage(because, language) })
}

const UNREAD: Words = [
  '旧设备的每个计数都要填读数，或写明读不到的原因',
  'Enter what each counter of the old unit reads, or why it cannot be read',
]

/** @throws AppError `not-yet` while a counter of the old unit has neither a reading nor a reason */
async function checkRead(
  tx: Connection,
  { countersTold }: Pick<ReplaceDeps, 'countersTold'>,
  { oldId, input }: { oldId: string; input: InputOf<typeof replaceUnit> },
  { session, language }: CallContext,
): Promise<void> {
  const said = new Set([...input.counters, ...(input.unread ?? [])].map(({ key }) => key))
  const told = await countersTold(tx, await scopedDeviceId(tx, session, oldId))
  if (told.some(({ key }) => !said.has(key))) throw new AppError('not-yet', { reason: inLanguage(UNREAD, language) })
}

const numberOf = ({ serialNo, deviceNo }: SwappedUnits<ScopedDeviceId>['after']) => serialNo ?? deviceNo

interface Noted {
  id: string
  swapped: SwappedUnits<ScopedDeviceId>
  fileIds: readonly string[]
  /** It was the unit that the order was made of, not one that took its place before by the same order. */
  isFirst: boolean
}

/** The order says which unit the repair began with and which one stands there now, with the photos of their counters. */
async function noteUnits(
  repairs: Repairs,
  tx: Connection,
  { id, swapped, fileIds, isFirst }: Noted,
  context: CallContext,
): Promise<void> {
  const [row]: RepairRow[] = await readWhole(tx, repairs.shape, context.session.scope, [id], true)
  if (!row) throw new AppError('not-found')
  if (row.photos.length + fileIds.length > MOST_PHOTOS)
    throw new AppError('validation', { fields: { photos: 'too-long' } })
  const photos = [...row.photos.map((photo) => photo.id), ...fileIds]
  const oldSerialNo = isFirst ? numberOf(swapped.before) : row.oldSerialNo
  const values = { oldSerialNo, newSerialNo: numberOf(swapped.after), photos }
  await updateOne(repairs as MountedResource, row, values, context)
}
