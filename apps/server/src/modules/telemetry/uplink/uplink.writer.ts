import { TelemetryRows } from './telemetry-rows.ts'
import type { DeviceRuntime } from './uplink.runtime.ts'
import type {
  ConditionRow,
  DirtyDay,
  EventRow,
  HourMark,
  MessageRow,
  TelemetryRow,
  UplinkBatch,
} from './uplink.store.ts'

/** One uplink on its way to the store. */
export interface PendingUplink {
  messages: readonly MessageRow[]
  telemetry: readonly TelemetryRow[]
  dirty: readonly HourMark[]
  days?: readonly DirtyDay[]
  events: readonly EventRow[]
  conditions?: readonly ConditionRow[]
  shadows: Iterable<DeviceRuntime>
  /** The same states as this uplink left them, without later changes. */
  shadowsThen?(): readonly DeviceRuntime[]
  /** Called once: stored for good, or refused by the store because of its contents. */
  settle(stored: boolean): void
}

export interface UplinkWriterDeps {
  /** `again`: an earlier try with these uplinks failed, perhaps only after its commit. */
  store(batch: UplinkBatch, again: boolean): Promise<void>
  /** The store refuses (true) or is back (false). */
  onOutage(down: boolean, error: unknown): void
  onRefused(uplink: PendingUplink, error: unknown): void
  wait(ms: number): Promise<void>
  /** From the start of one batch to the start of the next, unless that one is full; none by default. */
  paceMs?: number
}

const BATCH_UPLINKS = 1000
/**
 * Rows of history in a batch, unless one uplink alone has more: a device that catches up sends thousands in one
 * message, and a statement with hundreds of such messages would exceed its time limit.
 */
const BATCH_ROWS = 10_000
const HIGH_WATER = 20_000
const LOW_WATER = 5_000
const RETRY_MS = [50, 100, 250, 500, 1000, 2000]
/** Tries before an error that may be the rows' or the store's is looked into. */
const PATIENCE = 3
/** SQLSTATE of a statement that took longer than it may. */
const STATEMENT_CUT_OFF = '57014'
const NOTHING: UplinkBatch = { messages: [], telemetry: [], dirty: [], events: [], shadows: [] }

/**
 * Collects uplinks while a batch is being stored, and for as long as its pace requires, and stores them together: at
 * once when idle, by the thousand under load. A commit costs more than the rows of one report, so a steady trickle is
 * not stored one by one. One batch at a time, in order of arrival. An unavailable store is retried forever and nothing
 * is lost; the queue is limited, because the gateways stop reading while `full`.
 */
export class UplinkWriter {
  readonly #deps: UplinkWriterDeps
  #waiting: PendingUplink[] = []
  #writing = 0
  #running = false
  #down = false
  #full = false
  #closed = false
  #startedAt = Number.NEGATIVE_INFINITY
  #endPace: (() => void) | undefined
  #listeners: ((full: boolean) => void)[] = []
  #idle: (() => void)[] = []

  constructor(deps: UplinkWriterDeps) {
    this.#deps = deps
  }

  get full(): boolean {
    return this.#full
  }

  get down(): boolean {
    return this.#down
  }

  get backlog(): number {
    return this.#waiting.length + this.#writing
  }

  onFullChange(listener: (full: boolean) => void): void {
    this.#listeners.push(listener)
  }

