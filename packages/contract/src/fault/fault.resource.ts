import { createRepairOfFault } from '../aftersale/repair-of-fault.operations.ts'
import { typed } from '../machine/field.ts'
import type { Words } from '../machine/words.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import type { FaultTrigger } from './alarm-rule.ts'
import { ackFault } from './fault.operations.ts'
import {
  assignFaults,
  closeFaults,
  ignoreFaults,
  reopenFaults,
  resolveFaults,
  startFaults,
} from './handling.operations.ts'
import { noteFault } from './fault-story.operations.ts'
import { FAULT_FIGURES } from './fault-figure.ts'
import { CONDITION_STATES, type FaultStep, HANDLE_STATES, type HandleState, stateAfter } from './fault-state.ts'
import { DEVICE_TYPE_CODES } from '../registry/device-type-code.ts'

const NOT_NOW: Words = ['现在的处理状态不能这样做', 'Not possible in its present state']

/** Why a step cannot be taken from the state of a row. */
const notIn =
  (step: FaultStep) =>
  ({ handleState }: { handleState: HandleState }): Words | null =>
    stateAfter(step, handleState) === undefined ? NOT_NOW : null

/** Words have no order that means anything. */
const FAULT_SORTS = [
  'deviceName',
  'deviceTypeCode',
  'areaId',
  'level',
  'code',
  'deptId',
  'firstTime',
  'lastTime',
  'count',
  'consequences',
  'conditionState',
  'handleState',
  'takenName',
] as const

/** One call for all: what it could not do is answered row by row. */
const sendAll = (rows: readonly { id: string }[]) => ({ ids: rows.map(({ id }) => id) })

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
    faultNo: { kind: 'text', required: true, write: 'never' },
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
    /** Where the device stands now; the filter takes those below it, too, and `NONE` for a device without. */
    areaId: { kind: 'ref', to: 'area', write: 'never' },
    code: { kind: 'text', named: 'fault', required: true, write: 'never' },
    level: { kind: 'integer', min: 1, max: 4, named: 'enum.level', required: true, write: 'never' },
    /** What usually causes it, and what to check, one step a line: of its code, in the reader's language. */
    cause: { kind: 'longText', write: 'never' },
    remedy: { kind: 'longText', write: 'never' },
    /** The limit that raised it, and the value beyond it; null for one of another source. */
    trigger: { kind: 'json', holds: typed<FaultTrigger>(), write: 'never' },
    /** What was seen and what was expected in words, in the unit it is stored in; of a limit, the value and the limit. */
    valueAtStart: { kind: 'text', write: 'never' },
    thresholdText: { kind: 'text', write: 'never' },
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
    takenId: { kind: 'text', write: 'never' },
    takenName: { kind: 'text', write: 'never' },
    takenTime: { kind: 'time', write: 'never' },
    /** When it was first taken or assigned. */
    ackTime: { kind: 'time', write: 'never' },
    resolveTime: { kind: 'time', write: 'never' },
    /** What was done, or why it is ignored. */
    handleNote: { kind: 'longText', write: 'never' },
    ignoredUntil: { kind: 'time', write: 'never' },
    /** The window that it began in; it is held back until that ends. */
    maintenanceId: { kind: 'ref', to: 'maintenanceWindow', write: 'never' },
    /** Whether another fault explains it. */
    explained: { kind: 'boolean', required: true, write: 'never' },
    /** Its repair order, the newest of those that were not cancelled. */
    repairId: { kind: 'ref', to: 'repairRecord', write: 'never' },
    /** Only a filter: what this message told of. */
    messageId: { kind: 'text', write: 'never' },
    /** How many active faults it explains. */
    consequences: { kind: 'integer', required: true, write: 'never' },
  },
  list: {
    columns: [
      'deviceName',
      'level',
      'code',
      'conditionState',
      'handleState',
      'valueAtStart',
      'thresholdText',
      'firstTime',
      'lastTime',
      'count',
      'consequences',
      'takenName',
      'deviceTypeCode',
      'areaId',
      'deptId',
    ],
    keyword: ['deviceName', 'deviceNo', 'faultNo'],
    filters: [
      'conditionState',
      'handleState',
      'deptId',
      'areaId',
      'deviceTypeCode',
      'level',
      'code',
      'deviceId',
      'explained',
      'maintenanceId',
      'takenId',
      'messageId',
    ],
    ranges: ['firstTime'],
    sorts: FAULT_SORTS,
    sort: { field: 'conditionState', order: 'asc' },
  },
  detail: {},
  actions: ['export'],
  rowActions: [
    {
      name: 'ack',
      letter: 'a',
      label: ['接手', 'Take'],
      right: ['接手故障', 'Take fault'],
      on: ['row', 'selection'],
      call: ackFault,
      send: ({ id, version }) => ({ id, version }),
      unless: ({ handleState }) =>
        handleState === 'UNHANDLED' ? null : ['已有人接手', 'Somebody has taken it already'],
      done: (_fault, n) => (n === 1 ? ['已接手', 'Fault taken'] : [`${n} 条故障已接手`, `${n} faults taken`]),
    },
    {
      name: 'assign',
      letter: 'd',
      label: ['派给', 'Assign'],
      right: ['派故障', 'Assign fault'],
      on: ['row', 'selection'],
      form: assignFaults,
      unless: notIn('ASSIGN'),
    },
    {
      name: 'start',
      letter: 's',
      label: ['开始处理', 'Start work'],
      on: ['row', 'selection'],
      call: startFaults,
      sendAll,
      suits: ({ handleState }) => stateAfter('START', handleState) !== undefined,
    },
    {
      name: 'resolve',
      letter: 'e',
      label: ['已处理', 'Resolve'],
      right: ['处理故障', 'Resolve fault'],
      on: ['row', 'selection'],
      form: resolveFaults,
      unless: notIn('RESOLVE'),
    },
    {
      name: 'close',
      letter: 'c',
      label: ['关闭', 'Close'],
      on: ['row', 'selection'],
      call: closeFaults,
      sendAll,
      suits: ({ handleState }) => stateAfter('CLOSE', handleState) !== undefined,
      unless: ({ conditionState }) =>
        conditionState === 'CLEARED' ? null : ['故障还未恢复', 'The fault is still active'],
    },
    {
      name: 'ignore',
      letter: 'i',
      label: ['忽略', 'Ignore'],
      right: ['忽略故障', 'Ignore fault'],
      on: ['row', 'selection'],
      form: ignoreFaults,
      unless: notIn('IGNORE'),
    },
    {
      name: 'reopen',
      letter: 'o',
      label: ['重新打开', 'Reopen'],
      on: ['row', 'selection'],
      call: reopenFaults,
      sendAll,
      suits: ({ handleState }) => stateAfter('REOPEN', handleState) !== undefined,
    },
    {
      name: 'repair',
      letter: 'w',
      label: ['报修', 'Create repair order'],
      call: createRepairOfFault,
      send: ({ id }) => ({ faultId: id }),
      unless: ({ handleState }) =>
        ['UNHANDLED', 'ACKED', 'PROCESSING'].includes(handleState) ? null : ['已处理', 'The fault is done with'],
      done: () => ['已生成维修工单', 'Repair order created'],
    },
    {
      name: 'note',
      letter: 'n',
      label: ['备注', 'Note'],
      form: noteFault,
    },
    {
      name: 'open',
      label: ['设备', 'Device'],
      to: ({ deviceId }) => `/device/detail/${deviceId}?tab=faults`,
    },
    {
      name: 'locate',
      letter: 'm',
      label: ['在地图上看', 'Show on map'],
      to: ({ deviceId }) => `/dashboard?device=${deviceId}`,
    },
  ],
})
export type FaultRow = Row<typeof faultResource>

