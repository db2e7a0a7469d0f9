import { defineResource, type Row } from '../machine/resource.ts'

/** A word that devices are marked and found by. */
export const deviceTagResource = defineResource({
  name: 'deviceTag',
  names: { many: ['设备标签', 'Device tags'], one: ['标签', 'tag'] },
  service: 'device',
  path: 'tag',
  table: 'device_tag',
  permission: 'deviceTag',
  scope: 'dept',
  display: 'name',
  fields: {
    name: { kind: 'text', label: ['名称', 'Name'], required: true, unique: true, max: 30 },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true },
    /** The devices with it that the reader sees. */
    deviceCount: { kind: 'integer', label: ['设备数', 'Devices'], required: true, write: 'never' },
    remark: { kind: 'longText', label: ['备注', 'Remark'], max: 300 },
  },
  list: {
    columns: ['name', 'deptId', 'deviceCount', 'remark'],
    keyword: ['name'],
    filters: ['deptId'],
    sort: { field: 'name', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  uniqueWithin: 'deptId',
  whyKept: ({ deviceCount }) =>
    deviceCount > 0 ? ['仍有设备使用此标签，不能删除', 'Devices still have it, so it cannot be deleted'] : null,
  rowActions: [{ name: 'devices', label: ['查看设备', 'Show devices'], to: ({ id }) => `/device/index?tagIds=${id}` }],
})
export type DeviceTagRow = Row<typeof deviceTagResource>
