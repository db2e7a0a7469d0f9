export { createStation } from './station/station.ts'
export type {
  Delivery,
  DeliveryOutcome,
  FleetMember,
  LineMischief,
  Mischief,
  SentReport,
  Station,
  StationCounters,
  StationKind,
  StationOptions,
} from './station/station.types.ts'
export { createMqttStation } from './mqtt/mqtt-station.ts'
export type { MqttKind, MqttSlave, MqttStation, MqttStationOptions, PlannedMqttStation } from './mqtt/mqtt.types.ts'
export { systemStationClock, type StationClock } from './station-clock.ts'
export { createTimerWheel, type TimerWheel } from './timer-wheel.ts'
export { createFleet, type Fleet, type FleetCounters, type FleetOptions } from './fleet/fleet.ts'
export { planStations, stationAddress, type PlannedStation, type PlanOptions } from './fleet/plan.ts'
