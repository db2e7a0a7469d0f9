import type { Database } from '../../../platform/db/db.ts'
import { type FoundSilent, holdStates, tellSilence, tellUntold } from './condition.store.ts'
import { loadStates, markMasterSilent, markSilent, onlineDevices } from '../telemetry.store.ts'
import type { StationDirectory } from '../uplink/uplink.directory.ts'
import type { DeviceRuntime, StoredState } from '../uplink/uplink.runtime.ts'

export interface DeviceOwner {
  deviceId: string
  deptId: string
  masterId: string | null
}

/** A device that is silent, or whose master is. */
export interface SilentDevice extends DeviceOwner {
  state: StoredState
  /** Of the fault that was told of it; null: its master alone is to blame so far. */
  code: FoundSilent['code'] | null
  /** Of that fault, where it is not that of its code. */
  level: number | null
}

/** What a look found silent. */
interface Marked {
  told: ReadonlySet<string>
  levels: ReadonlyMap<string, number>
}

export interface SilenceDeps {
  db: Database
  directory: Pick<StationDirectory, 'devices' | 'device'>
  /** The devices and the slaves behind them. */
  ownersOf(deviceIds: readonly string[]): Promise<DeviceOwner[]>
  onSilent(device: SilentDevice): void
}

/**
 * Finds devices that missed their reports. A slave behind a silent master is offline because of it; a slave that is
 * silent itself is distinguished (domain 2.2). Once its own report is late, too, it has its fault, which that of the master
 * explains.
 */
export class SilenceWatch {
  readonly #deps: SilenceDeps
  /** Online before this process started and without a report since. */
  #unheard = new Map<string, number>()
  #looking: Promise<void> = Promise.resolve()

  constructor(deps: SilenceDeps) {
    this.#deps = deps
  }

  /** `byMs`: how far the clock is from the one that made the stored timestamps, where that is known. */
  async start(byMs = 0): Promise<void> {
    this.#unheard = await onlineDevices(this.#deps.db)
    this.clockLeapt(byMs)
  }

  /** The clock was set by this much: no device was silent for that time. */
  clockLeapt(byMs: number): void {
    for (const [deviceId, silentAfter] of this.#unheard) this.#unheard.set(deviceId, silentAfter + byMs)
  }

  /** One check at a time: a call during a check waits for that one. */
  check(now: number): Promise<void> {
    const look = this.#looking.then(() => this.#look(now))
    this.#looking = look.catch(() => undefined)
    return look
  }

  async #look(now: number): Promise<void> {
    await this.#lookForSilent(now)
    await this.#lookBehind(now)
  }

  /** After the masters: in the order in which they are told, cause before consequence. */
  async #lookBehind(now: number): Promise<void> {
    const found = await tellUntold(this.#deps.db, now)
    if (found.length === 0) return
    const states = await loadStates(
      this.#deps.db,
      found.map(({ deviceId }) => deviceId),
    )
    for (const one of found) {
      const state = states.get(one.deviceId)
      if (state?.status === 'OFFLINE') this.#deps.onSilent({ ...one, state })
    }
  }

  async #lookForSilent(now: number): Promise<void> {
    const silent = this.#silentAt(now)
    if (silent.length === 0) return
    const owners = await this.#deps.ownersOf(silent)
    const { told, levels } = await this.#mark(silent, owners, now)
    const ids = [...new Set([...silent, ...owners.map(({ deviceId }) => deviceId)])]
    const states = await loadStates(this.#deps.db, ids)
    // Devices marked by a check that ended before reporting them are found again, and reported.
    const quiet = ids.filter((deviceId) => this.#remember(deviceId, states.get(deviceId), now))
    for (const owner of owners) {
      const state = quiet.includes(owner.deviceId) ? states.get(owner.deviceId) : undefined
      const code = state?.offlineCause === 'SELF' || told.has(owner.deviceId) ? silenceOf(owner) : null
      const level = levels.get(owner.deviceId) ?? null
      if (state?.status === 'OFFLINE') this.#deps.onSilent({ ...owner, state, code, level })
    }
  }

  /**
   * One transaction: a device is never offline without its fault, or its slaves without the cause. Returns the devices whose
   * silence was told, and the levels of their faults that are not those of the codes.
   */
  async #mark(silent: readonly string[], owners: readonly DeviceOwner[], now: number): Promise<Marked> {
    return this.#deps.db.transaction(async (tx) => {
      const held = new Set(await holdStates(tx, [...silent, ...owners.map(({ deviceId }) => deviceId)]))
      const marked = new Set(
        await markSilent(
          tx,
          silent.filter((deviceId) => held.has(deviceId)),
          now,
        ),
      )
      if (marked.size === 0) return { told: marked, levels: new Map() }
      const behind = owners.filter((one) => one.masterId !== null && marked.has(one.masterId) && held.has(one.deviceId))
      if (behind.length > 0)
        await markMasterSilent(
          tx,
          behind.map(({ deviceId }) => deviceId),
        )
      const late = owners.filter((one) => marked.has(one.deviceId))
      const told = late.map((one) => ({ deviceId: one.deviceId, code: silenceOf(one) }))
      return { told: marked, levels: told.length > 0 ? await tellSilence(tx, told, now) : new Map<string, number>() }
    })
  }

  #silentAt(now: number): string[] {
    const silent: string[] = []
    for (const device of this.#deps.directory.devices()) {
      this.#unheard.delete(device.deviceId)
      if (device.status === 'ONLINE' && device.silentAfter !== null && device.silentAfter < now)
        silent.push(device.deviceId)
    }
    for (const [deviceId, silentAfter] of this.#unheard) if (silentAfter < now) silent.push(deviceId)
    return silent
  }

  /** False when the device reported while the store was queried. */
  #remember(deviceId: string, state: StoredState | undefined, now: number): boolean {
    const device = this.#deps.directory.device(deviceId)
    if (state?.status !== 'ONLINE' || state.silentAfter === null) this.#unheard.delete(deviceId)
    else if (this.#unheard.has(deviceId)) this.#unheard.set(deviceId, state.silentAfter)
    if (!device || !state) return true
    if ((device.silentAfter ?? 0) >= now && isHeardSince(device, state)) return false
    Object.assign(device, { status: state.status, offlineCause: state.offlineCause })
    return true
  }
}

/** A report of it is on its way to the store. */
function isHeardSince(device: DeviceRuntime, stored: StoredState): boolean {
  return (device.lastSeen ?? 0) > Math.round(stored.lastSeen ?? 0)
}

/** The fault of a device that is silent itself. */
function silenceOf({ masterId }: DeviceOwner): FoundSilent['code'] {
  return masterId === null ? 'C01' : 'C02'
}
