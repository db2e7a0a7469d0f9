import type { LiveEvent } from '@sluice/contract'

interface Told<Target> {
  key: string
  event: LiveEvent
  target: Target
  at: number
}

/**
 * The latest event of each key of the last moments. A page fetches the current state and watches changes: the fetch may
 * be answered before the watch is in force, and an event between would be missing until the device reports again.
 */
export class LiveLately<Target> {
  readonly #spanMs: number
  readonly #most: number
  /** Oldest first. */
  readonly #told = new Map<string, Told<Target>>()

  constructor(spanMs: number, most: number) {
    this.#spanMs = spanMs
    this.#most = most
  }

  keep(key: string, event: LiveEvent, target: Target): void {
    this.#told.delete(key)
    this.#told.set(key, { key, event, target, at: performance.now() })
    this.#forget()
  }

  /** Oldest first. */
  all(): Iterable<Told<Target>> {
    this.#forget()
    return this.#told.values()
  }

  #forget(): void {
    const since = performance.now() - this.#spanMs
    for (const { key, at } of this.#told.values()) {
      if (at >= since && this.#told.size <= this.#most) return
      this.#told.delete(key)
    }
  }
}
