import { READ } from '../command.ts'
import type { ProductModel } from '@sluice/contract'
import { TB_DOWNLINKS, TB_MAPPING } from './tb.mapping.ts'

/** Pressure, flow, level or weather sensor with its own modem. */
export const mqttSensor: ProductModel = {
  productNo: 'MQTT-SENSOR',
  name: 'MQTT 传感器',
  englishName: 'MQTT sensor',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: [
    'outletPressure',
    'flow',
    'totalVolume',
    'level',
    'waterTemp',
    'airTemp',
    'airHum',
    'batteryV',
    'batteryPct',
    'csq',
    'rssi',
  ],
  uplink: TB_MAPPING,
  commands: [READ],
  downlinks: TB_DOWNLINKS,
}
