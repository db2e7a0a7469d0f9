import { defineResource, type Row } from '../machine/resource.ts'
import { FIRMWARE_DEVICE_STATE_WORDS, FIRMWARE_DEVICE_STATES } from './firmware-words.ts'

/** One device in a roll-out: how far it is, and why not further. */
export const firmwareDeviceResource = defineResource({
  name: 'firmwareDevice',
  names: { many: ['设备升级记录', 'Firmware of devices'], one: ['升级记录', 'firmware record'] },
  service: 'device',
  path: 'firmwareDevice',
  table: 'firmware_device',
  permission: 'firmwareDevice',
  scope: 'device',
  display: 'deviceId',
  fields: {
    deviceId: { kind: 'ref', to: 'device', label: ['设备', 'Device'], required: true, write: 'never' },
    rolloutId: { kind: 'ref', to: 'firmwareRollout', label: ['升级任务', 'Roll-out'], required: true, write: 'never' },
    /** That of the roll-out, as it is called. */
    firmware: { kind: 'text', label: ['固件', 'Firmware'], required: true, write: 'never' },
    wave: { kind: 'integer', label: ['批次', 'Wave'], required: true, write: 'never' },
    state: {
      kind: 'enum',
      label: ['状态', 'State'],
      enumName: 'firmwareDeviceState',
      values: FIRMWARE_DEVICE_STATES,
      words: FIRMWARE_DEVICE_STATE_WORDS,
      required: true,
      write: 'never',
    },
    percent: { kind: 'integer', label: ['下载进度', 'Downloaded'], unit: '%', required: true, write: 'never' },
    /** A word of the platform, or what the device said. */
    reason: { kind: 'text', label: ['原因', 'Because'], write: 'never', named: 'firmwareReason' },
    /** What it last said it runs. */
    currentVersion: { kind: 'text', label: ['当前版本', 'Runs'], write: 'never' },
    offerTime: { kind: 'time', label: ['通知时间', 'Offered'], write: 'never' },
    changeTime: { kind: 'time', label: ['更新时间', 'Changed'], required: true, write: 'never' },
  },
  list: {
    columns: [
      'deviceId',
      'rolloutId',
      'firmware',
      'wave',
      'state',
      'percent',
      'reason',
      'currentVersion',
      'offerTime',
      'changeTime',
    ],
    filters: ['state', 'deviceId', 'rolloutId'],
    sorts: ['wave', 'state', 'changeTime', 'percent'],
    sort: { field: 'changeTime', order: 'desc' },
  },
  actions: ['export'],
})
export type FirmwareDeviceRow = Row<typeof firmwareDeviceResource>
