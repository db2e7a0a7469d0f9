import { defineResource, type Row } from '../machine/resource.ts'
import { FLOW_TYPES, INSTANCE_STATES } from './flow-state.ts'

const FIELDS = {
  instNo: { kind: 'text', label: ['编号', 'No.'], required: true, write: 'never' },
  title: { kind: 'text', label: ['标题', 'Title'], required: true, write: 'never' },
  definitionId: { kind: 'ref', to: 'flowDefinition', label: ['流程', 'Flow'], required: true, write: 'never' },
  flowType: {
    kind: 'enum',
    enumName: 'flowType',
    values: FLOW_TYPES,
    label: ['用途', 'Used for'],
    required: true,
    write: 'never',
  },
  versionNo: { kind: 'integer', label: ['版本', 'Version'], required: true, write: 'never' },
  status: {
    kind: 'enum',
    enumName: 'flowInstanceStatus',
    values: INSTANCE_STATES,
    label: ['状态', 'Status'],
    required: true,
    write: 'never',
  },
  /** Names of the steps that it waits at. */
  currentSteps: { kind: 'text', label: ['当前节点', 'Now at'], required: true, write: 'never' },
  startTime: { kind: 'time', label: ['发起时间', 'Started'], required: true, write: 'never' },
  endTime: { kind: 'time', label: ['结束时间', 'Ended'], write: 'never' },
} as const

/** Everything that was started in the departments of a reader (OF-8). */
export const flowInstanceResource = defineResource({
  name: 'flowInstance',
  names: { many: ['流程实例', 'Requests'], one: ['流程实例', 'request'] },
  service: 'flow',
  path: 'instance',
  table: 'flow_instance',
  permission: 'flowInstance',
  scope: 'dept',
  display: 'title',
  fields: {
    ...FIELDS,
    userId: { kind: 'ref', to: 'user', label: ['发起人', 'Started by'], required: true, write: 'never' },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true, write: 'never' },
  },
  list: {
    columns: ['instNo', 'title', 'userId', 'deptId', 'definitionId', 'status', 'currentSteps', 'startTime', 'endTime'],
    keyword: ['instNo', 'title'],
    filters: ['status', 'definitionId', 'flowType', 'deptId', 'userId'],
    ranges: ['startTime'],
    sort: { field: 'startTime', order: 'desc' },
  },
  actions: ['export'],
})
export type FlowInstanceRow = Row<typeof flowInstanceResource>

/** What a person started (OF-3). */
export const ownFlowResource = defineResource({
  name: 'ownFlow',
  names: { many: ['我的申请', 'My requests'], one: ['申请', 'request'] },
  service: 'flow',
  path: 'mine',
  table: 'flow_instance',
  permission: 'ownFlow',
  scope: 'self',
  display: 'title',
  fields: FIELDS,
  list: {
    columns: ['instNo', 'title', 'definitionId', 'status', 'currentSteps', 'startTime', 'endTime'],
    keyword: ['instNo', 'title'],
    filters: ['status', 'flowType'],
    ranges: ['startTime'],
    sort: { field: 'startTime', order: 'desc' },
  },
  actions: ['export'],
})
export type OwnFlowRow = Row<typeof ownFlowResource>
