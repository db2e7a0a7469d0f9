import type { LiveEvent } from '@sluice/contract'

interface Entry<Target> {
  key: string
  make: () => LiveEvent
  target: Target
  at: number
}

/**
 * Replay buffer: which events of the last moments there were, the latest of each key. A page fetches the present state
 * and watches what follows; what is published between the two would be missing until the device reports again.
 * Events are made when they are replayed: kept ones would survive the first collections, thousands a second.
 */
export class LiveReplay<Target> {
  readonly #spanMs: number
  readonly #most: number
  /** Oldest first. */
  readonly #entries = new Map<string, Entry<Target>>()

  constructor(spanMs: number, most: number) {
    this.#spanMs = spanMs
    this.#most = most
  }

  note(key: string, make: () => LiveEvent, target: Target): void {
    this.#entries.delete(key)
    this.#entries.set(key, { key, make, target, at: performance.now() })
    this.#forget()
  }

  /** Oldest first. */
  all(): Iterable<Entry<Target>> {
    this.#forget()
    return this.#entries.values()
  }

  #forget(): void {
    const since = performance.now() - this.#spanMs
    for (const { key, at } of this.#entries.values()) {
      if (at >= since && this.#entries.size <= this.#most) return
      this.#entries.delete(key)
    }
  }
}
