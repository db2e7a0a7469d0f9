import { READ, TB_RPC } from '../command.ts'
import type { DeviceType } from '../device-type.ts'
import { readTb } from './tb.mapping.ts'

/** Pressure, flow, level or weather sensor with its own modem. */
export const mqttSensor: DeviceType = {
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
  read: readTb,
  commands: [READ],
  ...TB_RPC,
}
