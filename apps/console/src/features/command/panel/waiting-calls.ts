/** Most calls of a tab that wait for devices at the same time: a browser keeps few connections to one server. */
export const MOST_WAITING = 4

/** Lets four calls wait for their devices; further ones queue here in order. */
export class WaitingCalls {
  #running = 0
  readonly #line: (() => void)[] = []
  readonly #urgent: (() => void)[] = []

  get full(): boolean {
    return this.#running >= MOST_WAITING
  }

  /** `first`: ahead of those already queued. */
  async run<T>(call: () => Promise<T>, first = false): Promise<T> {
    if (this.full) await new Promise<void>((turn) => (first ? this.#urgent : this.#line).push(turn))
    else this.#running++
    try {
      return await call()
    } finally {
      // The place passes directly to the next in the queue, so that no newcomer can take it.
      const next = this.#urgent.shift() ?? this.#line.shift()
      if (next) next()
      else this.#running--
    }
  }
}
