import { typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import type { FaultTrigger } from './alarm-rule.ts'
import { ackFault } from './fault.operations.ts'
import { CONDITION_STATES, HANDLE_STATES } from './fault-state.ts'
import { DEVICE_TYPE_CODES } from '../registry/device-type-code.ts'

/**
 * Faults with their devices (domain 6.6), read only: devices raise them, and people's progress is set by calls of its
 * own. `version` changes with its state, not with a repetition. Faults to be handled come first: active before cleared,
 * then the highest level, then the newest.
 */
export const faultResource = defineResource({
  name: 'fault',
  names: { many: ['设备故障', 'Device faults'], one: ['故障', 'fault'] },
  service: 'device',
  path: 'fault',
  table: 'fault',
  permission: 'fault',
  scope: 'device',
  display: 'deviceName',
  fields: {
    deviceId: { kind: 'ref', to: 'device', required: true, write: 'never' },
    deviceName: { kind: 'text', required: true, write: 'never' },
    deviceNo: { kind: 'text', required: true, write: 'never' },
    deviceTypeCode: {
      kind: 'enum',
      enumName: 'deviceType',
      values: DEVICE_TYPE_CODES,
      required: true,
      write: 'never',
    },
    /** The department the device belongs to now. */
    deptId: { kind: 'ref', to: 'dept', required: true, write: 'never' },
    code: { kind: 'text', named: 'fault', required: true, write: 'never' },
    level: { kind: 'integer', min: 1, max: 4, named: 'enum.level', required: true, write: 'never' },
    /** What usually causes it, and what to check, one step a line: of its code, in the reader's language. */
    cause: { kind: 'longText', write: 'never' },
    remedy: { kind: 'longText', write: 'never' },
    /** The limit that raised it, and the value beyond it; null for one of another source. */
    trigger: { kind: 'json', holds: typed<FaultTrigger>(), write: 'never' },
    conditionState: {
      kind: 'enum',
      enumName: 'conditionState',
      values: CONDITION_STATES,
      required: true,
      write: 'never',
    },
    handleState: { kind: 'enum', enumName: 'handleState', values: HANDLE_STATES, required: true, write: 'never' },
    firstTime: { kind: 'time', required: true, write: 'never' },
    lastTime: { kind: 'time', required: true, write: 'never' },
    clearTime: { kind: 'time', write: 'never' },
    count: { kind: 'integer', required: true, write: 'never' },
    /** How often it began within the two hours before it was last seen; one that comes and goes is one fault. */
    begun: { kind: 'integer', required: true, write: 'never' },
    /** Who took it, and when. */
    takenName: { kind: 'text', write: 'never' },
    takenTime: { kind: 'time', write: 'never' },
  },
  list: {
    columns: [
      'deviceName',
      'level',
      'code',
      'deptId',
      'firstTime',
      'lastTime',
      'count',
      'conditionState',
      'handleState',
      'takenName',
    ],
    keyword: ['deviceName', 'deviceNo'],
    filters: ['conditionState', 'handleState', 'deptId', 'deviceTypeCode', 'level', 'code', 'deviceId'],
    ranges: ['lastTime'],
    sort: { field: 'conditionState', order: 'asc' },
  },
  actions: ['export'],
  rowActions: [
    {
      name: 'ack',
      label: ['接手', 'Take'],
      right: ['接手故障', 'Take fault'],
      on: ['row', 'selection'],
      call: ackFault,
      send: ({ id, version }) => ({ id, version }),
      unless: ({ handleState }) =>
        handleState === 'UNHANDLED' ? null : ['已有人接手', 'Somebody has taken it already'],
      done: (_fault, n) => (n === 1 ? ['已接手', 'Fault taken'] : [`${n} 条故障已接手`, `${n} faults taken`]),
    },
    { name: 'open', label: ['设备', 'Device'], to: ({ deviceId }) => `/device/detail/${deviceId}?tab=faults` },
  ],
})
export type FaultRow = Row<typeof faultResource>
