import { defineResource } from '@sluice/contract'

/** A spare part of a work order: the rows that the page of the order lists. */
export const workPartResource = defineResource({
  name: 'workPart',
  names: { many: ['备件', 'Parts'], one: ['备件', 'part'] },
  plain: true,
  service: 'device',
  path: 'workPart',
  table: 'work_part',
  permission: 'workPart',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true },
    orderId: { kind: 'ref', to: 'workOrder', label: ['工单', 'Order'], required: true },
    deptId: { kind: 'ref', to: 'dept', label: ['所属部门', 'Department'], required: true },
  },
  list: { columns: ['name', 'orderId', 'deptId'], keyword: ['name'], filters: ['orderId'] },
  actions: ['insert', 'update', 'del'],
})
