import type { ActiveFault } from '@sluice/contract'
import type { Bus } from '../../platform/bus.ts'
import type { Database } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { allActiveFaults, clearFaults, faultLevels, type Firing, raiseFaults } from './fault.store.ts'

const FLUSH_MS = 500

/** What was seen of a condition since the last write; the last word counts. */
interface Observed {
  deviceId: string
  deptId: string
  code: string
  holds: boolean
  at: number
  times: number
}

/**
 * Turns conditions into faults: one row per (device, code) and life, refreshed while the condition holds. What a
 * device says comes again with its next report, so a write that fails is simply written with the next one.
 */
export class FaultKeeper {
  readonly #deps: { db: Database; bus: Bus; log: Log }
  readonly #active = new Map<string, Map<string, ActiveFault>>()
  readonly #waiting = new Map<string, Observed>()
  #levels = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: { db: Database; bus: Bus; log: Log }) {
    this.#deps = deps
  }

  async start(): Promise<void> {
    this.#levels = await faultLevels(this.#deps.db)
    for (const fault of await allActiveFaults(this.#deps.db)) this.#setActive(fault.deviceId, fault)
  }

  activeOf(deviceId: string): ActiveFault[] {
    const faults = this.#active.get(deviceId)
    return faults ? [...faults.values()].sort((a, b) => b.level - a.level) : []
  }

  /** Conditions of one device at one time: true holds, false does not, absent says nothing. */
  observe(
    device: { deviceId: string; deptId: string },
    conditions: Readonly<Record<string, boolean>>,
    at: number,
  ): void {
    for (const [code, holds] of Object.entries(conditions)) {
      const level = this.#levels.get(code)
      if (level === undefined) continue
      const active = this.#active.get(device.deviceId)?.has(code) ?? false
      const key = `${device.deviceId} ${code}`
      if (!holds && !active && !this.#waiting.has(key)) continue
      this.#note(key, { ...device, code, holds, at, times: 1 })
      if (holds === active) continue
      this.#tell(device, { code, level }, holds)
    }
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    await this.#writing
  }

  #note(key: string, observed: Observed): void {
    const known = this.#waiting.get(key)
    const times = observed.holds && known?.holds ? known.times + 1 : 1
    this.#waiting.set(key, { ...observed, times })
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  #tell(device: { deviceId: string; deptId: string }, fault: ActiveFault, holds: boolean): void {
    const { deviceId, deptId } = device
    if (holds) {
      this.#setActive(deviceId, fault)
      this.#deps.bus.emit('fault.raised', { deviceId, deptId, fault })
    } else {
      this.#active.get(deviceId)?.delete(fault.code)
      this.#deps.bus.emit('fault.cleared', { deviceId, deptId, code: fault.code })
    }
  }

  #setActive(deviceId: string, { code, level }: ActiveFault): void {
    const faults = this.#active.get(deviceId) ?? new Map<string, ActiveFault>()
    faults.set(code, { code, level })
    this.#active.set(deviceId, faults)
  }

  async #write(): Promise<void> {
    const taken = [...this.#waiting.values()]
    if (taken.length === 0) return
    this.#waiting.clear()
    const firings = taken.filter((o) => o.holds).map((o): Firing => ({ ...o, level: this.#levels.get(o.code) ?? 1 }))
    const cleared = taken.filter((o) => !o.holds)
    try {
      await this.#deps.db.transaction(async (tx) => {
        if (firings.length > 0) await raiseFaults(tx, firings)
        if (cleared.length > 0) await clearFaults(tx, cleared)
      })
    } catch (error) {
      this.#deps.log.warn({ err: error, count: taken.length }, 'faults could not be written and are tried again')
      for (const observed of taken) this.#keep(observed)
    }
  }

  #keep(observed: Observed): void {
    const key = `${observed.deviceId} ${observed.code}`
    if (!this.#waiting.has(key)) this.#waiting.set(key, observed)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS * 4).unref()
  }
}
