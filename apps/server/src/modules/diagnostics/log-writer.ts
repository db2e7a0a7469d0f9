/** Entries waiting to be written; further ones are counted and dropped. */
const CAPACITY = 20_000
const FLUSH_MS = 250
const BATCH = 1000
const TOLD_MS = 1000

/**
 * Writes log entries in batches, after the work they describe. A log may lose entries during a long outage of the
 * store; it never slows a connection down and never grows without limit. The number of lost entries is reported once a
 * second.
 */
export class LogWriter<Entry> {
  readonly #write: (entries: readonly Entry[]) => Promise<void>
  readonly #onLost: (count: number) => void
  #waiting: Entry[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()
  #lost = 0

  constructor(write: (entries: readonly Entry[]) => Promise<void>, onLost: (count: number) => void) {
    this.#write = write
    this.#onLost = onLost
  }

  note(entry: Entry): void {
    if (this.#waiting.length >= CAPACITY) return this.#lose(1)
    this.#waiting.push(entry)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Resolves when the entries so far are written or given up. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#drain())
    return this.#writing
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      const taken = this.#waiting.splice(0, BATCH)
      try {
        await this.#write(taken)
      } catch {
        this.#lose(taken.length)
        return
      }
    }
  }

  #lose(count: number): void {
    if (this.#lost === 0) {
      setTimeout(() => {
        const lost = this.#lost
        this.#lost = 0
        this.#onLost(lost)
      }, TOLD_MS).unref()
    }
    this.#lost += count
  }
}
