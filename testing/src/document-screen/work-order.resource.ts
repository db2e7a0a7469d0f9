import { defineResource, detailTab } from '@sluice/contract'
import { workPartResource } from './work-part.resource.ts'

/** Work on a plant: a document with a field of every kind that documents have. */
export const workOrderResource = defineResource({
  name: 'workOrder',
  names: { many: ['工单', 'Work orders'], one: ['工单', 'work order'] },
  plain: true,
  service: 'device',
  path: 'workOrder',
  table: 'work_order',
  permission: 'workOrder',
  scope: 'dept',
  display: 'orderNo',
  fields: {
    orderNo: { kind: 'text', label: ['工单号', 'Order no.'], required: true, unique: true, max: 30 },
    deptId: { kind: 'ref', to: 'dept', label: ['所属部门', 'Department'], required: true },
    leaderId: { kind: 'ref', to: 'user', label: ['负责人', 'In charge'] },
    helperIds: { kind: 'refs', to: 'user', label: ['协助人', 'Helpers'] },
    status: {
      kind: 'enum',
      label: ['状态', 'Status'],
      enumName: 'workOrderStatus',
      values: ['DRAFT', 'OPEN', 'DONE', 'CANCELLED'],
      words: {
        DRAFT: ['草稿', 'Draft'],
        OPEN: ['处理中', 'Open'],
        DONE: ['已完成', 'Done'],
        CANCELLED: ['已取消', 'Cancelled'],
      },
      required: true,
      write: 'never',
    },
    cost: { kind: 'money', label: ['费用', 'Cost'] },
    pipeM: { kind: 'decimal', label: ['管长', 'Pipe'], unit: 'm', decimals: 2, min: 0 },
    planned: { kind: 'duration', label: ['计划工时', 'Planned'], max: 864_000 },
    days: { kind: 'weekMask', label: ['工作日', 'Days'] },
    place: { kind: 'point', label: ['位置', 'Place'] },
  },
  list: {
    columns: ['orderNo', 'status', 'deptId', 'leaderId', 'cost', 'pipeM', 'planned', 'days', 'place'],
    keyword: ['orderNo'],
    filters: ['status', 'deptId', 'leaderId', 'helperIds', 'days'],
    ranges: ['planned', 'cost'],
  },
  states: {
    field: 'status',
    begin: 'DRAFT',
    steps: ['DRAFT', 'OPEN', 'DONE'],
    transitions: [
      { name: 'start', verb: ['开始', 'Start'], from: ['DRAFT'], to: 'OPEN' },
      { name: 'finish', verb: ['完成', 'Finish'], from: ['OPEN'], to: 'DONE' },
      {
        name: 'cancel',
        verb: ['取消工单', 'Cancel order'],
        from: ['DRAFT', 'OPEN'],
        to: 'CANCELLED',
        key: 'workOrder:finish',
        danger: true,
        confirm: ['确定要取消这张工单吗？', 'Cancel this work order?'],
      },
    ],
  },
  detail: {
    facts: ['deptId', 'leaderId', 'helperIds', 'cost', 'pipeM', 'planned', 'days', 'place'],
    tabs: [detailTab({ name: 'parts', label: ['备件', 'Parts'], of: workPartResource, by: 'orderId' })],
    timeline: true,
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
