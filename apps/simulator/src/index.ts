export { createStation } from './station/station.ts'
export type { Station } from './station/station.types.ts'

export { createTimerWheel, type TimerWheel } from './timer-wheel.ts'
