import { defineResource, type Row } from '../machine/resource.ts'

export const TASK_STATUSES = [
  'WAITING',
  'PENDING',
  'APPROVED',
  'REJECTED',
  'RETURNED',
  'TRANSFERRED',
  'CANCELLED',
  'DONE',
] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** What a person was asked, or told, and has done (OF-4, his-task). */
export const flowTaskResource = defineResource({
  name: 'flowTask',
  names: { many: ['我的已办', 'Completed tasks'], one: ['任务', 'task'] },
  service: 'flow',
  path: 'ownTask',
  table: 'flow_task',
  permission: 'flowTask',
  scope: 'self',
  display: 'stepName',
  fields: {
    title: { kind: 'text', label: ['申请', 'Request'], required: true, write: 'never' },
    flowName: { kind: 'text', label: ['流程', 'Flow'], required: true, write: 'never' },
    starterId: { kind: 'ref', to: 'user', label: ['发起人', 'Started by'], required: true, write: 'never' },
    stepName: { kind: 'text', label: ['节点', 'Step'], required: true, write: 'never' },
    status: {
      kind: 'enum',
      enumName: 'flowTaskStatus',
      values: TASK_STATUSES,
      label: ['结果', 'Result'],
      required: true,
      write: 'never',
    },
    comment: { kind: 'longText', label: ['意见', 'Comment'], write: 'never' },
    arriveTime: { kind: 'time', label: ['到达', 'Arrived'], write: 'never' },
    finishTime: { kind: 'time', label: ['完成', 'Finished'], write: 'never' },
    durationS: { kind: 'duration', label: ['用时', 'Took'], write: 'never' },
    instanceId: { kind: 'ref', to: 'flowInstance', label: ['编号', 'No.'], required: true, write: 'never' },
  },
  list: {
    columns: ['flowName', 'title', 'starterId', 'stepName', 'status', 'arriveTime', 'finishTime', 'durationS'],
    keyword: ['title', 'flowName', 'stepName'],
    filters: ['status'],
    ranges: ['finishTime'],
    sort: { field: 'finishTime', order: 'desc' },
  },
  actions: ['export'],
})
export type FlowTaskRow = Row<typeof flowTaskResource>
