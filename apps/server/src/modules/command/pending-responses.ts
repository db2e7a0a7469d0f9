import { answerOf } from './command.rules.ts'
import type { CommandExecution } from './command-execution.ts'

interface Waiter {
  until: number
  release(): void
}

/** Calls that wait for a device to acknowledge their command. */
export class PendingResponses {
  readonly #waiters = new Map<CommandExecution, Set<Waiter>>()

  wait(execution: CommandExecution, until: number, now: number): Promise<void> {
    if (now >= until || answerOf(execution.status) !== 'not-confirmed' || execution.status === 'TIMEOUT') {
      return Promise.resolve()
    }
    return new Promise((resolve) => {
      const waiters = this.#waiters.get(execution) ?? new Set()
      this.#waiters.set(execution, waiters)
      const waiter: Waiter = {
        until,
        release: () => {
          waiters.delete(waiter)
          if (waiters.size === 0) this.#waiters.delete(execution)
          resolve()
        },
      }
      waiters.add(waiter)
    })
  }

  release(execution: CommandExecution): void {
    for (const waiter of this.#waiters.get(execution) ?? []) waiter.release()
  }

  releaseAll(): void {
    for (const execution of this.#waiters.keys()) this.release(execution)
  }

  tick(now: number): void {
    for (const waiters of this.#waiters.values()) {
      for (const waiter of waiters) if (now >= waiter.until) waiter.release()
    }
  }
}
