import { TokenBucket } from '../../stranger/token-bucket.ts'

/** Remembered keys; beyond it all are forgotten, which errs on the side of admitting. */
const CAPACITY = 20_000

/** A token bucket per key: a sender above its rate is refused for a while. */
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
