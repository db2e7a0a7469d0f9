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
    let known = this.#keys.get(key)
    if (!known) {
      if (this.#keys.size >= CAPACITY) this.#keys.clear()
      known = { bucket: new TokenBucket(this.#perSecond, this.#burst, now), until: 0 }
      this.#keys.set(key, known)
    }
    known.until = now + known.bucket.take(1, now)
  }

  isOut(key: string, now: number): boolean {
    return (this.#keys.get(key)?.until ?? 0) > now
  }
}
