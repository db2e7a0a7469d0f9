import { ownerOf } from '../../../platform/http/remote-address.ts'

/** Tries of one address, and with keys of one prefix (SEC-2 d). */
export const TRIES = 5
export const TRIES_MS = 10 * 60_000
const MOST_REMEMBERED = 20_000

/**
 * Counts tries by sender and by prefix. A try is counted before its key is looked at, so that many at once are no way
 * around it, and given back when the key was good. `elapsed` in ms.
 */
export class KeyTries {
  readonly #elapsed: () => number
  readonly #counts = new Map<string, { count: number; since: number }>()

  constructor(elapsed: () => number) {
    this.#elapsed = elapsed
  }

  /** Counts a try. Seconds to wait when there were too many; 0: go on. */
  take(address: string, prefix: string): number {
    const waits = namesOf(address, prefix).map((name) => this.#waitOf(name))
    const wait = Math.max(...waits)
    if (wait > 0) return wait
    for (const name of namesOf(address, prefix)) this.#count(name)
    return 0
  }

  giveBack(address: string, prefix: string): void {
    for (const name of namesOf(address, prefix)) {
      const known = this.#counts.get(name)
      if (known) known.count--
    }
  }

  #waitOf(name: string): number {
    const known = this.#counts.get(name)
    if (!known || known.count < TRIES) return 0
    return Math.max(0, Math.ceil((known.since + TRIES_MS - this.#elapsed()) / 1000))
  }

  #count(name: string): void {
    const now = this.#elapsed()
    const known = this.#counts.get(name)
    if (known && now - known.since < TRIES_MS) known.count++
    else {
      this.#counts.delete(name)
      this.#counts.set(name, { count: 1, since: now })
    }
    // The oldest goes first; what it counted is the least of it.
    if (this.#counts.size > MOST_REMEMBERED)
      for (const oldest of this.#counts.keys()) return void this.#counts.delete(oldest)
  }
}

/** One network has as many addresses as it likes. */
function namesOf(address: string, prefix: string): readonly string[] {
  return [`from ${ownerOf(address)}`, `with ${prefix}`]
}
