import type { DeviceType } from './device-type.ts'
import { mqttSensor } from './types/mqtt-sensor.ts'
import { mqttGateway, mqttValve, mqttValveSlave } from './types/mqtt-valve.ts'
import { sl651LevelStation, sl651PumpStation, sl651SoilStation } from './types/sl651-sensor-stations.ts'
import { sl651Valve, sl651ValveChannel, sl651ValveStation } from './types/sl651-valve-station.ts'

/** Every built-in model. A new one is a file in `types/` and a line here. */
export const DEVICE_TYPES: readonly DeviceType[] = [
  sl651ValveStation,
  sl651ValveChannel,
  sl651Valve,
  sl651LevelStation,
  sl651SoilStation,
  sl651PumpStation,
  mqttValve,
  mqttGateway,
  mqttValveSlave,
  mqttSensor,
]

const byProductNo = new Map(DEVICE_TYPES.map((type) => [type.productNo, type]))

export function deviceTypeOf(productNo: string): DeviceType | undefined {
  return byProductNo.get(productNo)
}
