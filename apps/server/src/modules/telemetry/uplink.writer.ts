import type { DeviceRuntime } from './uplink.runtime.ts'
import type { DirtyDay, EventRow, MessageRow, TelemetryRow, UplinkBatch } from './uplink.store.ts'

/** One uplink on its way to the store. */
export interface PendingUplink {
  messages: readonly MessageRow[]
  telemetry: readonly TelemetryRow[]
  dirty: readonly { deviceId: string; hour: number }[]
  days?: readonly DirtyDay[]
  events: readonly EventRow[]
  shadows: readonly DeviceRuntime[]
  /** Called once: stored for good, or refused by the store for what it holds. */
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
const HIGH_WATER = 20_000
const LOW_WATER = 5_000
const RETRY_MS = [50, 100, 250, 500, 1000, 2000]
/** Tries before an error that may be the rows' or the store's is looked into. */
const PATIENCE = 3
const NOTHING: UplinkBatch = { messages: [], telemetry: [], dirty: [], events: [], shadows: [] }

/**
 * Collects uplinks while a batch is being stored, and for as long as its pace says, and stores them together: at once
 * when idle, by the thousand under load. A commit costs more than the rows of one report, so a steady trickle is not
 * stored drop by drop. One batch at a time, in order of arrival. A store that is away is tried again for ever and loses
 * nothing; what is waiting is bounded, because the gateways stop reading while `full`.
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
    // What the same turn of the event loop brings goes into one batch.
    setImmediate(() => void this.#run())
  }

  /** Resolves when everything pushed so far is settled, or stays stuck because the store is away. */
  drained(): Promise<void> {
    if (!this.#running) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }

  /** Gives up retrying: what is unsettled stays unacknowledged and the station sends it again. */
  close(): void {
    this.#closed = true
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#closed) {
      await this.#pace()
      const taken = this.#waiting.splice(0, BATCH_UPLINKS)
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
    for (let attempt = 0; !this.#closed; attempt++) {
      try {
        await this.#deps.store(joined(taken), again || attempt > 0)
        this.#setDown(false, undefined)
        for (const uplink of taken) uplink.settle(true)
        return
      } catch (error) {
        const blamed = blameOf(error)
        if (blamed === 'rows' || (blamed === 'either' && attempt >= patience && (await this.#storesNothing()))) {
          return this.#separate(taken, error, again || attempt > 0)
        }
        this.#setDown(true, error)
        await this.#deps.wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!)
      }
    }
  }

  /** Whether the same statement goes through without rows: then the store is well, and what it refused is to blame. */
  async #storesNothing(): Promise<boolean> {
    try {
      await this.#deps.store(NOTHING, false)
      return true
    } catch {
      return false
    }
  }

  /** One row the store cannot take must not hold up the others: halves until it stands alone. */
  async #separate(taken: PendingUplink[], error: unknown, again: boolean): Promise<void> {
    const [only] = taken
    if (taken.length === 1 && only) {
      this.#setDown(false, undefined)
      this.#deps.onRefused(only, error)
      only.settle(false)
      return
    }
    const middle = taken.length >> 1
    await this.#storeAll(taken.slice(0, middle), again, 0)
    await this.#storeAll(taken.slice(middle), again, 0)
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

/**
 * Who is to blame, by SQLSTATE class. The rows: 21 (the same row twice), 22 (data), 23 (integrity), 54 (too large). The
 * store: its line (08, or an error without a state), its transactions and locks (25, 40, 55), its room, its operator, its
 * disk (53, 57, 58). Everything else may be either: a missing table or an index that meets one value it cannot hold.
 */
function blameOf(error: unknown): 'rows' | 'store' | 'either' {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return 'store'
  if (/^(2[123]|54)/.test(code)) return 'rows'
  return /^(08|25|40|53|55|57|58)/.test(code) ? 'store' : 'either'
}

function joined(uplinks: readonly PendingUplink[]): UplinkBatch {
  const shadows = new Set<DeviceRuntime>()
  const telemetry = new Map<string, TelemetryRow>()
  const dirty = new Map<string, { deviceId: string; hour: number }>()
  for (const uplink of uplinks) {
    for (const shadow of uplink.shadows) shadows.add(shadow)
    for (const mark of uplink.dirty) dirty.set(`${mark.deviceId}@${mark.hour}`, mark)
    for (const row of uplink.telemetry) addTelemetry(telemetry, row)
  }
  return {
    messages: uplinks.flatMap((uplink) => uplink.messages),
    telemetry: [...telemetry.values()],
    dirty: [...dirty.values()],
    days: uplinks.flatMap((uplink) => uplink.days ?? []),
    events: uplinks.flatMap((uplink) => uplink.events),
    shadows: [...shadows],
  }
}

/** Two reports of the same time in one batch become one row, the first one's keys standing (domain 3.1). */
function addTelemetry(rows: Map<string, TelemetryRow>, row: TelemetryRow): void {
  const place = `${row.deviceId}@${row.ts}`
  const first = rows.get(place)
  if (!first) return void rows.set(place, row)
  const added = Object.entries(row.quality ?? {}).filter(([key]) => !(key in first.readings))
  const quality = { ...Object.fromEntries(added), ...first.quality }
  rows.set(place, {
    ...first,
    readings: { ...row.readings, ...first.readings },
    quality: Object.keys(quality).length > 0 ? quality : null,
  })
}
