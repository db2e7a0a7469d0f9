import type { HourMark } from './uplink.store.ts'

const HOUR_MS = 3_600_000

/**
 * The devices whose running hour already has a committed mark, so that not every report marks it again. A mark stays
 * from its commit until the hour is over: then a rollup of any process may take it, and a later report needs a new one.
 */
export class HourMarks {
  readonly #now: () => number
  #hour = Number.NaN
  #devices = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /**
   * Stores a batch with only the missing marks; each attempt checks again, because a store may be unavailable for
   * hours.
   */
  async around<B extends { dirty: readonly HourMark[] }>(batch: B, store: (batch: B) => Promise<void>): Promise<void> {
    const now = this.#now()
    const dirty = batch.dirty.filter((mark) => !this.#stands(mark, now))
    await store({ ...batch, dirty })
    const running = Math.floor(this.#now() / HOUR_MS) * HOUR_MS
    if (running !== this.#hour) this.#devices.clear()
    this.#hour = running
    for (const { deviceId, hour } of dirty) if (hour === running) this.#devices.add(deviceId)
  }

  /** A rollup took marks. It takes none of a running hour, but the clock may have jumped in between. */
  forget(taken: readonly HourMark[]): void {
    for (const { deviceId, hour } of taken) if (hour === this.#hour) this.#devices.delete(deviceId)
  }

  #stands({ deviceId, hour }: HourMark, now: number): boolean {
    return hour === this.#hour && now < hour + HOUR_MS && this.#devices.has(deviceId)
  }
}