const { fields } = faultResource

/**
 * Every fault there ever was (domain 6.6), read only: for who looks back, with how long it lasted and how soon somebody
 * took it.
 */
export const faultRecordResource = defineResource({
  name: 'faultRecord',
  names: { many: ['故障记录', 'Fault records'], one: ['故障记录', 'fault record'] },
  service: 'device',
  path: 'faultRecord',
  table: 'fault',
  permission: 'fault',
  scope: 'device',
  display: 'faultNo',
  fields: {
    faultNo: fields.faultNo,
    deviceId: fields.deviceId,
    deviceName: fields.deviceName,
    deviceNo: fields.deviceNo,
    deviceTypeCode: fields.deviceTypeCode,
    deptId: fields.deptId,
    /** Product and area of the device now; the filter takes `NONE` for a device without. */
    productId: { kind: 'ref', to: 'product', write: 'never' },
    areaId: fields.areaId,
    /** What the device ran when it began; the filter takes it whole, and `NONE` for one that is not known. */
    firmware: { kind: 'text', write: 'never' },
    code: fields.code,
    level: fields.level,
    valueAtStart: fields.valueAtStart,
    thresholdText: fields.thresholdText,
    firstTime: fields.firstTime,
    lastTime: fields.lastTime,
    clearTime: fields.clearTime,
    /** From its beginning to its end; null while it lasts. */
    lasted: { kind: 'duration', write: 'never' },
    count: fields.count,
    takenName: fields.takenName,
    /** From its beginning until somebody first took it. */
    response: { kind: 'duration', write: 'never' },
    conditionState: fields.conditionState,
    handleState: fields.handleState,
    handleNote: fields.handleNote,
    explained: fields.explained,
    /** The figures in which it counts. */
    figures: { kind: 'enums', enumName: 'faultFigure', values: FAULT_FIGURES, required: true, write: 'never' },
  },
  list: {
    columns: [
      'faultNo',
      'deviceName',
      'deviceTypeCode',
      'areaId',
      'deptId',
      'code',
      'level',
      'valueAtStart',
      'thresholdText',
      'firstTime',
      'lastTime',
      'clearTime',
      'lasted',
      'count',
      'takenName',
      'response',
      'conditionState',
      'handleState',
      'handleNote',
    ],
    keyword: ['deviceName', 'deviceNo', 'faultNo'],
    filters: [
      'level',
      'code',
      'deviceTypeCode',
      'deptId',
      'areaId',
      'productId',
      'firmware',
      'takenName',
      'conditionState',
      'handleState',
      'deviceId',
      'explained',
      'figures',
    ],
    ranges: ['firstTime'],
    sorts: ['firstTime'],
    sort: { field: 'firstTime', order: 'desc' },
  },
  actions: ['export'],
})
export type FaultRecordRow = Row<typeof faultRecordResource>
