import type { DeviceType } from './device-type.ts'
import { typeOfModel } from './model/type-of-model.ts'
import type { ProductModel } from './model/product-model.ts'
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

export const SL651_TYPES: readonly DeviceType[] = SL651_MODELS.map(typeOfModel)
export const TB_MQTT_TYPES: readonly DeviceType[] = TB_MQTT_MODELS.map(typeOfModel)

/** Every built-in model. */
export const DEVICE_TYPES: readonly DeviceType[] = [...SL651_TYPES, ...TB_MQTT_TYPES]

const byProductNo = new Map(DEVICE_TYPES.map((type) => [type.productNo, type]))

export function deviceTypeOf(productNo: string): DeviceType | undefined {
  return byProductNo.get(productNo)
}
