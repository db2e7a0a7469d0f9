/** Calls that wait for a device at the same time in one tab: a browser keeps few connections to one server. */
export const MOST_WAITING = 4

/** Lets four calls wait for their devices; the fifth waits here for its turn, in order. */
export class WaitingCalls {
  #running = 0
  readonly #line: (() => void)[] = []
  readonly #urgent: (() => void)[] = []

  get full(): boolean {
    return this.#running >= MOST_WAITING
  }

  /** `first`: ahead of those who wait already. */
  async run<T>(call: () => Promise<T>, first = false): Promise<T> {
    if (this.full) await new Promise<void>((turn) => (first ? this.#urgent : this.#line).push(turn))
    else this.#running++
    try {
      return await call()
    } finally {
      // The place goes on to whoever waits longest, without a moment in which a newcomer could take it.
      const next = this.#urgent.shift() ?? this.#line.shift()
      if (next) next()
      else this.#running--
    }
  }
}
