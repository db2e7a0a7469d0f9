/** Lets through so many per second on average, with a burst on top. Time is passed in. */
export class TokenBucket {
  readonly #perSecond: number
  readonly #burst: number
  #tokens: number
  #at: number

  constructor(perSecond: number, burst: number, now: number) {
    this.#perSecond = perSecond
    this.#burst = burst
    this.#tokens = burst
    this.#at = now
  }

  /** What can be taken at once without a debt. */
  left(now: number): number {
    return Math.min(this.#burst, this.#tokens + (Math.max(0, now - this.#at) / 1000) * this.#perSecond)
  }

  /** Unused for so long that it is full again. */
  isFull(now: number): boolean {
    return this.left(now) >= this.#burst
  }

  /** Takes `count` and returns how many ms to wait until the debt is paid; 0 when there is none. */
  take(count: number, now: number): number {
    this.#tokens = this.left(now) - count
    this.#at = now
    return this.#tokens >= 0 ? 0 : Math.ceil((-this.#tokens / this.#perSecond) * 1000)
  }
}
