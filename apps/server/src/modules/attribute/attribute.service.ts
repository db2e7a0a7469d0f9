import { type InputOf, saveSharedAttributes } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { type ScopedDeviceId, scopedDeviceId } from '../../platform/resource/scoped.ts'
import type { AttributeDeps } from './attribute.ports.ts'
import { changed, refusalOf } from './attribute.rules.ts'
import { attributesOfDevices, deleteShared, listAttributes, lockAttributes, saveAttributes } from './attribute.store.ts'

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
    await this.#store(deviceId, device.deptId, input, context)
    const pushed = await this.#tell(device, deviceId, keys)
    return { ...(await listAttributes(db, deviceId)), pushed }
  }

  async #store(
    deviceId: ScopedDeviceId,
    deptId: string,
    { values = {}, deleted = [] }: InputOf<typeof saveSharedAttributes>,
    { session, ip, traceId }: CallContext,
  ): Promise<void> {
    const { db, clock } = this.#deps
    await db.transaction(async (tx) => {
      await lockAttributes(tx, deviceId)
      const before = (await attributesOfDevices(tx, [deviceId])).get(deviceId)?.shared ?? {}
      const after = changed(before, values, deleted)
      const refusal = refusalOf(after, values)
      if (refusal) throw new AppError('validation', { fields: refusal })
      const entries = Object.entries(values).map(([key, value]) => ({ deviceId, key, value }))
      if (entries.length > 0) await saveAttributes(tx, 'SHARED', entries, clock.now())
      if (deleted.length > 0) await deleteShared(tx, deviceId, deleted)
      const keys = [...Object.keys(values), ...deleted]
      const line = { before: only(before, keys), after: only(after, keys), deptId, ip, traceId }
      await recordOperation(tx, session, { action: saveSharedAttributes.audit, targetIds: [deviceId], ...line })
    })
  }

  /**
   * One device after the other, each with the values as of its turn: of two simultaneous changes the device gets the
   * later one last.
   */
  #tell(
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

function only(attributes: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => Object.hasOwn(attributes, key)).map((key) => [key, attributes[key]]))
}
