import { type InputOf, saveSharedAttributes } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Connection } from '../../platform/db/db.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import type { Addressee, AttributeDeps } from './attribute.ports.ts'
import { type Attributes, changed, only, refusalOf } from './attribute.rules.ts'
import { noteWanted } from './parameter-change.ts'
import { countDesired, saveWanted, wordsOf } from './parameter.store.ts'
import { attributesOfDevices, deleteShared, listAttributes, lockAttributes, saveAttributes } from './attribute.store.ts'

export interface SharedWrite {
  deviceId: ScopedDeviceId
  device: Addressee
  change: { before: Attributes; values: Attributes; deleted: readonly string[]; action: string }
  context: CallContext
}

export interface PlatformChange {
  values: Attributes
  deleted: readonly string[]
}

/** Stores the attributes that an operator sets, with a line in the log, and then sends them to the device. */
export class SharedAttributes {
  readonly #deps: AttributeDeps
  #telling: Promise<unknown> = Promise.resolve()

  constructor(deps: AttributeDeps) {
    this.#deps = deps
  }

  async save(input: InputOf<typeof saveSharedAttributes>, context: CallContext) {
    const { db, addressee } = this.#deps
    const deviceId = await scopedDeviceId(db, context.session, input.deviceId)
    const device = await addressee(deviceId)
    if (!device) throw new AppError('not-found')
    if (!device.takesAttributes) throw new AppError('validation', { fields: { deviceId: 'wrong-protocol' } })
    const keys = [...Object.keys(input.values ?? {}), ...(input.deleted ?? [])]
    if (keys.length === 0) return { ...(await listAttributes(db, deviceId)), pushed: false }
    const { values = {}, deleted = [] } = input
    await db.transaction(async (tx) => {
      const before = await this.held(tx, deviceId)
      const change = { before, values, deleted, action: saveSharedAttributes.audit }
      await this.write(tx, { deviceId, device, change, context })
    })
    const pushed = await this.tell(device, deviceId, keys)
    return { ...(await listAttributes(db, deviceId)), pushed }
  }

  /** What a device is told now, held against other changes to the end of the transaction. */
  async held(tx: Connection, deviceId: ScopedDeviceId): Promise<Attributes> {
    await lockAttributes(tx, deviceId)
    return (await attributesOfDevices(tx, [deviceId])).get(deviceId)?.shared ?? {}
  }

  /** Stores a change of what is held, with a line in the log. */
  async write(
    tx: Connection,
    { deviceId, device: { deptId, parameters }, change: { before, values, deleted, action }, context }: SharedWrite,
  ): Promise<void> {
    const now = this.#deps.clock.now()
    const after = changed(before, values, deleted)
    const refusal = refusalOf(after, values)
    if (refusal) throw new AppError('validation', { fields: refusal })
    const keys = [...Object.keys(values), ...deleted]
    const known = parameters.map(({ key }) => key).filter((key) => keys.includes(key))
    // First, because it compares with what was wanted before.
    await noteWanted(tx, deviceId, { keys: known, after, context, now })
    await store(tx, deviceId, { values, deleted }, now)
    const { session, ip, traceId } = context
    const line = { before: only(before, keys), after: only(after, keys), deptId, ip, traceId }
    await recordOperation(tx, session, { action, targetIds: [deviceId], ...line })
  }

  /**
   * What the platform itself tells a device, without a line in the log: what it follows from has one.
   * @throws AppError `validation` where the others leave no room
   */
  async setByPlatform(tx: Connection, id: string, { values, deleted }: PlatformChange): Promise<void> {
    // The id is that of a row of the platform, no caller's.
    const deviceId = id as ScopedDeviceId
    const refusal = refusalOf(changed(await this.held(tx, deviceId), values, deleted), values)
    if (refusal) throw new AppError('validation', { fields: refusal })
    await countDesired(tx, deviceId)
    await store(tx, deviceId, { values, deleted }, this.#deps.clock.now())
  }

  /** What one unit is to have, another one is to have from now on. Both were found in sight and are locked. */
  async inherit(tx: Connection, oldId: string, newId: string): Promise<void> {
    const [from, to] = [oldId as ScopedDeviceId, newId as ScopedDeviceId]
    const values = await this.held(tx, from)
    await this.setByPlatform(tx, newId, { values, deleted: [] })
    const words = await wordsOf(tx, from)
    const now = this.#deps.clock.now()
    for (const [byName, own] of Map.groupBy(words, (word) => word.byName))
      await saveWanted(
        tx,
        to,
        own.map(({ key }) => ({ key, provenTime: null })),
        { now, byName },
      )
  }

  /** Tells a device, if it is there, what `setByPlatform` stored. */
  async tellByPlatform(deviceId: string, keys: readonly string[]): Promise<boolean> {
    const device = await this.#deps.addressee(deviceId as ScopedDeviceId)
    return device ? this.tell(device, deviceId, keys) : false
  }

  /**
   * One device after the other, each with the values as of its turn: of two simultaneous changes the device gets the
   * later one last.
   */
  tell(
    { stationId, protocol }: { stationId: string; protocol: string },
    deviceId: string,
    keys: readonly string[],
  ): Promise<boolean> {
    const { db, log, share } = this.#deps
    const told = this.#telling.then(async () => {
      const shared = (await attributesOfDevices(db, [deviceId])).get(deviceId)?.shared ?? {}
      const deleted = keys.filter((key) => !Object.hasOwn(shared, key))
      return share({ protocol, stationId, deviceId, values: only(shared, keys), deleted })
    })
    const settled = told.catch((error: unknown) => {
      // It is stored: the device asks for it when it connects.
      log.warn({ err: error, deviceId }, 'shared attributes could not be told')
      return false
    })
    this.#telling = settled
    return settled
  }
}

async function store(
  tx: Connection,
  deviceId: ScopedDeviceId,
  { values, deleted }: PlatformChange,
  now: Date,
): Promise<void> {
  const entries = Object.entries(values).map(([key, value]) => ({ deviceId, key, value }))
  if (entries.length > 0) await saveAttributes(tx, 'SHARED', entries, now)
  if (deleted.length > 0) await deleteShared(tx, deviceId, deleted)
}
