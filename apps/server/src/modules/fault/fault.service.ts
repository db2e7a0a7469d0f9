import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActiveFault } from '@sluice/contract'
import type { Bus } from '../../platform/bus.ts'
import type { Database, Sql } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import { allActiveFaults, clearFaults, faultLevels, type Firing, raiseFaults } from './fault.store.ts'

const FLUSH_MS = 500

/** A stretch of time in which a condition held, or did not: from its first observation to its last. */
interface Stretch {
  deviceId: string
  deptId: string
  code: string
  holds: boolean
  from: number
  at: number
  times: number
}

/** Stretches kept of one condition between two writes; of one that flickers faster the oldest ones become one. */
const STRETCHES = 8

/**
 * Turns conditions into faults: one row per (device, code) and life, refreshed while the condition holds. What a
 * device says comes again with its next report, so a write that fails is simply written with the next one.
 */
export class FaultKeeper {
  readonly #deps: { db: Database; bus: Bus; log: Log }
  readonly #active = new Map<string, Map<string, ActiveFault>>()
  /** What was seen since the last write, by device and code, in order. */
  readonly #waiting = new Map<string, Stretch[]>()
  #levels = new Map<string, number>()
  /** What is written here was said by devices, also when a request waits for it. */
  readonly #ownContext = AsyncLocalStorage.snapshot()
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
      this.#note(key, { ...device, code, holds, from: at, at, times: 1 })
      if (holds === active) continue
      this.#tell(device, { code, level }, holds)
    }
  }

  async flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#ownContext(() => this.#write()))
    await this.#writing
  }

  #note(key: string, seen: Stretch): void {
    const stretches = this.#waiting.get(key) ?? []
    const last = stretches.at(-1)
    if (last?.holds === seen.holds) stretches.splice(-1, 1, joined(last, seen))
    else stretches.push(seen)
    this.#waiting.set(key, shortened(stretches))
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
    const taken = [...this.#waiting]
    if (taken.length === 0) return
    this.#waiting.clear()
    const rounds = Math.max(...taken.map(([, stretches]) => stretches.length))
    try {
      await this.#deps.db.transaction(async (tx) => {
        for (let round = 0; round < rounds; round++) {
          await this.#writeRound(
            tx,
            taken.flatMap(([, stretches]) => stretches[round] ?? []),
          )
        }
      })
    } catch (error) {
      this.#deps.log.warn({ err: error, count: taken.length }, 'faults could not be written and are tried again')
      for (const [key, stretches] of taken) this.#keep(key, stretches)
    }
  }

  async #writeRound(tx: Sql, stretches: readonly Stretch[]): Promise<void> {
    const firings = stretches
      .filter((s) => s.holds)
      .map((s): Firing => ({ ...s, level: this.#levels.get(s.code) ?? 1 }))
    const cleared = stretches.filter((s) => !s.holds).map(({ from, ...s }) => ({ ...s, at: from }))
    if (firings.length > 0) await raiseFaults(tx, firings)
    if (cleared.length > 0) await clearFaults(tx, cleared)
  }

  /** Ahead of what came meanwhile. */
  #keep(key: string, stretches: readonly Stretch[]): void {
    this.#waiting.set(key, shortened([...stretches, ...(this.#waiting.get(key) ?? [])]))
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS * 4).unref()
  }
}

/** Reports of one device do not always come in the order of their times: an alarm counts seconds, a report minutes. */
function joined(one: Stretch, next: Stretch): Stretch {
  const [from, at] = [Math.min(one.from, next.from), Math.max(one.at, next.at)]
  return { ...next, from, at, times: one.times + next.times }
}

/** Leaves out the oldest pause between two stretches that held, so that nothing that held is lost. */
function shortened(stretches: Stretch[]): Stretch[] {
  const pause = stretches.findIndex(({ holds }, n) => !holds && n > 0 && stretches[n + 1])
  if (stretches.length <= STRETCHES || pause < 0) return stretches
  const [one, , next] = stretches.slice(pause - 1, pause + 2) as [Stretch, Stretch, Stretch]
  return stretches.toSpliced(pause - 1, 3, joined(one, next))
}
