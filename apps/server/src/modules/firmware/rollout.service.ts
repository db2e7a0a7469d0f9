import { createHash } from 'node:crypto'
import { inLanguage, parseWaves, ROLLOUT_MAX_DEVICES, type rolloutResource, waveSizes } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { ResourceChange } from '../../platform/resource/resource-change.ts'
import type { FirmwareDeps } from './firmware.ports.ts'
import { heldFirmware, type Release } from './firmware.store.ts'
import { insertDevices, lockedBusy, noteDevices, waitAgain } from './rollout.store.ts'

type Change = ResourceChange<typeof rolloutResource>
type Written = Change & { readonly id: string }

/** Roll-outs as people make, start, hold and stop them; what follows is the work of `RolloutWorker`. */
export class Rollouts {
  readonly #deps: FirmwareDeps

  constructor(deps: FirmwareDeps) {
    this.#deps = deps
  }

  async beforeWrite({ verb, values, columns, before, transition, tx }: Change): Promise<void> {
    if (verb === 'insert' && !parseWaves(values.waves ?? ''))
      throw new AppError('validation', { fields: { waves: 'format' } })
    const now = this.#deps.clock.now()
    switch (transition) {
      case 'start':
        await this.#released(tx, before?.firmwareId)
        return void Object.assign(columns, { startTime: now })
      case 'goOn':
        // Held in the middle of a wave, the wave goes on; after one, the next one goes.
        return void Object.assign(columns, { reason: null, goAhead: before?.reason === 'WAVE_DONE' })
      case 'retry':
        await this.#released(tx, before?.firmwareId)
        return void Object.assign(columns, {
          reason: null,
          goAhead: false,
          waveEndTime: null,
          endTime: null,
          startTime: before?.startTime ?? now,
        })
      case 'stop':
        return void Object.assign(columns, { reason: null, endTime: now })
      default:
    }
  }

  async afterWrite(change: Written): Promise<void> {
    if (change.verb === 'insert') return this.#choose(change)
    if (change.transition !== 'retry') return
    if ((await waitAgain(change.tx, change.id, this.#deps.clock.now())) > 0) return
    const reason = inLanguage(['没有可以重试的设备', 'There is no device to try again'], change.context.language)
    throw new AppError('not-yet', { reason })
  }

  async #released(tx: Change['tx'], firmwareId: string | undefined): Promise<Release> {
    const firmware = firmwareId === undefined ? undefined : await heldFirmware(tx, firmwareId)
    if (firmware?.status !== 'RELEASED') throw new AppError('validation', { fields: { firmwareId: 'not-released' } })
    return firmware
  }

  /** Its devices are those of now; which are first is drawn, but one that is connected goes before one that is not. */
  async #choose({ id, values, tx, context }: Written): Promise<void> {
    const { productId } = await this.#released(tx, values.firmwareId ?? undefined)
    const { groupId = null, areaId = null, deviceIds } = values
    const seen = await this.#deps.devicesOf(context.session.scope, { productId, groupId, areaId })
    const named = new Set(deviceIds ?? [])
    const wanted = named.size > 0 ? seen.filter((device) => named.has(device.id)) : seen
    const busy = await lockedBusy(
      tx,
      wanted.map((device) => device.id),
    )
    const free = wanted.filter((device) => !busy.has(device.id))
    if (free.length === 0) throw new AppError('validation', { fields: { firmwareId: 'no-devices' } })
    if (free.length > ROLLOUT_MAX_DEVICES) throw new AppError('validation', { fields: { firmwareId: 'too-big' } })
    const lot = (deviceId: string) => createHash('sha256').update(`${id} ${deviceId}`).digest('hex')
    const drawn = free
      .map((device) => ({ ...device, lot: lot(device.id) }))
      .toSorted((a, b) => Number(b.isOnline) - Number(a.isOnline) || (a.lot < b.lot ? -1 : 1))
    const sizes = waveSizes(parseWaves(values.waves ?? '') ?? [], drawn.length)
    const waves = sizes.flatMap((size, n) => Array.from({ length: size }, () => n + 1))
    const devices = drawn.map((device, n) => ({ id: device.id, wave: waves[n] ?? sizes.length }))
    await insertDevices(tx, id, devices, this.#deps.clock.now())
    await noteDevices(tx, id, { waveCount: sizes.length, leftOut: busy.size })
  }
}