  push(uplink: PendingUplink): void {
    this.#waiting.push(uplink)
    this.#updateFull()
    if (this.#waiting.length >= BATCH_UPLINKS) this.#endPace?.()
    if (this.#running) return
    this.#running = true
    // Uplinks of one turn of the event loop go into one batch.
    setImmediate(() => void this.#run())
  }

  /** Resolves when everything pushed so far is settled, or stays stuck because the store is away. */
  drained(): Promise<void> {
    if (!this.#running) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  /** Gives up retrying: unsettled uplinks stay unacknowledged, and the station sends them again. */
  close(): void {
    this.#closed = true
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#closed) {
      await this.#pace()
      const taken = this.#waiting.splice(0, batchLength(this.#waiting))
      this.#writing = taken.length
      await this.#storeAll(taken)
      this.#writing = 0
      this.#updateFull()
    }
    this.#running = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Waits until the pace allows the next batch, or until that one is full. */
  async #pace(): Promise<void> {
    const left = this.#startedAt + (this.#deps.paceMs ?? 0) - performance.now()
    if (left > 0 && this.#waiting.length < BATCH_UPLINKS) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left)
        this.#endPace = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      this.#endPace = undefined
    }
    this.#startedAt = performance.now()
  }

  /** `again` and `patience` are those of the batch that these were a part of. */
  async #storeAll(taken: PendingUplink[], again = false, patience = PATIENCE): Promise<void> {
    // The store may come back between a refusal and the question: only one that follows the answer is the rows'.
    let works = false
    for (let attempt = 0; !this.#closed; attempt++) {
      try {
        await this.#deps.store(joined(taken), again || attempt > 0)
        this.#setDown(false, undefined)
        for (const uplink of taken) uplink.settle(true)
        return
      } catch (error) {
        const blamed = blameOf(error)
        if (blamed === 'rows' || (blamed === 'either' && works)) {
          return this.#separate(taken, error, again || attempt > 0)
        }
        this.#setDown(true, error)
        works = blamed === 'either' && attempt >= patience && (await this.#storesNothing())
        if (works) continue
        // The same batch would take as long again.
        if (codeOf(error) === STATEMENT_CUT_OFF && taken.length > 1) return this.#halve(taken, true, patience)
        await this.#deps.wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!)
      }
    }
  }

  /** Whether the same statement succeeds without rows: then the store works, and the refused rows are the cause. */
  async #storesNothing(): Promise<boolean> {
    try {
      await this.#deps.store(NOTHING, false)
      return true
    } catch {
      return false
    }
  }

  /** A row that the store cannot take must not delay the others: halves the batch until it is alone. */
  async #separate(taken: PendingUplink[], error: unknown, again: boolean): Promise<void> {
    const [only] = taken
    if (taken.length === 1 && only) {
      this.#setDown(false, undefined)
      this.#deps.onRefused(only, error)
      only.settle(false)
      return
    }
    await this.#halve(taken, again, 0)
  }

  async #halve(taken: PendingUplink[], again: boolean, patience: number): Promise<void> {
    const middle = taken.length >> 1
    await this.#storeAll(taken.slice(0, middle), again, patience)
    await this.#storeAll(taken.slice(middle), again, patience)
  }

  #setDown(down: boolean, error: unknown): void {
    if (down === this.#down) return
    this.#down = down
    this.#deps.onOutage(down, error)
    this.#updateFull()
  }

  #updateFull(): void {
    const full = this.#down || this.backlog > (this.#full ? LOW_WATER : HIGH_WATER)
    if (full === this.#full) return
    this.#full = full
    for (const listener of this.#listeners) listener(full)
  }
}

/** How many waiting uplinks are stored together, at least one. */
function batchLength(waiting: readonly PendingUplink[]): number {
  let rows = 0
  const tooMany = waiting.findIndex(({ telemetry }, n) => {
    rows += telemetry.length
    return n === BATCH_UPLINKS || (n > 0 && rows > BATCH_ROWS)
  })
  return tooMany < 0 ? waiting.length : tooMany
}

/**
 * The cause by SQLSTATE class. The rows: 21 (the same row twice), 22 (data), 23 (integrity), 54 (too large). The store:
 * its connection (08, or an error without a state), its transactions and locks (25, 40, 55), its space, its operator,
 * its disk (53, 57, 58). Any other may be either: a missing table, or an index that meets a value it cannot hold.
 */
function blameOf(error: unknown): 'rows' | 'store' | 'either' {
  const code = codeOf(error)
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return 'store'
  if (/^(2[123]|54)/.test(code)) return 'rows'
  return /^(08|25|40|53|55|57|58)/.test(code) ? 'store' : 'either'
}

function joined(uplinks: readonly PendingUplink[]): UplinkBatch {
  const shadows = new Set<DeviceRuntime>()
  const telemetry = new TelemetryRows()
  const dirty = new Map<number, Map<string, HourMark>>()
  for (const uplink of uplinks) {
    // A single uplink is stored with its own states: a later one may hold what the store refuses.
    const own = uplinks.length === 1 ? uplink.shadowsThen?.() : undefined
    for (const shadow of own ?? uplink.shadows) shadows.add(shadow)
    for (const mark of uplink.dirty) addMark(dirty, mark)
    for (const row of uplink.telemetry) telemetry.add(row)
  }
  return {
    messages: uplinks.flatMap((uplink) => uplink.messages),
    telemetry: telemetry.rows,
    dirty: [...dirty.values()].flatMap((marks) => [...marks.values()]),
    days: uplinks.flatMap((uplink) => uplink.days ?? []),
    events: uplinks.flatMap((uplink) => uplink.events),
    conditions: uplinks.flatMap((uplink) => uplink.conditions ?? []),
    shadows: [...shadows],
  }
}

/** Nearly all marks of a batch are of the running hour. */
function addMark(marks: Map<number, Map<string, HourMark>>, mark: HourMark): void {
  const ofHour = marks.get(mark.hour)
  if (ofHour) ofHour.set(mark.deviceId, mark)
  else marks.set(mark.hour, new Map([[mark.deviceId, mark]]))
}

function codeOf(error: unknown): unknown {
  return (error as { code?: unknown } | null)?.code
}
