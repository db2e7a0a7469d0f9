import type { DeviceType } from '../device-type.ts'
import { encodeSl651Read, encodeSl651Valve, SL651_READ, SL651_VALVE_COMMANDS } from './sl651.commands.ts'
import { readSl651 } from './sl651.mapping.ts'

/** A station that drives several valves: the master. Each valve is a slave on its channel. */
export const sl651ValveStation: DeviceType = {
  productNo: 'SL651-VALVE-STATION',
  name: 'SL651 多路阀门站',
  englishName: 'SL651 multi-valve station',
  deviceTypeCode: 'GATEWAY',
  nodeKind: 'GATEWAY',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['batteryV', 'level', 'mainsLost', 'doorOpen'],
  read: readSl651,
  commands: SL651_READ,
  encode: encodeSl651Read,
}

/** One valve of a multi-way station. */
export const sl651ValveChannel: DeviceType = {
  productNo: 'SL651-VALVE-CHANNEL',
  name: 'SL651 阀门通道',
  englishName: 'SL651 valve channel',
  deviceTypeCode: 'VALVE',
  nodeKind: 'SLAVE',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['valveState', 'opening', 'outletPressure', 'flow', 'hourVolume', 'remainWater'],
  commands: SL651_VALVE_COMMANDS,
  encode: encodeSl651Valve,
}

/** A station with a single valve. */
export const sl651Valve: DeviceType = {
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
  read: readSl651,
  commands: SL651_VALVE_COMMANDS,
  encode: encodeSl651Valve,
}
