export { createMqttStation } from './mqtt/mqtt-station.ts'
export type { MqttStation } from './mqtt/mqtt.types.ts'
export { createStation } from './station/station.ts'
export type { Station } from './station/station.types.ts'

export { createTimerWheel, type TimerWheel } from './timer-wheel.ts'
