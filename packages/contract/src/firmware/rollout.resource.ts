import { defineResource, detailTab, type Row } from '../machine/resource.ts'
import { firmwareDeviceResource } from './firmware-device.resource.ts'
import { ROLLOUT_REASON_WORDS, ROLLOUT_REASONS, ROLLOUT_STATE_WORDS, ROLLOUT_STATES } from './firmware-words.ts'

/** So many devices are in one roll-out at most. */
export const ROLLOUT_MAX_DEVICES = 20_000

const COUNT = { kind: 'integer', required: true, write: 'never' } as const

/** A firmware on its way to devices of its product, wave after wave. */
export const rolloutResource = defineResource({
  name: 'firmwareRollout',
  names: { many: ['固件升级', 'Firmware roll-outs'], one: ['升级任务', 'roll-out'] },
  service: 'device',
  path: 'firmwareRollout',
  table: 'firmware_rollout',
  permission: 'firmwareRollout',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 60, write: 'insert' },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true, write: 'insert' },
    firmwareId: { kind: 'ref', to: 'firmware', label: ['固件', 'Firmware'], required: true, write: 'insert' },
    /** Of the product's devices those in the group, in the area and among the named ones, as far as these are given. */
    groupId: { kind: 'ref', to: 'deviceGroup', label: ['仅此分组', 'Only this group'], write: 'insert' },
    areaId: { kind: 'ref', to: 'area', label: ['仅此区域', 'Only this area'], write: 'insert' },
    deviceIds: { kind: 'refs', to: 'device', label: ['仅这些设备', 'Only these devices'], write: 'insert' },
    waves: { kind: 'text', label: ['批次', 'Waves'], required: true, max: 100, write: 'insert' },
    /** Null: every wave waits for somebody to let it go. */
    pauseMinutes: {
      kind: 'integer',
      label: ['批次间隔', 'Pause between waves'],
      unit: 'min',
      min: 0,
      max: 10_080,
      write: 'insert',
    },
    maxFailurePct: {
      kind: 'integer',
      label: ['允许失败率', 'Failures allowed'],
      unit: '%',
      min: 0,
      max: 100,
      required: true,
      write: 'insert',
    },
    timeoutHours: {
      kind: 'integer',
      label: ['单台超时', 'Time for one device'],
      unit: 'h',
      min: 1,
      max: 720,
      required: true,
      write: 'insert',
    },
    state: {
      kind: 'enum',
      label: ['状态', 'State'],
      enumName: 'rolloutState',
      values: ROLLOUT_STATES,
      words: ROLLOUT_STATE_WORDS,
      required: true,
      write: 'never',
    },
    reason: {
      kind: 'enum',
      label: ['原因', 'Because'],
      enumName: 'rolloutReason',
      values: ROLLOUT_REASONS,
      words: ROLLOUT_REASON_WORDS,
      write: 'never',
    },
    /** The last wave that was let go; 0: none. */
    wave: { ...COUNT, label: ['当前批次', 'Wave'] },
    waveCount: { ...COUNT, label: ['批次数', 'Waves in all'] },
    deviceCount: { ...COUNT, label: ['设备数', 'Devices'] },
    doneCount: { ...COUNT, label: ['已升级', 'Updated'] },
    failedCount: { ...COUNT, label: ['失败', 'Failed'] },
    /** Devices that it was meant for and that another roll-out has. */
    leftOut: { ...COUNT, label: ['在其他任务中', 'In another roll-out'] },
    startTime: { kind: 'time', label: ['开始时间', 'Started'], write: 'never' },
    endTime: { kind: 'time', label: ['结束时间', 'Ended'], write: 'never' },
  },
  list: {
    columns: [
      'name',
      'firmwareId',
      'state',
      'reason',
      'wave',
      'waveCount',
      'deviceCount',
      'doneCount',
      'failedCount',
      'deptId',
      'startTime',
      'endTime',
    ],
    keyword: ['name'],
    filters: ['state', 'firmwareId', 'deptId'],
    sorts: ['startTime', 'endTime', 'name'],
    sort: { field: 'startTime', order: 'desc' },
  },
  form: [
    'name',
    'deptId',
    'firmwareId',
    'groupId',
    'areaId',
    'deviceIds',
    'waves',
    'pauseMinutes',
    'maxFailurePct',
    'timeoutHours',
  ],
  states: {
    field: 'state',
    begin: 'PLANNED',
    steps: ['PLANNED', 'RUNNING', 'DONE'],
    transitions: [
      { name: 'start', verb: ['开始升级', 'Start'], from: ['PLANNED'], to: 'RUNNING' },
      { name: 'pause', verb: ['暂停', 'Pause'], from: ['RUNNING'], to: 'PAUSED' },
      { name: 'goOn', verb: ['继续', 'Go on'], from: ['PAUSED'], to: 'RUNNING' },
      {
        name: 'retry',
        verb: ['重试失败设备', 'Retry failed devices'],
        from: ['PAUSED', 'STOPPED', 'DONE'],
        to: 'RUNNING',
        unless: (row: { failedCount?: unknown; state?: unknown; doneCount?: unknown; deviceCount?: unknown }) =>
          row.doneCount === row.deviceCount ? ['全部设备都已升级', 'All devices are updated'] : null,
      },
      {
        name: 'stop',
        verb: ['停止', 'Stop'],
        from: ['PLANNED', 'RUNNING', 'PAUSED'],
        to: 'STOPPED',
        danger: true,
        confirm: [
          '尚未安装的设备不再升级，正在安装的设备照常完成。确定要停止吗？',
          'Devices that have not begun to install keep what they have; those that install go on. Stop it?',
        ],
      },
    ],
  },
  detail: {
    facts: [
      'firmwareId',
      'deptId',
      'groupId',
      'areaId',
      'deviceIds',
      'waves',
      'pauseMinutes',
      'maxFailurePct',
      'timeoutHours',
      'leftOut',
      'startTime',
      'endTime',
    ],
    tabs: [detailTab({ name: 'devices', label: ['设备', 'Devices'], of: firmwareDeviceResource, by: 'rolloutId' })],
    timeline: true,
  },
  noImport: 'Its devices are chosen, not written.',
  actions: ['insert', 'export'],
})
export type RolloutRow = Row<typeof rolloutResource>
