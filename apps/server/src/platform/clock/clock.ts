/** Time is passed in, so that tests can move it. */
export interface Clock {
  /** The time of day, which jumps when the clock is set: for what is stored and shown, never for a duration. */
  now(): Date
  /** Milliseconds since some beginning of this process. Only ever forwards and at its own pace: for every duration. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => new Date(), elapsed: () => performance.now() }

export interface FakeClock extends Clock {
  /** Time passes. */
  advance(ms: number): void
  /** Lets time pass until then; an earlier time sets the clock back. */
  set(time: string | Date): void
  /** Sets the clock without letting time pass. */
  leap(ms: number): void
}

/** A clock that does not run: a test moves it. */
export function fakeClock(start: string | Date): FakeClock {
  let time = new Date(start).getTime()
  let passed = 0
  const advance = (ms: number) => {
    time += ms
    passed += ms
  }
  const leap = (ms: number) => {
    time += ms
  }
  return {
    now: () => new Date(time),
    elapsed: () => passed,
    advance,
    leap,
    set: (value) => {
      const ms = new Date(value).getTime() - time
      if (ms > 0) advance(ms)
      else leap(ms)
    },
  }
}
