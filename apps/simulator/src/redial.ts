import type { Random } from './random.ts'
import type { TimerWheel, WheelTimer } from './timer-wheel.ts'

export interface RedialOptions {
  wheel: TimerWheel
  random: Random
  backoffMs: { min: number; max: number }
}

/** Reconnects after a delay that doubles each time, until a connection succeeds. */
export class Redial {
  readonly #options: RedialOptions
  readonly #call: () => void
  #timer: WheelTimer | undefined
  #waitMs: number

  constructor(options: RedialOptions, call: () => void) {
    this.#options = options
    this.#call = call
    this.#waitMs = options.backoffMs.min
  }

  /** A call is due. */
  get waiting(): boolean {
    return this.#timer !== undefined
  }

  later(): void {
    const { wheel, random, backoffMs } = this.#options
    const waitMs = this.#waitMs * random.between(0.75, 1.25)
    this.#waitMs = Math.min(backoffMs.max, this.#waitMs * 2)
    this.#timer = wheel.after(waitMs, () => {
      this.#timer = undefined
      this.#call()
    })
  }

  cancel(): void {
    this.#timer?.cancel()
    this.#timer = undefined
  }

  /** The platform answered: the next wait is short again. */
  proven(): void {
    this.#waitMs = this.#options.backoffMs.min
  }
}
