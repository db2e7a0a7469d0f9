/** Entries waiting to be written; what comes when this is full is counted and left out. */
const CAPACITY = 20_000
const FLUSH_MS = 250
const BATCH = 1000

/**
 * Writes log entries behind the work they tell of, in batches. A log may lose lines when the store is away for long;
 * it never slows the line down and never grows without bound.
 */
export class LogWriter<Entry> {
  readonly #write: (entries: readonly Entry[]) => Promise<void>
  readonly #onLost: (count: number) => void
  #waiting: Entry[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(write: (entries: readonly Entry[]) => Promise<void>, onLost: (count: number) => void) {
    this.#write = write
    this.#onLost = onLost
  }

  note(entry: Entry): void {
    if (this.#waiting.length >= CAPACITY) return this.#onLost(1)
    this.#waiting.push(entry)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref()
  }

  /** Resolves when what was noted so far is written or given up. */
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
        this.#onLost(taken.length)
        return
      }
    }
  }
}
