import { AsyncLocalStorage } from 'node:async_hooks'
import type { ActiveFault } from '@sluice/contract'
import type { Database, Sql } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import { emitLater, type StoredEvent } from '../../platform/outbox/outbox.store.ts'
import { insertActions, type NewAction } from './auto/auto.store.ts'
import { type DownstreamOf, explain } from './cause/cause.service.ts'
import { type CodeFacts, codeFacts } from './code/fault-code.store.ts'
import { keyOf } from './fault-key.rules.ts'
import { allActiveFaults, type Begun, clearFaults, type Firing, raiseFaults, type Turned } from './fault.store.ts'
import { holdInWindows, type MaintenanceDeps } from './maintenance/maintenance.service.ts'
import { type Stretch, stretchesOf, type ToldCondition } from './stretch.rules.ts'

/** Observations that change nothing (it already holds, or is already over) are collected for this time. */
const FLUSH_MS = 500
/** A change is written soon: people are notified after its commit. */
const TURN_MS = 10

export interface TrackerDeps extends Pick<MaintenanceDeps, 'clock' | 'groupsOf'> {
  db: Database
  log: Log
  /** Conditions reported since they were last taken, in order; removed if the transaction commits. */
  takeConditions(tx: Sql): Promise<ToldCondition[]>
  downstreamOf: DownstreamOf
  /** Automatic actions wait to be carried out. */
  onActions(): void
}

/**
 * Turns conditions into faults: one row per (device, code) and life, refreshed while the condition holds. A reported
 * condition is stored first; it becomes a fault, once, in the transaction that removes it, in any process, and the
 * event about it is stored in that transaction too. Memory holds what devices are judged by at once.
 */
