import { answerOf } from './command.rules.ts'
import type { Flight } from './flight.ts'

interface Waiter {
  until: number
  release(): void
}

/** Calls that wait for a device to take their command. */
export class Settling {
  readonly #waiters = new Map<Flight, Set<Waiter>>()

  wait(flight: Flight, until: number, now: number): Promise<void> {
    if (now >= until || answerOf(flight.status) !== 'not-confirmed' || flight.status === 'TIMEOUT') {
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(flight) ?? new Set()
      this.#waiters.set(flight, waiters)
      const waiter: Waiter = {
        until,
        release: () => {
          waiters.delete(waiter)
          if (waiters.size === 0) this.#waiters.delete(flight)
          resolve()
        },
      }
      waiters.add(waiter)
    })
  }

  release(flight: Flight): void {
    for (const waiter of this.#waiters.get(flight) ?? []) waiter.release()
  }

  releaseAll(): void {
    for (const flight of this.#waiters.keys()) this.release(flight)
  }

  tick(now: number): void {
    for (const waiters of this.#waiters.values()) {
      for (const waiter of waiters) if (now >= waiter.until) waiter.release()
    }
  }
}
