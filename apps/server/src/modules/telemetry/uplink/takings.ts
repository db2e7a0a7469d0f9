const MINUTE_MS = 60_000

/** The outcomes of the last minute's uplinks, to tell whether reports are accepted. */
export class Takings {
  readonly #elapsed: () => number
  #storedAt = Number.NEGATIVE_INFINITY
  #refusedAt = Number.NEGATIVE_INFINITY
  /** Since this process started. */
  refused = 0

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  noteStored(): void {
    this.#storedAt = this.#elapsed()
  }

  noteRefused(): void {
    this.#refusedAt = this.#elapsed()
    this.refused += 1
  }

  /** One device whose reports cannot be stored does not count for all: false only while nothing else is stored. */
  takes(): boolean {
    const since = this.#elapsed() - MINUTE_MS
    return this.#refusedAt < since || this.#storedAt >= since
  }
}
