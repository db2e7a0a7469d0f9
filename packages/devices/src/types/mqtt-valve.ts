import { TB_VALVE_COMMANDS } from '../command.ts'
import type { ProductModel } from '@sluice/contract'
import { TB_DOWNLINKS, TB_MAPPING } from './tb.mapping.ts'

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
export const mqttValve: ProductModel = {
  productNo: 'MQTT-VALVE',
  name: 'MQTT 阀门',
  englishName: 'MQTT valve',
  deviceTypeCode: 'VALVE',
  nodeKind: 'DIRECT',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: VALVE_POINTS,
  uplink: TB_MAPPING,
  commands: TB_VALVE_COMMANDS,
  downlinks: TB_DOWNLINKS,
}

/** A gateway that uses ThingsBoard's gateway API for the devices behind it: its slaves, distinguished by name. */
export const mqttGateway: ProductModel = {
  productNo: 'MQTT-GATEWAY',
  name: 'MQTT 网关',
  englishName: 'MQTT gateway',
  deviceTypeCode: 'GATEWAY',
  nodeKind: 'GATEWAY',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['batteryV', 'csq', 'rssi', 'mainsLost', 'doorOpen'],
  uplink: TB_MAPPING,
  commands: [],
  downlinks: null,
}

/** A valve behind a gateway. */
export const mqttValveSlave: ProductModel = {
  productNo: 'MQTT-VALVE-SLAVE',
  name: 'MQTT 阀门从机',
  englishName: 'MQTT valve behind a gateway',
  deviceTypeCode: 'VALVE',
  nodeKind: 'SLAVE',
  protocol: 'TB_MQTT',
  keepsOnline: true,
  reportIntervalS: 300,
  points: [...VALVE_POINTS.filter((key) => key !== 'csq'), 'rssi'],
  uplink: TB_MAPPING,
  commands: TB_VALVE_COMMANDS,
  downlinks: TB_DOWNLINKS,
  carrier: 'BEHIND_MASTER',
}
