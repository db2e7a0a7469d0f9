import { deviceResource } from '../registry/device.resource.ts'
import { defineResource, type Row } from '../machine/resource.ts'

export const CONTROL_MODES = ['LOCAL', 'REMOTE', 'AUTO'] as const
export type ControlMode = (typeof CONTROL_MODES)[number]

/** Below this many percent, or with one of these faults (电池欠压, 电池耗尽), a battery counts as low. */
export const LOW_BATTERY_PCT = 20
export const BATTERY_FAULTS: readonly string[] = ['P01', 'P02']

/** How long a command that was given up stays in question although the valve has reported since. */
export const OPEN_QUESTION_S = 600

const {
  name,
  deviceNo,
  deptId,
  masterId,
  channel,
  stationAddress,
  status,
  reportIntervalS,
  lastSeenTime,
  commands,
  faulty,
} = deviceResource.fields

/**
 * The devices that are valves, with the values people search them by (domain 2.3): a read-only view, the rows are
 * written as devices. Values computed from reports are as of the request; a list also shows the live values.
 */
export const valveSlaveResource = defineResource({
  name: 'valveSlave',
  names: { many: ['阀门', 'Valves'], one: ['阀门从机', 'valve slave'] },
  service: 'valve',
  path: 'slave',
  table: 'device',
  permission: 'device',
  scope: 'dept',
  display: 'name',
  fields: {
    name,
    deviceNo,
    deptId,
    masterId,
    channel,
    stationAddress,
    status,
    reportIntervalS,
    lastSeenTime,
    commands,
    mode: { kind: 'enum', enumName: 'mode', values: CONTROL_MODES, write: 'never' },
    /** As reported; the limit switches beat the percentage (domain 4.4 rule 7). */
    opening: { kind: 'decimal', unit: '%', min: 0, max: 100, decimals: 0, write: 'never' },
    inletPressure: { kind: 'decimal', unit: 'MPa', measured: true, decimals: 3, write: 'never' },
    outletPressure: { kind: 'decimal', unit: 'MPa', measured: true, decimals: 3, write: 'never' },
    flow: { kind: 'decimal', unit: 'm³/h', measured: true, decimals: 2, write: 'never' },
    totalVolume: { kind: 'decimal', unit: 'm³', measured: true, decimals: 1, write: 'never' },
    batteryV: { kind: 'decimal', unit: 'V', decimals: 2, write: 'never' },
    /** As reported, or derived from the reported CSQ (domain 0.3). */
    rssi: { kind: 'integer', unit: 'dBm', write: 'never' },
    lock: { kind: 'boolean', write: 'never' },
    lowBattery: { kind: 'boolean', write: 'never' },
    faulty,
    /** A command that moves it runs and is not proven. */
    pending: { kind: 'boolean', write: 'never' },
    /** The newest command that moves it was given up, and its outcome is unknown. */
    unconfirmed: { kind: 'boolean', write: 'never' },
  },
  list: {
    columns: [
      'name',
      'masterId',
      'status',
      'mode',
      'opening',
      'inletPressure',
      'outletPressure',
      'flow',
      'totalVolume',
      'batteryV',
      'rssi',
      'lock',
      'lastSeenTime',
    ],
    keyword: ['name', 'deviceNo', 'stationAddress'],
    filters: ['masterId', 'mode', 'lowBattery', 'status', 'deptId', 'faulty', 'pending', 'unconfirmed'],
    ranges: ['opening', 'inletPressure', 'outletPressure'],
    sort: { field: 'deviceNo', order: 'asc' },
  },
  actions: ['export'],
})
export type ValveSlaveRow = Row<typeof valveSlaveResource>
