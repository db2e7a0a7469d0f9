/** Time is passed in, so that tests can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }

/** A clock that stands still until a test moves it. */
export function fakeClock(start: string | Date): Clock & { advance(ms: number): void; set(time: string | Date): void } {
  let time = new Date(start).getTime()
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms
    },
    set: (value) => {
      time = new Date(value).getTime()
    },
  }
}
