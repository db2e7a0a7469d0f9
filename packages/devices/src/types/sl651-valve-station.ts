import type { ProductModel } from '@sluice/contract'
import { SL651_READ, SL651_VALVE } from './sl651.commands.ts'
import { SL651_MAPPING } from './sl651.mapping.ts'

/** A station that drives several valves: the master. Each valve is a slave on its channel. */
export const sl651ValveStation: ProductModel = {
  productNo: 'SL651-VALVE-STATION',
  name: 'SL651 多路阀门站',
  englishName: 'SL651 multi-valve station',
  deviceTypeCode: 'GATEWAY',
  nodeKind: 'GATEWAY',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['batteryV', 'level', 'mainsLost', 'doorOpen'],
  uplink: SL651_MAPPING,
  ...SL651_READ,
}

/** One valve of a multi-way station. */
export const sl651ValveChannel: ProductModel = {
  productNo: 'SL651-VALVE-CHANNEL',
  name: 'SL651 阀门通道',
  englishName: 'SL651 valve channel',
  deviceTypeCode: 'VALVE',
  nodeKind: 'SLAVE',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['valveState', 'opening', 'outletPressure', 'flow', 'hourVolume', 'remainWater'],
  uplink: null,
  ...SL651_VALVE,
}

/** A station with a single valve. */
export const sl651Valve: ProductModel = {
  productNo: 'SL651-VALVE',
  name: 'SL651 单路阀门',
  englishName: 'SL651 single valve',
  deviceTypeCode: 'VALVE',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: [
    'valveState',
    'opening',
    'outletPressure',
    'flow',
    'hourVolume',
    'remainWater',
    'batteryV',
    'mainsLost',
    'doorOpen',
  ],
  uplink: SL651_MAPPING,
  ...SL651_VALVE,
}
