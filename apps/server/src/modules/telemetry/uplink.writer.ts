import type { DeviceRuntime } from './uplink.runtime.ts'
import type { EventRow, MessageRow, TelemetryRow, UplinkBatch } from './uplink.store.ts'

/** One uplink on its way to the store. */
export interface PendingUplink {
  messages: readonly MessageRow[]
  telemetry: readonly TelemetryRow[]
  dirty: readonly { deviceId: string; hour: number }[]
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
}

const BATCH_UPLINKS = 1000
const HIGH_WATER = 20_000
const LOW_WATER = 5_000
const RETRY_MS = [50, 100, 250, 500, 1000, 2000]

/**
 * Collects uplinks while a batch is being stored and stores them together: at once when idle, by the thousand under
 * load. One batch at a time, in order of arrival. A store that is away is tried again for ever and loses nothing;
 * what is waiting is bounded, because the gateways stop reading while `full`.
 */
export class UplinkWriter {
  readonly #deps: UplinkWriterDeps
  #waiting: PendingUplink[] = []
  #writing = 0
  #running = false
  #down = false
  #full = false
  #closed = false
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
      const taken = this.#waiting.splice(0, BATCH_UPLINKS)
      this.#writing = taken.length
      await this.#storeAll(taken)
      this.#writing = 0
      this.#updateFull()
    }
    this.#running = false
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  async #storeAll(taken: PendingUplink[]): Promise<void> {
    for (let attempt = 0; !this.#closed; attempt++) {
      try {
        await this.#deps.store(joined(taken), attempt > 0)
        this.#setDown(false, undefined)
        for (const uplink of taken) uplink.settle(true)
        return
      } catch (error) {
        if (isAboutTheData(error)) return this.#separate(taken, error)
        this.#setDown(true, error)
        await this.#deps.wait(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]!)
      }
    }
  }

  /** One row the store cannot take must not hold up the others: halves until it stands alone. */
  async #separate(taken: PendingUplink[], error: unknown): Promise<void> {
    const [only] = taken
    if (taken.length === 1 && only) {
      this.#deps.onRefused(only, error)
      only.settle(false)
      return
    }
    const middle = taken.length >> 1
    await this.#storeAll(taken.slice(0, middle))
    await this.#storeAll(taken.slice(middle))
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

/** SQLSTATE classes 22 (data) and 23 (integrity) blame the rows; everything else blames the store. */
function isAboutTheData(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^2[23]/.test(code)
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
