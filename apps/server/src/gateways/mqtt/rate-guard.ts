import { TokenBucket } from '../token-bucket.ts'

/** Keys that are remembered; beyond it all start anew, which errs on the side of letting in. */
const CAPACITY = 20_000

/** A token bucket per key: who comes too often has to stay out for a while. */
export class RateGuard {
  readonly #perSecond: number
  readonly #burst: number
  readonly #keys = new Map<string, { bucket: TokenBucket; until: number }>()

  constructor(perSecond: number, burst: number) {
    this.#perSecond = perSecond
    this.#burst = burst
  }

  note(key: string, now: number): void {
    const known = this.#known(key, now)
    known.until = now + known.bucket.take(1, now)
  }

  /** Counts the attempt only where there is room: attempts during a block do not prolong it. */
  admits(key: string, now: number): boolean {
    if (this.#known(key, now).bucket.left(now) < 1) return false
    this.note(key, now)
    return true
  }

  isOut(key: string, now: number): boolean {
    return (this.#keys.get(key)?.until ?? 0) > now
  }

  #known(key: string, now: number): { bucket: TokenBucket; until: number } {
    let known = this.#keys.get(key)
    if (!known) {
      if (this.#keys.size >= CAPACITY) this.#keys.clear()
      known = { bucket: new TokenBucket(this.#perSecond, this.#burst, now), until: 0 }
      this.#keys.set(key, known)
    }
    return known
  }
}
