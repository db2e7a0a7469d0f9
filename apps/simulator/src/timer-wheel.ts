/** One thing that is to happen later. */
export interface WheelTimer {
  cancel(): void
}

/**
 * Many timers on one clock hand. Ten thousand stations have four timers each; with one wheel that is one timer of the
 * runtime, which runs only while anything is due.
 */
export interface TimerWheel {
  /** Runs `run` once, not before `delayMs` have passed and at most a tick later. */
  after(delayMs: number, run: () => void): WheelTimer
  /** Timers that are set. */
  readonly size: number
}

const SLOTS = 2048
const TICK_MS = 10

class Entry implements WheelTimer {
  readonly dueTick: number
  readonly run: () => void
  readonly #wheel: Wheel

  constructor(wheel: Wheel, dueTick: number, run: () => void) {
    this.#wheel = wheel
    this.dueTick = dueTick
    this.run = run
  }

  cancel(): void {
    this.#wheel.remove(this)
  }
}

class Wheel implements TimerWheel {
  readonly #slots: (Set<Entry> | undefined)[] = Array.from({ length: SLOTS }, () => undefined)
  readonly #nowMs: () => number
  #tick: number
  #size = 0
  #hand: NodeJS.Timeout | undefined

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs
    this.#tick = this.#currentTick()
  }

  get size(): number {
    return this.#size
  }

  after(delayMs: number, run: () => void): WheelTimer {
    if (this.#size === 0) this.#tick = this.#currentTick()
    const due = Math.ceil((this.#nowMs() + Math.max(0, delayMs)) / TICK_MS)
    const entry = new Entry(this, Math.max(due, this.#tick + 1), run)
    const slot = (this.#slots[entry.dueTick % SLOTS] ??= new Set())
    slot.add(entry)
    this.#size++
    this.#hand ??= setInterval(() => this.#turn(), TICK_MS)
    return entry
  }

  remove(entry: Entry): void {
    if (!this.#slots[entry.dueTick % SLOTS]?.delete(entry)) return
    this.#size--
    if (this.#size === 0) this.#stop()
  }

  #currentTick(): number {
    return Math.floor(this.#nowMs() / TICK_MS)
  }

  #turn(): void {
    const now = this.#currentTick()
    // After a long pause every slot is looked at once, not once per tick that was missed.
    const first = Math.max(this.#tick + 1, now - SLOTS + 1)
    for (let tick = first; tick <= now; tick++) {
      this.#tick = tick
      const slot = this.#slots[tick % SLOTS]
      if (!slot || slot.size === 0) continue
      const due = [...slot].filter((entry) => entry.dueTick <= now)
      for (const entry of due) {
        // An earlier one of the same slot may have cancelled it.
        if (!slot.delete(entry)) continue
        this.#size--
        entry.run()
      }
    }
    if (this.#size === 0) this.#stop()
  }

  #stop(): void {
    clearInterval(this.#hand)
    this.#hand = undefined
  }
}

/** A wheel of its own; `nowMs` is a clock that never goes back. */
export function createTimerWheel(nowMs: () => number = () => performance.now()): TimerWheel {
  return new Wheel(nowMs)
}

let shared: TimerWheel | undefined

/** The wheel shared by everything in this process unless another is given. */
export function sharedWheel(): TimerWheel {
  shared ??= createTimerWheel()
  return shared
}
