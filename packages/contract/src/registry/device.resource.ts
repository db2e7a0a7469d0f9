import type { CommandDef } from '../command/command-def.ts'
import { typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { DEVICE_STATUSES } from '../telemetry/device-state.ts'

export const DEVICE_TYPE_CODES = [
  'VALVE',
  'LAMP',
  'TEMP',
  'LORAWAN',
  'HYDRANT',
  'PUMP',
  'IRRIGATION',
  'COVER',
  'WATER_CONTROLLER',
  'GATEWAY',
  'SENSOR',
  'CAMERA',
  'COMPRESSOR',
  'CARWASH',
  'RELIC',
  'WEATHER',
] as const
export type DeviceTypeCode = (typeof DEVICE_TYPE_CODES)[number]

/**
 * The requirements of a model's protocol for its form and page: an address of its own, a channel of its master, shared
 * attributes, a command map.
 */
export const PROTOCOL_TRAITS = ['ADDRESS', 'CHANNEL', 'ATTRIBUTES', 'COMMAND_MAP'] as const
export type ProtocolTrait = (typeof PROTOCOL_TRAITS)[number]

/** One installed unit: direct, a master, or a slave behind a master's channel (domain 2.1, 2.2). */
export const deviceResource = defineResource({
  name: 'device',
  names: { many: ['设备', 'Devices'], one: ['设备', 'device'] },
  service: 'device',
  path: 'device',
  table: 'device',
  permission: 'device',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', required: true, max: 50 },
    deviceNo: { kind: 'text', required: true, unique: true, max: 40, pattern: '[A-Za-z0-9_.:-]+' },
    productId: { kind: 'ref', to: 'product', required: true, write: 'insert' },
    deptId: { kind: 'ref', to: 'dept', required: true },
    /** Its department or one above it is disabled: it reports, but its people cannot sign in. */
    deptOff: { kind: 'boolean', required: true, write: 'never' },
    masterId: { kind: 'ref', to: 'device' },
    channel: { kind: 'integer', min: 1, max: 64 },
    /** Its protocol's rules for an address are checked on write. */
    stationAddress: { kind: 'text', max: 40, pattern: '[0-9A-Za-z_.-]+' },
    /** Addresses and networks a station may report from, apart by blanks or commas; empty: from everywhere. */
    allowedAddresses: { kind: 'text', max: 300 },
    /** A station that may use any password. */
    passwordFree: { kind: 'boolean', required: true, write: 'never' },
    status: { kind: 'enum', enumName: 'deviceStatus', values: DEVICE_STATUSES, required: true, write: 'never' },
    enabled: { kind: 'boolean' },
    deviceTypeCode: { kind: 'enum', enumName: 'deviceType', values: DEVICE_TYPE_CODES, required: true, write: 'never' },
    nodeKind: {
      kind: 'enum',
      enumName: 'nodeKind',
      values: ['DIRECT', 'GATEWAY', 'SLAVE'],
      required: true,
      write: 'never',
    },
    protocol: { kind: 'text', required: true, write: 'never' },
    /** The traits of its protocol. */
    traits: { kind: 'json', holds: typed<readonly ProtocolTrait[]>(), required: true, write: 'never' },
    lng: { kind: 'decimal', min: -180, max: 180, decimals: 6, unit: '°' },
    lat: { kind: 'decimal', min: -90, max: 90, decimals: 6, unit: '°' },
    address: { kind: 'text', max: 200 },
    reportIntervalS: { kind: 'integer', min: 5, max: 604800, unit: 's' },
    lastSeenTime: { kind: 'time', write: 'never' },
    /** An active fault other than silence, which is a state of its own. */
    faulty: { kind: 'boolean', write: 'never' },
    /** The commands it understands. */
    commands: { kind: 'json', holds: typed<readonly CommandDef[]>(), required: true, write: 'never' },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['name', 'deviceNo', 'deviceTypeCode', 'productId', 'masterId', 'deptId', 'status', 'lastSeenTime'],
    keyword: ['name', 'deviceNo', 'stationAddress'],
    filters: ['status', 'faulty', 'deviceTypeCode', 'deptId', 'masterId', 'productId'],
    sort: { field: 'deviceNo', order: 'asc' },
  },
  form: [
    'name',
    'deviceNo',
    'productId',
    'deptId',
    'stationAddress',
    'allowedAddresses',
    'masterId',
    'channel',
    'reportIntervalS',
    'lng',
    'lat',
    'address',
    'enabled',
    'remark',
  ],
  position: ['lng', 'lat'],
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
export type DeviceRow = Row<typeof deviceResource>
