import { TB_RPC, TB_VALVE_COMMANDS } from '../command.ts'
import type { DeviceType } from '../device-type.ts'
import { readTb } from './tb.mapping.ts'

const VALVE_POINTS = [
  'valveState',
  'opening',
  'inletPressure',
  'outletPressure',
  'flow',
  'totalVolume',
  'batteryV',
  'csq',
] as const

/** A valve with its own modem that uses ThingsBoard's device API. */
export const mqttValve: DeviceType = {
  productNo: 'MQTT-VALVE',
  name: 'MQTT 阀门',
  englishName: 'MQTT valve',
  deviceTypeCode: 'VALVE',
  nodeKind: 'DIRECT',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: VALVE_POINTS,
  read: readTb,
  commands: TB_VALVE_COMMANDS,
  ...TB_RPC,
}

/** A gateway that uses ThingsBoard's gateway API for the devices behind it: its slaves, distinguished by name. */
export const mqttGateway: DeviceType = {
  productNo: 'MQTT-GATEWAY',
  name: 'MQTT 网关',
  englishName: 'MQTT gateway',
  deviceTypeCode: 'GATEWAY',
  nodeKind: 'GATEWAY',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['batteryV', 'csq', 'rssi', 'mainsLost', 'doorOpen'],
  read: readTb,
}

/** A valve behind a gateway. */
export const mqttValveSlave: DeviceType = {
  productNo: 'MQTT-VALVE-SLAVE',
  name: 'MQTT 阀门从机',
  englishName: 'MQTT valve behind a gateway',
  deviceTypeCode: 'VALVE',
  nodeKind: 'SLAVE',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: [...VALVE_POINTS.filter((key) => key !== 'csq'), 'rssi'],
  commands: TB_VALVE_COMMANDS,
  ...TB_RPC,
  carrier: 'BEHIND_MASTER',
}
