const HOUR_MS = 3_600_000

interface Mark {
  deviceId: string
  /** Start of the hour, epoch ms. */
  hour: number
}

/**
 * Which devices' running hour is marked for good, so that it need not be marked again with every report. A mark stands
 * from its commit until the hour is over: then a rollup, of this process or another, may take it, and what is stored later
 * needs one of its own.
 */
export class HourMarks {
  readonly #now: () => number
  #hour = Number.NaN
  #devices = new Set<string>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Stores a batch with just the marks that do not stand yet; each try asks anew, for a store may be away for hours. */
  async around<B extends { dirty: readonly Mark[] }>(batch: B, store: (batch: B) => Promise<void>): Promise<void> {
    const dirty = batch.dirty.filter((mark) => !this.#stands(mark))
    await store({ ...batch, dirty })
    const running = Math.floor(this.#now() / HOUR_MS) * HOUR_MS
    if (running !== this.#hour) this.#devices.clear()
    this.#hour = running
    for (const { deviceId, hour } of dirty) if (hour === running) this.#devices.add(deviceId)
  }

  /** A rollup took marks. It takes none of a running hour, but the clock may have leapt to and fro. */
  forget(taken: readonly Mark[]): void {
    for (const { deviceId, hour } of taken) if (hour === this.#hour) this.#devices.delete(deviceId)
  }

  #stands({ deviceId, hour }: Mark): boolean {
    return hour === this.#hour && this.#now() < hour + HOUR_MS && this.#devices.has(deviceId)
  }
}
