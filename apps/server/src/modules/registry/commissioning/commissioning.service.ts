import { nameOf } from '../../../platform/http/session.ts'
import {
  type acceptCommissioned,
  type addCommissioningPhoto,
  type beginCommissioning,
  type CommissioningProgress,
  commissioningResource,
  type DeviceRow,
  DEVICE_LIFE,
  inLanguage,
  type Operation,
  type OutputOf,
  type placeCommissioned,
  trialStepsOf,
  type proveCommissioned,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { z } from 'zod'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import { believedTime } from '../../../platform/clock/believed-time.ts'
import type { Connection } from '../../../platform/db/db.ts'
import { attachFiles } from '../../../platform/file/stored-file.store.ts'
import { prepareUpload, storeUpload } from '../../../platform/file/upload.ts'
import type { Api, CallContext } from '../../../platform/http/mount-operation.ts'
import type { MountedResource } from '../../../platform/resource/resource-change.ts'
import { moveOn } from '../../../platform/resource/resource-states.ts'
import { readRows } from '../../../platform/resource/resource.store.ts'
import { tell, updateOne, type Written } from '../../../platform/resource/resource-writes.ts'
import { type ScopedDeviceId, isRowId, scopedDeviceId } from '../../../platform/resource/scoped.ts'
import { lifeStepOf, outcomeOf, unprovenOf, verdictOf, whyNotBegun } from './commissioning.rules.ts'
import * as store from './commissioning.store.ts'

type Input<O extends Operation> = z.output<O['input']>
type Sent = Pick<Input<typeof placeCommissioned>, 'deviceId' | 'begun' | 'key' | 'at'>

export interface CommissioningDeps {
  api: Api
  /** The devices, which a commissioning changes by their own rules. */
  devices: MountedResource
}

/** One item on its way into the store. */
interface Work {
  tx: Connection
  context: CallContext
  device: DeviceRow
  deviceId: ScopedDeviceId
  item: store.Item
  /** The devices within this transaction. */
  devices: MountedResource
}

const facts = ({ session }: CallContext) => ({
  userId: session.userId,
  byName: nameOf(session),
})

/** Puts devices into service. Everything happens once, by the key that the telephone made for it. */
export class Commissionings {
  readonly #deps: CommissioningDeps

  constructor(deps: CommissioningDeps) {
    this.#deps = deps
  }

  begin(input: Input<typeof beginCommissioning>, context: CallContext): Promise<OutputOf<typeof beginCommissioning>> {
    return this.#once({ ...input, begun: input.key }, 'BEGUN', context, async (work) => {
      const { tx, device, deviceId, item } = work
      const why = whyNotBegun(device.lifecycle)
      if (why === 'device-retired') throw new AppError(why)
      if (why) throw notYet(context, why)
      const open = await store.openOf(tx, deviceId)
      const needs = trialStepsOf(device.commands.map(({ code }) => code))
      const id = open?.id ?? (await store.insertCommissioning(tx, deviceId, { needs, ...item }))
      await store.insertItem(tx, deviceId, { id, kind: 'BEGUN', facts: {}, ...item })
      await this.#audit(work, 'commissioning.begin', { state: open?.state ?? 'BEGUN' })
      return { id, state: open?.state ?? 'BEGUN' }
    })
  }

  place(input: Input<typeof placeCommissioned>, context: CallContext): Promise<CommissioningProgress> {
    return this.#once(input, 'PLACED', context, async (work) => {
      const { tx, device, deviceId, item, devices } = work
      const { id, state } = await this.#open(work, input.begun)
      const { lng, lat, accuracyM, movedM, address, areaId, iccid, source } = input
      const values = { lng, lat, coordSource: source, address, areaId, ...(iccid === undefined ? {} : { iccid }) }
      await updateOne(devices, device, values, context)
      const place = { lng, lat, accuracyM, movedM }
      await store.savePlace(tx, id, place)
      await store.insertItem(tx, deviceId, { id, kind: 'PLACED', facts: place, ...item })
      await this.#audit(work, 'commissioning.place', { ...place, address })
      return { id, state }
    })
  }

  async photo(input: Input<typeof addCommissioningPhoto>, context: CallContext): Promise<CommissioningProgress> {
    await scopedDeviceId(this.#deps.api.db, context.session, input.deviceId)
    // A photo that is there already is not drawn a second time.
    const known = await store.sentAs(this.#deps.api.db, context.session.userId, input.key)
    const name = `${input.subject.toLowerCase()}.webp`
    const kept = known ? null : await prepareUpload({ name, accept: 'photo', content: input.content })
    return this.#once(input, 'PHOTO', context, async (work) => {
      const { tx, deviceId, item } = work
      const { id, state } = await this.#open(work, input.begun)
      const { userId, now } = item
      const { id: fileId } = await storeUpload(tx, kept!, { userId, now })
      const place = { resource: commissioningResource.name, rowId: id, field: 'photos' }
      await attachFiles(tx, place, { ids: [fileId], userId, picturesOnly: true })
      const { subject } = input
      await store.insertItem(tx, deviceId, { id, kind: 'PHOTO', facts: { subject, fileId }, ...item })
      await this.#audit(work, 'commissioning.photo', { subject })
      return { id, state }
    })
  }

  prove(input: Input<typeof proveCommissioned>, context: CallContext): Promise<CommissioningProgress> {
    return this.#once(input, 'PROOF', context, async (work) => {
      const { tx, deviceId, item } = work
      const { id, state, needs, beginTime } = await this.#open(work, input.begun)
      const proof = await this.#proofOf(work, input, beginTime)
      await store.insertItem(tx, deviceId, { id, kind: 'PROOF', facts: proof, ...item })
      const isWhole = unprovenOf(needs, await store.provenSteps(tx, id)).length === 0
      if (isWhole) await store.saveProven(tx, id, item.at)
      await this.#audit(work, 'commissioning.prove', { step: proof.step, proven: proof.proven })
      return { id, state: isWhole ? 'PROVEN' : state }
    })
  }

  accept(input: Input<typeof acceptCommissioned>, context: CallContext): Promise<CommissioningProgress> {
    return this.#once(input, 'ACCEPTED', context, async (work) => {
      const { tx, deviceId, item } = work
      const { id, needs, isPlaced } = await this.#open(work, input.begun)
      const { installer, accepter, defects } = input
      const unproven = unprovenOf(needs, await store.provenSteps(tx, id))
      const verdict = verdictOf({ isPlaced, unproven, defects })
      if ('notYet' in verdict) throw notYet(context, verdict.notYet)
      if ('fields' in verdict) throw new AppError('validation', { fields: verdict.fields })
      await this.#install(work, installer.name)
      await store.saveAccepted(tx, id, { state: verdict.state, at: item.at, installer, accepter, defects })
      await store.insertItem(tx, deviceId, { id, kind: 'ACCEPTED', facts: { defects: defects ?? null }, ...item })
      const lifecycle = 'INSTALLED'
      const after = {
        lifecycle,
        state: verdict.state,
        installerName: installer.name,
        accepterName: accepter?.name,
        defects,
      }
      await this.#audit(work, 'commissioning.accept', after, { lifecycle: work.device.lifecycle })
      return { id, state: verdict.state }
    })
  }

  /** The device is installed with its acceptance, by the rules of its life, in one transaction. */
  async #install({ device, devices, context, tx }: Work, installer: string): Promise<void> {
    await updateOne(devices, device, { installer }, context)
    const step = lifeStepOf(device.lifecycle)
    if (!step) return
    const [saved] = await readRows(tx, devices.shape, context.session.scope, [device.id])
    if (!saved) throw new AppError('not-found')
    await moveOn(devices, DEVICE_LIFE, step, saved, context)
  }

  async #proofOf(
    { tx, deviceId, context }: Work,
    { step, commandId }: Input<typeof proveCommissioned>,
    beginTime: string,
  ): Promise<store.Proof> {
    if (step === 'FIRST_FRAME') {
      const seen = await store.lastSeenOf(tx, deviceId)
      if (seen === null || Date.parse(seen) <= Date.parse(beginTime))
        throw notYet(context, ['设备还没有上报', 'The device has not reported yet'])
      return { step, proven: true, commandId: null, opening: null, elapsedS: null }
    }
    const command = isRowId(commandId) ? await store.trialCommand(tx, deviceId, commandId) : undefined
    if (!command) throw new AppError('validation', { fields: { commandId: 'not-found' } })
    const outcome = outcomeOf(step, command, beginTime)
    if (outcome === 'other') throw new AppError('validation', { fields: { commandId: 'not-an-option' } })
    if (outcome === 'open') throw notYet(context, ['指令还没有结束', 'The command has not ended yet'])
    const { opening, elapsedS } = command
    return { step, proven: outcome === 'proven', commandId: commandId!, opening, elapsedS }
  }

  /** @throws AppError `not-found` for a beginning that never arrived, `conflict` once it was accepted. */
  async #open({ tx, deviceId, item }: Work, begun: string): Promise<store.Commissioning> {
    const found = await store.begunAs(tx, deviceId, { begun, userId: item.userId })
    if (!found) throw new AppError('not-found')
    if (found.state === 'ACCEPTED' || found.state === 'DEFECTIVE')
      throw new AppError('conflict', { state: found.state })
    return found
  }

  async #once(
    sent: Sent,
    kind: store.ItemKind,
    context: CallContext,
    act: (work: Work) => Promise<CommissioningProgress>,
  ): Promise<CommissioningProgress> {
    const { api, devices } = this.#deps
    const deviceId = await scopedDeviceId(api.db, context.session, sent.deviceId)
    const written: Written[] = []
    const now = api.clock.now()
    const at = new Date(believedTime(Date.parse(sent.at), now.getTime()))
    const { progress, device } = await api.db.transaction(async (tx) => {
      await store.lockCommissioning(tx, deviceId)
      const before = await store.sentAs(tx, context.session.userId, sent.key)
      if (before) {
        if (before.deviceId !== deviceId || before.kind !== kind) throw new AppError('key-used-otherwise')
        return { progress: { id: before.id, state: before.state }, device: null }
      }
      const [row] = await readRows(tx, devices.shape, context.session.scope, [deviceId], true)
      if (!row) throw new AppError('not-found')
      const work: Work = {
        tx,
        context,
        device: row as unknown as DeviceRow,
        deviceId,
        item: { key: sent.key, at, now, ...facts(context) },
        devices: { ...devices, joined: { tx, written } },
      }
      return { progress: await act(work), device: work.device }
    })
    if (!device) return progress
    if (written.length > 0) await tell(devices, written)
    return progress
  }

  async #audit(
    { tx, device, context }: Work,
    action: string,
    after: object,
    before: object | null = null,
  ): Promise<void> {
    const { session, ip, traceId } = context
    const line = { action, targetIds: [device.id], deptId: device.deptId, before, after, ip, traceId }
    await recordOperation(tx, session, line)
  }
}

function notYet({ language }: CallContext, words: readonly [string, string]): AppError {
  return new AppError('not-yet', { reason: inLanguage(words, language) })
}
