import type { Clock } from './clock.ts'
import type { Log } from '../log/log.ts'

/** Clocks that are kept well are moved by less than this at a time. */
const LEAP_MS = 1_000
/** Leaps that cancel each other leave no other time to reckon with. */
const SAME_MS = 60_000

export interface LeapWatch {
  /** Tells everybody of a leap since the last look. Cheap: whatever goes by the clock looks first. */
  look(): void
  /** The listener hears by how many milliseconds the time of day was set, forwards or (negative) back. */
  onLeap(listener: (byMs: number) => void): void
  /** The time it would be if nobody had set the clock (epoch ms); undefined while that is the time of day. */
  unset(): number | undefined
  /** How often the clock was set since this process started. */
  readonly leaps: number
}

/**
 * Compares the time of day with the time that passed. A machine that slept leaps forwards too: what was under way did not
 * go on meanwhile.
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
