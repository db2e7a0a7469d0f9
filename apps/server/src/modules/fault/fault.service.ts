import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActiveFault } from '@sluice/contract'
import type { Bus } from '../../platform/bus.ts'
import type { Database, Sql } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { allActiveFaults, clearFaults, faultLevels, type Firing, raiseFaults } from './fault.store.ts'
import { type Stretch, stretchesOf, type ToldCondition } from './stretch.rules.ts'

const FLUSH_MS = 500

export interface KeeperDeps {
  db: Database
  bus: Bus
  log: Log
  /** Conditions that were told since they were last taken, in order; gone with the transaction, or not. */
  takeConditions(tx: Sql): Promise<ToldCondition[]>
}

/**
 * Turns conditions into faults: one row per (device, code) and life, refreshed while the condition holds. Whoever tells
 * of a condition has stored it; it becomes a fault, once, in the transaction that takes it away, whichever process that
 * happens in. What is kept in memory is what the screens are told at once.
 */
export class FaultKeeper {
  readonly #deps: KeeperDeps
  readonly #active = new Map<string, Map<string, ActiveFault>>()
  /** Observed since the last write began: about these memory knows more than what is being written. */
  readonly #observed = new Set<string>()
  #levels = new Map<string, number>()
  /** What is written here was said by devices, also when a request waits for it. */
  readonly #ownContext = AsyncLocalStorage.snapshot()
  #isTold = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: KeeperDeps) {
    this.#deps = deps
  }

  /** What the last process was told and did not live to write comes first. */
  async start(): Promise<void> {
    this.#levels = await faultLevels(this.#deps.db)
    while ((await this.#takeOver()) > 0);
    for (const fault of await allActiveFaults(this.#deps.db)) this.#setActive(fault.deviceId, fault)
  }

  activeOf(deviceId: string): ActiveFault[] {
    const faults = this.#active.get(deviceId)
    return faults ? [...faults.values()].sort((a, b) => b.level - a.level) : []
  }

  /** Conditions of one device that can be taken now: true holds, false does not, absent says nothing. */
  observe(device: { deviceId: string; deptId: string }, conditions: Readonly<Record<string, boolean>>): void {
    for (const [code, holds] of Object.entries(conditions)) {
      const level = this.#levels.get(code)
      if (level === undefined) continue
      const active = this.#isActive(device.deviceId, code)
      if (!holds && !active) continue
      this.#observed.add(keyOf(device.deviceId, code))
      this.#writeSoon()
      if (holds !== active) this.#tell(device, { code, level }, holds)
    }
  }

  /** Writes what was observed here. */
  async flush(): Promise<void> {
    if (this.#isTold) return this.catchUp()
    await this.#writing
  }

  /** Writes whatever was told, also to a process that is gone. */
  async catchUp(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#ownContext(() => this.#write()))
    await this.#writing
  }

  #writeSoon(waitMs = FLUSH_MS): void {
    this.#isTold = true
    this.#timer ??= setTimeout(() => void this.flush(), waitMs).unref()
  }

  #isActive(deviceId: string, code: string): boolean {
    return this.#active.get(deviceId)?.has(code) ?? false
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
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isTold = false
    this.#observed.clear()
    try {
      while ((await this.#takeOver()) > 0);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'faults could not be written and are tried again')
      this.#writeSoon(FLUSH_MS * 4)
    }
  }

  /** One helping of what was told; answers how much it was. */
  async #takeOver(): Promise<number> {
    const { taken, all } = await this.#deps.db.transaction(async (tx) => {
      const told = await this.#deps.takeConditions(tx)
      const known = stretchesOf(told.filter(({ code }) => this.#levels.has(code)))
      const rounds = Math.max(0, ...known.map((stretches) => stretches.length))
      for (let round = 0; round < rounds; round++) {
        await this.#writeRound(
          tx,
          known.flatMap((stretches) => stretches[round] ?? []),
        )
      }
      return { taken: known, all: told.length }
    })
    for (const stretches of taken) this.#learn(stretches.at(-1)!)
    return all
  }

  async #writeRound(tx: Sql, stretches: readonly Stretch[]): Promise<void> {
    const firings = stretches
      .filter((s) => s.holds)
      .map((s): Firing => ({ ...s, level: this.#levels.get(s.code) ?? 1 }))
    const cleared = stretches.filter((s) => !s.holds).map(({ from, ...s }) => ({ ...s, at: from }))
    if (firings.length > 0) await raiseFaults(tx, firings)
    if (cleared.length > 0) await clearFaults(tx, cleared)
  }

  /** What this process was not told of itself. */
  #learn({ deviceId, deptId, code, holds }: Stretch): void {
    const level = this.#levels.get(code)
    if (level === undefined || this.#observed.has(keyOf(deviceId, code))) return
    if (holds !== this.#isActive(deviceId, code)) this.#tell({ deviceId, deptId }, { code, level }, holds)
  }
}

function keyOf(deviceId: string, code: string): string {
  return `${deviceId} ${code}`
}
