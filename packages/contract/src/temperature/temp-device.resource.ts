import type { Words } from '../machine/words.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { deviceResource } from '../registry/device.resource.ts'

/** How the last reading stands to the limits: a broken probe before all, then temperature, then humidity. */
export const TEMP_STATES = ['NORMAL', 'HIGH', 'LOW', 'HUMIDITY', 'PROBE'] as const
export type TempState = (typeof TEMP_STATES)[number]
export const TEMP_STATE_WORDS: Readonly<Record<TempState, Words>> = {
  NORMAL: ['正常', 'Within limits'],
  HIGH: ['超上限', 'Too warm'],
  LOW: ['低于下限', 'Too cold'],
  HUMIDITY: ['湿度超限', 'Humidity out of limits'],
  PROBE: ['探头故障', 'Probe broken'],
}

const TEMPERATURE = { kind: 'decimal', unit: '°C', measured: true, min: -100, max: 300, decimals: 1 } as const
const HUMIDITY = { kind: 'decimal', unit: '%RH', min: 0, max: 100, decimals: 1 } as const

const { name, deviceNo, deptId, masterId, status, reportIntervalS, lastSeenTime, commands } = deviceResource.fields

/**
 * The devices that measure temperature, with their last readings and limits (domain 2.3). A change is about the probe
 * alone: where it sits, its scene, and limits of its own, each of which goes before that of the scene.
 */
export const tempDeviceResource = defineResource({
  name: 'tempDevice',
  names: { many: ['从机设备', 'Temperature probes'], one: ['温度探头', 'temperature probe'] },
  service: 'device',
  path: 'tempDevice',
  table: 'device',
  permission: 'device',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { ...name, label: ['名称', 'Name'], write: 'never' },
    deviceNo: { ...deviceNo, label: ['编号', 'Number'], write: 'never' },
    deptId: { ...deptId, label: ['部门', 'Department'], write: 'never' },
    masterId: { ...masterId, label: ['主机', 'Master'], write: 'never' },
    probePosition: { kind: 'text', label: ['探头位置', 'Position of the probe'], max: 60 },
    sceneId: { kind: 'ref', to: 'tempScene', label: ['场景', 'Scene'] },
    status: { ...status, label: ['在线状态', 'Link'] },
    tempState: {
      kind: 'enum',
      label: ['状态', 'State'],
      enumName: 'tempState',
      values: TEMP_STATES,
      words: TEMP_STATE_WORDS,
      write: 'never',
    },
    temperature: { ...TEMPERATURE, label: ['温度', 'Temperature'], write: 'never' },
    humidity: { ...HUMIDITY, label: ['湿度', 'Humidity'], write: 'never' },
    /** The limits in force: its own, else those of its scene. */
    lower: { ...TEMPERATURE, label: ['下限', 'Lower limit'], write: 'never' },
    upper: { ...TEMPERATURE, label: ['上限', 'Upper limit'], write: 'never' },
    humLower: { ...HUMIDITY, label: ['湿度下限', 'Lowest humidity'], write: 'never' },
    humUpper: { ...HUMIDITY, label: ['湿度上限', 'Highest humidity'], write: 'never' },
    ownLower: { ...TEMPERATURE, label: ['自设温度下限', 'Own lowest temperature'] },
    ownUpper: { ...TEMPERATURE, label: ['自设温度上限', 'Own highest temperature'] },
    ownHumLower: { ...HUMIDITY, label: ['自设湿度下限', 'Own lowest humidity'] },
    ownHumUpper: { ...HUMIDITY, label: ['自设湿度上限', 'Own highest humidity'] },
    batteryV: { kind: 'decimal', label: ['电池', 'Battery'], unit: 'V', decimals: 2, write: 'never' },
    reportIntervalS: { ...reportIntervalS, label: ['上报间隔', 'Report interval'], write: 'never' },
    lastSeenTime: { ...lastSeenTime, label: ['最近上报', 'Last report'] },
    commands: { ...commands, label: ['指令', 'Commands'] },
  },
  list: {
    columns: [
      'name',
      'probePosition',
      'masterId',
      'sceneId',
      'temperature',
      'humidity',
      'lower',
      'upper',
      'tempState',
      'status',
      'batteryV',
      'lastSeenTime',
    ],
    keyword: ['name', 'deviceNo'],
    filters: ['masterId', 'tempState', 'sceneId', 'status', 'deptId'],
    ranges: ['temperature'],
    sort: { field: 'deviceNo', order: 'asc' },
  },
  form: ['probePosition', 'sceneId', 'ownLower', 'ownUpper', 'ownHumLower', 'ownHumUpper'],
  actions: ['update', 'export'],
})
export type TempDeviceRow = Row<typeof tempDeviceResource>
