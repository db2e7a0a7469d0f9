import { deviceResource } from '../registry/device.resource.ts'
import { defineResource, type Row } from '../machine/resource.ts'

const { name, deviceNo, deptId, masterId, status, reportIntervalS, lastSeenTime, commands, faulty } =
  deviceResource.fields

/**
 * The devices that are lamps, most of them behind a concentrator (domain 2.3): a read-only view, the rows are written as
 * devices and their poles. Values are the last good ones that were reported, as of the request.
 */
export const lampSlaveResource = defineResource({
  name: 'lampSlave',
  names: { many: ['路灯', 'Lamps'], one: ['路灯', 'lamp'] },
  service: 'device',
  path: 'lampSlave',
  table: 'device',
  permission: 'device',
  scope: 'dept',
  display: 'name',
  fields: {
    name,
    deviceNo,
    deptId,
    masterId,
    status,
    reportIntervalS,
    lastSeenTime,
    commands,
    poleNo: { kind: 'text', label: ['杆号', 'Pole'], write: 'never' },
    loopNo: { kind: 'text', label: ['回路', 'Loop'], write: 'never' },
    lampOn: { kind: 'boolean', label: ['亮灯', 'On'], write: 'never' },
    dim: { kind: 'decimal', label: ['调光', 'Dimming'], unit: '%', decimals: 0, write: 'never' },
    voltage: { kind: 'decimal', label: ['电压', 'Voltage'], unit: 'V', decimals: 1, write: 'never' },
    current: { kind: 'decimal', label: ['电流', 'Current'], unit: 'A', decimals: 2, write: 'never' },
    power: { kind: 'decimal', label: ['功率', 'Power'], unit: 'W', decimals: 1, write: 'never' },
    ratedW: { kind: 'decimal', label: ['额定功率', 'Rated power'], unit: 'W', decimals: 1, write: 'never' },
    energy: { kind: 'decimal', label: ['电能', 'Energy'], unit: 'kWh', decimals: 2, write: 'never' },
    /** Since midnight, of reports that said so; a lamp that fell silent counts for three intervals at most. */
    todayLitH: { kind: 'decimal', label: ['今日亮灯', 'Lit today'], unit: 'h', decimals: 2, write: 'never' },
    faulty,
  },
  list: {
    columns: [
      'name',
      'poleNo',
      'loopNo',
      'masterId',
      'status',
      'lampOn',
      'dim',
      'voltage',
      'current',
      'power',
      'energy',
      'todayLitH',
      'faulty',
      'lastSeenTime',
    ],
    keyword: ['name', 'deviceNo'],
    filters: ['masterId', 'loopNo', 'lampOn', 'faulty', 'status', 'deptId'],
    sort: { field: 'deviceNo', order: 'asc' },
  },
  actions: ['export'],
  rowActions: [{ name: 'open', label: ['详情', 'Details'], to: ({ id }) => `/device/detail/${id}` }],
})
export type LampSlaveRow = Row<typeof lampSlaveResource>
