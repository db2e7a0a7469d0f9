import { createTimerWheel } from './timer-wheel.ts'

/** A wheel that goes as far as a test turns it: however busy the machine is, nothing is late by itself. */
export function handTurnedWheel() {
  let now = 0
  return {
    wheel: createTimerWheel(() => now),
    turn(ms: number): void {
      now += ms
    },
  }
}
