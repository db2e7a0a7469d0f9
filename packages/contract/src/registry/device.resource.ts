import type { CommandDef } from '../command/command-def.ts'
import { typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { DEVICE_STATUSES } from '../telemetry/device-state.ts'
import { DEVICE_TYPE_CODES } from './device-type-code.ts'
import { replaceMaster } from './master.operations.ts'
import { DEVICE_LIFE, LIFECYCLES, NETWORKS } from './device-life.ts'
import { COORD_SOURCES, COORD_SOURCE_WORDS, LIFECYCLE_WORDS, NETWORK_WORDS } from './device-words.ts'

/**
 * The requirements of a model's protocol for its form and page: an address of its own, a channel of its master, shared
 * attributes, a command map, tokens that devices ask for with the secret of their product, firmware that is brought to them, bytes of a frame or a topic with
 * its payload that are sent as they are typed.
 */
export const PROTOCOL_TRAITS = [
  'ADDRESS',
  'CHANNEL',
  'ATTRIBUTES',
  'COMMAND_MAP',
  'PROVISIONING',
  'FIRMWARE',
  'RAW_FRAME',
  'RAW_MESSAGE',
] as const
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
    serialNo: { kind: 'text', label: ['出厂编号', 'Serial no.'], unique: true, max: 40, pattern: '[A-Za-z0-9_.:/-]+' },
    productId: { kind: 'ref', to: 'product', required: true, write: 'insert' },
    deptId: { kind: 'ref', to: 'dept', required: true },
    /** Its department or one above it is disabled: it reports, but its people cannot sign in. */
    deptOff: { kind: 'boolean', required: true, write: 'never' },
    masterId: { kind: 'ref', to: 'device' },
    channel: { kind: 'integer', min: 1, max: 64 },
    /** Its address on its master, where its protocol numbers slaves so. */
    slaveAddr: { kind: 'integer', label: ['从机地址', 'Slave address'], min: 1, max: 247 },
    /** Its protocol's rules for an address are checked on write. */
    stationAddress: { kind: 'text', max: 40, pattern: '[0-9A-Za-z_.-]+' },
    /** Addresses and networks a station may report from, apart by blanks or commas; empty: from everywhere. */
    allowedAddresses: { kind: 'text', max: 300 },
    /** A station that may use any password. */
    passwordFree: { kind: 'boolean', required: true, write: 'never' },
    status: { kind: 'enum', enumName: 'deviceStatus', values: DEVICE_STATUSES, required: true, write: 'never' },
    enabled: { kind: 'boolean' },
    lifecycle: {
      kind: 'enum',
      label: ['生命周期', 'Life'],
      enumName: 'lifecycle',
      values: LIFECYCLES,
      words: LIFECYCLE_WORDS,
      required: true,
      write: 'never',
    },
    areaId: { kind: 'ref', to: 'area', label: ['区域', 'Area'] },
    tagIds: { kind: 'refs', to: 'deviceTag', label: ['标签', 'Tags'] },
    /** The names of its tags. */
    tags: { kind: 'json', holds: typed<readonly string[]>(), label: ['标签', 'Tags'], required: true, write: 'never' },
    /** The groups it was put into by hand; as a filter also those by condition. */
    groupIds: { kind: 'refs', to: 'deviceGroup', label: ['分组', 'Groups'], write: 'never' },
    network: {
      kind: 'enum',
      label: ['联网方式', 'Network'],
      enumName: 'network',
      values: NETWORKS,
      words: NETWORK_WORDS,
    },
    /** The card that is bound to it: its ICCID. */
    iccid: { kind: 'text', label: ['SIM 卡号', 'SIM number'], unique: true, max: 20, pattern: '[0-9A-Fa-f]{19,20}' },
    imei: { kind: 'text', label: ['IMEI', 'IMEI'], unique: true, max: 15, pattern: '[0-9]{15}' },
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
    coordSource: {
      kind: 'enum',
      label: ['坐标来源', 'Position from'],
      enumName: 'coordSource',
      values: COORD_SOURCES,
      words: COORD_SOURCE_WORDS,
    },
    address: { kind: 'text', max: 200 },
    /** When it was installed the last time, and by whom. */
    installTime: { kind: 'time', label: ['安装时间', 'Installed at'], write: 'never' },
    installer: { kind: 'text', label: ['安装人', 'Installed by'], max: 50 },
    warrantyUntil: { kind: 'date', label: ['质保至', 'Warranty until'] },
    /** Its first report. */
    activeTime: { kind: 'time', label: ['激活时间', 'Active since'], write: 'never' },
    photos: { kind: 'files', accept: 'photo', label: ['照片', 'Photos'] },
    papers: { kind: 'files', accept: 'any', label: ['验收单与附件', 'Acceptance sheet and papers'] },
    reportIntervalS: { kind: 'integer', min: 5, max: 604800, unit: 's' },
    lastSeenTime: { kind: 'time', write: 'never' },
    /** An active fault other than silence, which is a state of its own. */
    faulty: { kind: 'boolean', write: 'never' },
    /** The commands it understands. */
    commands: { kind: 'json', holds: typed<readonly CommandDef[]>(), required: true, write: 'never' },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: [
      'name',
      'deviceNo',
      'deviceTypeCode',
      'productId',
      'masterId',
      'deptId',
      'status',
      'lifecycle',
      'areaId',
      'tagIds',
      'lastSeenTime',
    ],
    keyword: ['name', 'deviceNo', 'stationAddress', 'serialNo', 'imei'],
    filters: [
      'status',
      'faulty',
      'deviceTypeCode',
      'lifecycle',
      'areaId',
      'tagIds',
      'groupIds',
      'deptId',
      'masterId',
      'productId',
      'network',
    ],
    sorts: [
      'name',
      'deviceNo',
      'deviceTypeCode',
      'productId',
      'masterId',
      'deptId',
      'status',
      'lifecycle',
      'areaId',
      'lastSeenTime',
    ],
    sort: { field: 'deviceNo', order: 'asc' },
  },
  form: [
    'name',
    'deviceNo',
    'productId',
    'deptId',
    'serialNo',
    'areaId',
    'tagIds',
    'stationAddress',
    'allowedAddresses',
    'masterId',
    'channel',
    'slaveAddr',
    'network',
    'iccid',
    'imei',
    'reportIntervalS',
    'lng',
    'lat',
    'coordSource',
    'address',
    'installer',
    'warrantyUntil',
    'enabled',
    'photos',
    'papers',
    'remark',
  ],
  position: ['lng', 'lat'],
  states: DEVICE_LIFE,
  actions: ['insert', 'update', 'del', 'export', 'import'],
  rowActions: [
    {
      name: 'commission',
      label: ['现场装机', 'Commission'],
      key: 'commissioning:carryOut',
      to: ({ id }) => `/device/commission?device=${id}`,
      suits: ({ lifecycle }) => lifecycle === 'SHIPPED' || lifecycle === 'UNDER_REPAIR',
    },
    {
      name: 'replaceMaster',
      label: ['更换主机', 'Replace this master'],
      form: replaceMaster,
      suits: ({ nodeKind }) => nodeKind === 'GATEWAY',
    },
    {
      name: 'moveSlave',
      label: ['移到其他主机', 'Move to another master'],
      form: true,
      key: 'device:edit',
      suits: ({ nodeKind }) => nodeKind === 'SLAVE',
    },
  ],
})
export type DeviceRow = Row<typeof deviceResource>
