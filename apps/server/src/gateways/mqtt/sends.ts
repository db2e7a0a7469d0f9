/** How long a thread may take to say whether a message left. */
const SEND_MS = 5_000

/** Messages that are on their way through the thread of the broker. */
export class Sends {
  readonly #waiting = new Map<number, (topic?: string | null) => void>()
  #last = 0

  /**
   * Passes on a message under a number. Resolves with the topic it left on, null where it did not leave. A thread that does
   * not answer may have sent it: only a definite no counts as not sent.
   */
  begin(topics: readonly string[], pass: (no: number) => void): Promise<string | null> {
    const no = ++this.#last
    return new Promise((resolve) => {
      const settle = (topic: string | null = topics[0] ?? null) => {
        clearTimeout(late)
        this.#waiting.delete(no)
        resolve(topic)
      }
      const late = setTimeout(settle, SEND_MS)
      this.#waiting.set(no, settle)
      pass(no)
    })
  }

  settle(no: number, topic: string | null): void {
    this.#waiting.get(no)?.(topic)
  }

  /** The thread ended. */
  settleAll(): void {
    for (const settle of Array.from(this.#waiting.values())) settle()
  }
}
