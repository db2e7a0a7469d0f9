import { AppError } from '@sluice/kit'
import type { FirmwareDeps } from './firmware.ports.ts'
import { saveRunning } from './firmware.store.ts'
import { OFFER_KEYS, offerOf } from './offers.ts'
import type { PartDesk } from './part-desk.ts'
import { afterReport, type FirmwareReport, nextStep, runs, type DeviceProgress, type Step } from './rollout.rules.ts'
import {
  changeRollout,
  devicesToEnd,
  heldRunning,
  lockLatest,
  lockRunning,
  moveDevice,
  type RolloutChange,
  type RunningRollout,
  runningRollouts,
  skipWaiting,
  type WaitingDevice,
  waitingDevices,
} from './rollout.store.ts'

/** Devices of one roll-out that are told in one run, and devices that are ended in one. */
const AT_ONCE = 100
/** A device that says again what it runs is not written down again for so long. */
const QUIET_MS = 600_000
const REMEMBERED = 50_000

/**
 * Carries roll-outs on. Where they stand is in rows, and each step is a transaction, so that any process goes on where
 * another one ended; an offer and the attributes that tell it are one.
 */
export class RolloutWorker {
  readonly #deps: FirmwareDeps
  readonly #desk: PartDesk
  readonly #quiet = new Map<string, { said: string; at: number }>()

  constructor(deps: FirmwareDeps, desk: PartDesk) {
    this.#deps = deps
    this.#desk = desk
  }

  /** One look at everything that is due. */
  async work(signal?: AbortSignal): Promise<void> {
    const { db, clock, log } = this.#deps
    await db.transaction((tx) => skipWaiting(tx, clock.now()))
    for (const { id, deviceId, state, because } of await devicesToEnd(db, clock.now(), AT_ONCE)) {
      if (signal?.aborted) return
      const end: DeviceProgress = because === 'STOP' ? { state: 'SKIPPED', reason: 'STOPPED' } : TIMED_OUT
      await this.#end(deviceId, { id, from: state }, end)
    }
    for (const id of await runningRollouts(db)) {
      if (signal?.aborted) return
      try {
        await this.#advance(id, signal)
      } catch (error) {
        log.warn({ err: error, rolloutId: id }, 'a roll-out could not go on and is tried again')
      }
    }
  }

  /** What a device says about its firmware. */
  async note(deviceId: string, report: FirmwareReport): Promise<void> {
    const { db, clock, attributes } = this.#deps
    if (this.#isQuiet(deviceId, report)) return
    const outcome = await db.transaction(async (tx) => {
      const { title = null, version } = report
      if (version !== undefined) await saveRunning(tx, deviceId, { title, version, now: clock.now() })
      const device = await lockLatest(tx, deviceId)
      const next = device && afterReport(device.state, report, device)
      if (!device || !next) return { next, isOver: !device || ['UPDATED', 'SKIPPED'].includes(device.state) }
      await moveDevice(tx, { id: device.id, from: device.state }, next, clock.now())
      // It is offered again only when somebody tries again.
      if (next.state === 'FAILED') await attributes.set(tx, deviceId, { values: {}, deleted: OFFER_KEYS })
      return { next, isOver: false }
    })
    if (outcome.isOver && report.state === undefined) this.#remember(deviceId, report)
    if (!outcome.next) return
    this.#desk.forget(deviceId)
    if (outcome.next.state === 'FAILED') await attributes.tell(deviceId, OFFER_KEYS)
  }

  async #advance(id: string, signal: AbortSignal | undefined): Promise<void> {
    const { db } = this.#deps
    await db.transaction(async (tx) => {
      const rollout = await lockRunning(tx, id)
      const change = rollout && this.#changeBy(nextStep(rollout, this.#deps.clock.now().getTime()), rollout)
      if (change) await changeRollout(tx, rollout, change)
    })
    const waiting = await waitingDevices(db, id, AT_ONCE)
    for (const device of waiting) {
      if (signal?.aborted) break
      await this.#offer(device)
    }
  }

  #changeBy(step: Step, { wave }: RunningRollout): RolloutChange | undefined {
    const now = this.#deps.clock.now()
    switch (step) {
      case 'STOP':
        return { state: 'STOPPED', reason: 'FAILURES', endTime: now }
      case 'DONE':
        return { state: 'DONE', reason: null, endTime: now }
      case 'OPEN':
        return { wave: wave + 1, waveEndTime: null }
      case 'HOLD':
        return { state: 'PAUSED', reason: 'WAVE_DONE' }
      case 'REST':
        return { waveEndTime: now }
      case 'WAIT':
        return undefined
    }
  }

  async #offer(device: WaitingDevice): Promise<void> {
    const { attributes } = this.#deps
    const values = offerOf(device)
    try {
      const isOffered = await this.#told(device, values)
      this.#desk.forget(device.deviceId)
      if (isOffered) await attributes.tell(device.deviceId, Object.keys(values))
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // Its other attributes leave no room.
      const full: DeviceProgress = { state: 'FAILED', reason: 'NO_ROOM' }
      await this.#deps.db.transaction((tx) =>
        moveDevice(tx, { id: device.id, from: 'WAITING' }, full, this.#deps.clock.now()),
      )
    }
  }

  /** Whether it is to be told: not where it runs the firmware already, or somebody stopped the roll-out meanwhile. */
  #told(device: WaitingDevice, values: Readonly<Record<string, unknown>>): Promise<boolean> {
    const { db, clock, attributes } = this.#deps
    const already = runs({ title: device.runsTitle, version: device.runsVersion }, device)
    const next: DeviceProgress = already ? { state: 'SKIPPED', reason: 'ALREADY' } : { state: 'OFFERED', reason: null }
    return db.transaction(async (tx) => {
      if (!(await heldRunning(tx, device.rolloutId))) return false
      const moved = await moveDevice(tx, { id: device.id, from: 'WAITING' }, next, clock.now())
      if (!moved || already) return false
      const deleted = OFFER_KEYS.filter((key) => !Object.hasOwn(values, key))
      await attributes.set(tx, device.deviceId, { values, deleted })
      return true
    })
  }

  async #end(deviceId: string, row: Parameters<typeof moveDevice>[1], end: DeviceProgress): Promise<void> {
    const { db, clock, attributes } = this.#deps
    const moved = await db.transaction(async (tx) => {
      if (!(await moveDevice(tx, row, end, clock.now()))) return false
      await attributes.set(tx, deviceId, { values: {}, deleted: OFFER_KEYS })
      return true
    })
    this.#desk.forget(deviceId)
    if (moved) await attributes.tell(deviceId, OFFER_KEYS)
  }

  #isQuiet(deviceId: string, report: FirmwareReport): boolean {
    const known = this.#quiet.get(deviceId)
    if (known?.said === JSON.stringify(report) && this.#deps.clock.elapsed() - known.at < QUIET_MS) return true
    this.#quiet.delete(deviceId)
    return false
  }

  #remember(deviceId: string, report: FirmwareReport): void {
    if (this.#quiet.size >= REMEMBERED) this.#quiet.clear()
    this.#quiet.set(deviceId, { said: JSON.stringify(report), at: this.#deps.clock.elapsed() })
  }
}

const TIMED_OUT: DeviceProgress = { state: 'TIMED_OUT', reason: null }
