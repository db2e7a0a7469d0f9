import type { Clock } from './clock.ts'
import type { Log } from '../log/log.ts'

/** Corrections of well-synchronized clocks are smaller than this. */
const LEAP_MS = 1_000
/** Leaps that cancel each other leave no other time to reckon with. */
const SAME_MS = 60_000

export interface LeapWatch {
  /** Reports a jump since the last check. Cheap: everything that uses the clock calls it first. */
  look(): void
  /** The listener gets the milliseconds by which the time of day was set, forwards or (negative) back. */
  onLeap(listener: (byMs: number) => void): void
  /** The time it would be had the clock not been set (epoch ms); undefined while that is the time of day. */
  unset(): number | undefined
  /** How often the clock was set since this process started. */
  readonly leaps: number
}

/**
 * Compares the time of day with the time that passed. A machine that was suspended jumps forwards too: nothing ran
 * meanwhile.
 */
export function createLeapWatch({ clock, log }: { clock: Clock; log: Log }): LeapWatch {
  const listeners: ((byMs: number) => void)[] = []
  const offset = () => clock.now().getTime() - clock.elapsed()
  const first = offset()
  let last = first
  let leaps = 0
  return {
    look() {
      const by = offset() - last
      if (Math.abs(by) < LEAP_MS) return
      last += by
      leaps += 1
      log.error({ byMs: Math.round(by) }, 'the clock of this machine was set, or the machine slept')
      for (const listener of listeners) listener(by)
    },
    onLeap: (listener) => void listeners.push(listener),
    unset: () => (Math.abs(last - first) < SAME_MS ? undefined : clock.elapsed() + first),
    get leaps() {
      return leaps
    },
  }
}
