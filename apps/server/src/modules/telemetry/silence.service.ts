import type { Database } from '../../platform/db.ts'
import { loadStates, markMasterSilent, markSilent, onlineDevices } from './telemetry.store.ts'
import type { StationDirectory } from './uplink.directory.ts'
import type { DeviceRuntime, StoredState } from './uplink.runtime.ts'

export interface DeviceOwner {
  deviceId: string
  deptId: string
  masterId: string | null
}

/** A device that was found silent, or whose master was. */
export interface SilentDevice extends DeviceOwner {
  state: StoredState
}

export interface SilenceDeps {
  db: Database
  directory: StationDirectory
  /** The devices and the slaves behind them. */
  ownersOf(deviceIds: readonly string[]): Promise<DeviceOwner[]>
  onSilent(device: SilentDevice): void
}

/**
 * Finds devices that missed their reports. A slave behind a silent master is offline because of it; a slave that is
 * silent itself is told apart (domain 2.2).
 */
export class SilenceWatch {
  readonly #deps: SilenceDeps
  /** Online before this process started and not heard since. */
  #unheard = new Map<string, number>()
  #looking: Promise<void> = Promise.resolve()

  constructor(deps: SilenceDeps) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    this.#unheard = await onlineDevices(this.#deps.db)
  }

  /** One look at a time: whoever asks while another one is under way finds its work done. */
  check(now: number): Promise<void> {
    const look = this.#looking.then(() => this.#look(now))
    this.#looking = look.catch(() => undefined)
    return look
  }

  async #look(now: number): Promise<void> {
    const silent = this.#silentAt(now)
    if (silent.length === 0) return
    const marked = new Set(await markSilent(this.#deps.db, silent, now))
    for (const deviceId of silent) this.#unheard.delete(deviceId)
    if (marked.size === 0) return
    const owners = await this.#deps.ownersOf([...marked])
    const behind = owners.filter(
      ({ masterId, deviceId }) => masterId !== null && marked.has(masterId) && deviceId !== masterId,
    )
    if (behind.length > 0)
      await markMasterSilent(
        this.#deps.db,
        behind.map(({ deviceId }) => deviceId),
      )
    const states = await loadStates(
      this.#deps.db,
      owners.map(({ deviceId }) => deviceId),
    )
    for (const owner of owners) {
      const state = states.get(owner.deviceId)
      if (!state) continue
      this.#remember(this.#deps.directory.device(owner.deviceId), state, now)
      this.#deps.onSilent({ ...owner, state })
    }
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

  /** Unless it was heard while we asked the store. */
  #remember(device: DeviceRuntime | undefined, state: StoredState, now: number): void {
    if (!device || (device.silentAfter ?? 0) >= now) return
    device.status = state.status
    device.offlineCause = state.offlineCause
  }
}
