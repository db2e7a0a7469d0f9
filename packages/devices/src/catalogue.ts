import type { DeviceType } from './device-type.ts'
import { typeOfModel } from './model/type-of-model.ts'
import type { ProductModel } from '@sluice/contract'
import { mqttSensor } from './types/mqtt-sensor.ts'
import { mqttGateway, mqttValve, mqttValveSlave } from './types/mqtt-valve.ts'
import { sl651LevelStation, sl651PumpStation, sl651SoilStation } from './types/sl651-sensor-stations.ts'
import { sl651Valve, sl651ValveChannel, sl651ValveStation } from './types/sl651-valve-station.ts'

/** Built-in models of SL 651, as data. A new one is a file in `types/` and a line here. */
export const SL651_MODELS: readonly ProductModel[] = [
  sl651ValveStation,
  sl651ValveChannel,
  sl651Valve,
  sl651LevelStation,
  sl651SoilStation,
  sl651PumpStation,
]

/** The same of ThingsBoard's MQTT API. */
export const TB_MQTT_MODELS: readonly ProductModel[] = [mqttValve, mqttGateway, mqttValveSlave, mqttSensor]

/** Every built-in model, as the pipeline uses it. */
export const DEVICE_TYPES: readonly DeviceType[] = [...SL651_MODELS, ...TB_MQTT_MODELS].map(typeOfModel)

const byProductNo = new Map(DEVICE_TYPES.map((type) => [type.productNo, type]))

export function deviceTypeOf(productNo: string): DeviceType | undefined {
  return byProductNo.get(productNo)
}