export class FaultTracker {
  readonly #deps: TrackerDeps
  readonly #active = new Map<string, Map<string, ActiveFault>>()
  /** Observed since the last write began: for these, memory is newer than what is being written. */
  readonly #observed = new Set<string>()
  /** How many events about each this process wrote and has not received yet: its memory is newer than they are. */
  readonly #unheard = new Map<string, number>()
  #codes: ReadonlyMap<string, CodeFacts> = new Map()
  /** Devices reported what is written here, even when a request waits for it. */
  readonly #ownContext = AsyncLocalStorage.snapshot()
  /** Actions were written that wait for their turn. */
  #acts = false
  #isTold = false
  #isSoon = false
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: TrackerDeps) {
    this.#deps = deps
  }

  /** Processes first what the last process did not write any more. */
  async start(): Promise<void> {
    await this.readCodes()
    while ((await this.#takeOver()) > 0);
    for (const fault of await allActiveFaults(this.#deps.db)) this.#setActive(fault.deviceId, fault)
  }

  activeOf(deviceId: string): ActiveFault[] {
    const faults = this.#active.get(deviceId)
    return faults ? [...faults.values()].sort((a, b) => b.level - a.level) : []
  }

  /** After a change of them; those of other processes are read with each write. */
  async readCodes(): Promise<void> {
    this.#codes = await codeFacts(this.#deps.db)
  }

  /** The level of each code of which a fault may begin. */
  get levels(): ReadonlyMap<string, number> {
    return new Map([...this.#codes].flatMap(([code, { level, enabled }]) => (enabled ? [[code, level]] : [])))
  }

  isActive(deviceId: string, code: string): boolean {
    return this.#active.get(deviceId)?.has(code) ?? false
  }

  /**
   * Conditions of one device that can be taken now: true holds, false does not, absent is unknown. `level` is that of the
   * faults that begin, where it is not that of their codes.
   */
  observe(
    device: { deviceId: string; deptId: string },
    conditions: Readonly<Record<string, boolean>>,
    level: number | null = null,
  ): void {
    // Called for every report: most say of all conditions that they do not hold, and are told of no fault.
    for (const code in conditions) {
      const holds = conditions[code]!
      const active = this.isActive(device.deviceId, code)
      if (!holds && !active) continue
      const known = this.#codes.get(code)
      if (!known) continue
      if (!active && !known.enabled) {
        // Taken from the store while it is disabled: later it would count.
        this.#writeSoon(FLUSH_MS)
        continue
      }
      this.#observed.add(keyOf(device.deviceId, code))
      this.#writeSoon(holds === active ? FLUSH_MS : TURN_MS)
      this.#set(device.deviceId, { code, level: level ?? known.level }, holds)
    }
  }

  /** A fault was written, perhaps by another process. */
  onWritten(deviceId: string, { code, level }: { code: string; level?: number }, holds: boolean): void {
    const key = keyOf(deviceId, code)
    const own = this.#unheard.get(key) ?? 0
    if (own > 1) this.#unheard.set(key, own - 1)
    else this.#unheard.delete(key)
    const known = this.#codes.get(code)
    if (own === 0 && known && !this.#observed.has(key))
      this.#set(deviceId, { code, level: level ?? known.level }, holds)
  }

  /** Writes what was observed here. */
  async flush(): Promise<void> {
    if (this.#isTold) return this.catchUp()
    await this.#writing
  }

  /** Writes all reported conditions, including those reported to a process that has ended. */
  async catchUp(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#ownContext(() => this.#write()))
    await this.#writing
  }

  #writeSoon(waitMs: number): void {
    this.#isTold = true
    const isSoon = waitMs === TURN_MS
    if (this.#timer && (this.#isSoon || !isSoon)) return
    clearTimeout(this.#timer)
    this.#isSoon = isSoon
    this.#timer = setTimeout(() => void this.flush(), waitMs).unref()
  }

  #set(deviceId: string, fault: ActiveFault, holds: boolean): void {
    if (holds) this.#setActive(deviceId, fault)
    else this.#active.get(deviceId)?.delete(fault.code)
  }

  #setActive(deviceId: string, { code, level }: ActiveFault): void {
    const faults = this.#active.get(deviceId) ?? new Map<string, ActiveFault>()
    // One that is active keeps the level that it began with.
    if (!faults.has(code)) faults.set(code, { code, level })
    this.#active.set(deviceId, faults)
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#isTold = false
    this.#observed.clear()
    try {
      while ((await this.#takeOver()) > 0);
      if (this.#acts) this.#deps.onActions()
      this.#acts = false
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'faults could not be written and are tried again')
      this.#writeSoon(FLUSH_MS * 4)
    }
  }

  /** Processes one batch of reported conditions; returns its size. */
  async #takeOver(): Promise<number> {
    const written: StoredEvent[] = []
    try {
      const { taken, all } = await this.#deps.db.transaction(async (tx) => {
        const told = await this.#deps.takeConditions(tx)
        if (told.length > 0) this.#codes = await codeFacts(tx)
        const known = stretchesOf(told.filter(({ code }) => this.#codes.has(code)))
        const rounds = Math.max(0, ...known.map((stretches) => stretches.length))
        for (let round = 0; round < rounds; round++) {
          const stretches = known.flatMap((some) => some[round] ?? [])
          written.push(...(await this.#writeRound(tx, stretches)))
        }
        // Before the commit: the events may be back before its answer.
        for (const { key } of written) this.#unheard.set(key, (this.#unheard.get(key) ?? 0) + 1)
        await emitLater(tx, written)
        return { taken: known, all: told.length }
      })
      for (const stretches of taken) this.#learn(stretches.at(-1)!)
      return all
    } catch (error) {
      for (const { key } of written) this.#unheard.delete(key)
      throw error
    }
  }

  /** Returns the changes. */
  async #writeRound(tx: Sql, stretches: readonly Stretch[]): Promise<StoredEvent[]> {
    const firings = stretches
      .filter((s) => s.holds)
      .map(
        (s): Firing => ({
          ...s,
          trigger: s.trigger ?? null,
          level: s.level ?? this.#levelOf(s.code),
          begins: this.#codes.get(s.code)?.enabled ?? false,
        }),
      )
    const cleared = stretches.filter((s) => !s.holds).map(({ from, ...s }) => ({ ...s, at: from }))
    const depts = new Map(stretches.map(({ deviceId, deptId }) => [deviceId, deptId]))
    const factOf = ({ faultId, deviceId }: Turned) => ({ faultId, deviceId, deptId: depts.get(deviceId) ?? '' })
    const begun = firings.length > 0 ? await raiseFaults(tx, firings) : []
    const ended = cleared.length > 0 ? await clearFaults(tx, cleared) : []
    const quiet = await this.#quiet(tx, begun)
    await this.#actOn(tx, begun, stretches)
    return [
      ...begun.map((one): StoredEvent => {
        const fault = { code: one.code, level: one.level }
        return {
          name: 'fault.raised',
          key: keyOf(one.deviceId, one.code),
          fact: { ...factOf(one), fault, begun: one.begun, quiet: quiet.has(one.faultId) },
        }
      }),
      ...ended.map((one): StoredEvent => {
        return { name: 'fault.cleared', key: keyOf(one.deviceId, one.code), fact: { ...factOf(one), code: one.code } }
      }),
    ]
  }

  /** Those that are not told by themselves: other faults explain them, or they began during maintenance. */
  async #quiet(tx: Sql, begun: readonly Begun[]): Promise<ReadonlySet<string>> {
    const explained = await explain(tx, begun, this.#deps.downstreamOf)
    const held = await holdInWindows(
      tx,
      this.#deps,
      begun.map(({ faultId }) => faultId),
    )
    return new Set([...explained, ...held])
  }

  /** What their codes do by themselves, written with the beginnings, so that it is done once about each. */
  async #actOn(tx: Sql, begun: readonly Begun[], stretches: readonly Stretch[]): Promise<void> {
    const actions = begun.flatMap(({ faultId, deviceId, code }): NewAction[] => {
      const auto = this.#codes.get(code)?.auto
      const stretch = auto && stretches.find((one) => one.deviceId === deviceId && one.code === code)
      return stretch ? [{ ...auto, faultId, deviceId, begunAt: stretch.from }] : []
    })
    if (actions.length === 0) return
    await insertActions(tx, actions, this.#deps.clock.now())
    this.#acts = true
  }

  /** Applies changes that this process did not observe itself. */
  #learn({ deviceId, code, holds, level }: Stretch): void {
    const known = this.#codes.get(code)
    if (!known || this.#observed.has(keyOf(deviceId, code))) return
    // Of a disabled code nothing began.
    if (holds && !known.enabled && !this.isActive(deviceId, code)) return
    this.#set(deviceId, { code, level: level ?? known.level }, holds)
  }

  #levelOf(code: string): number {
    return this.#codes.get(code)?.level ?? 1
  }
}
