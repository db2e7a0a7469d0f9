import { defineResource, type Row } from '../machine/resource.ts'

/** The department tree is the tenant tree (domain 1). */
export const departmentResource = defineResource({
  name: 'dept',
  names: { many: ['部门', 'Departments'], one: ['部门', 'department'] },
  service: 'security',
  path: 'dept',
  table: 'dept',
  permission: 'dept',
  scope: 'dept',
  display: 'name',
  fields: {
    parentId: { kind: 'ref', to: 'dept' },
    name: { kind: 'text', required: true, max: 50 },
    kind: {
      kind: 'enum',
      enumName: 'deptKind',
      values: ['PLATFORM', 'AGENT', 'CUSTOMER', 'INTERNAL'],
      fallback: 'CUSTOMER',
      required: true,
    },
    leaderId: { kind: 'ref', to: 'user' },
    phone: { kind: 'text', max: 20 },
    sort: { kind: 'integer', min: 0, max: 9999 },
    status: { kind: 'enum', enumName: 'status', values: ['NORMAL', 'DISABLED'], fallback: 'NORMAL', required: true },
    userCount: { kind: 'integer', required: true, write: 'never' },
    deviceCount: { kind: 'integer', required: true, write: 'never' },
    /** Name of the console for users who sign in from here or below (BC-8). */
    webName: { kind: 'text', max: 40 },
    adcode: { kind: 'text', max: 12, pattern: '[0-9]{2,12}' },
    /** Its people, and those of every department below, must use a second factor. */
    requireTotp: { kind: 'boolean' },
    timeZone: { kind: 'text', max: 50 },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['name', 'kind', 'leaderId', 'userCount', 'deviceCount', 'sort', 'status'],
    keyword: ['name'],
    filters: ['status'],
    sort: { field: 'sort', order: 'asc' },
  },
  tree: { parent: 'parentId' },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: ({ parentId, userCount, deviceCount }, { below }) => {
    if (!parentId) return ['根部门不能删除', 'The top department cannot be deleted']
    if (below > 0) return ['请先删除下级部门', 'Delete the departments below first']
    return userCount + deviceCount > 0
      ? ['仍有用户或设备，不能删除', 'It still has users or devices and cannot be deleted']
      : null
  },
  rowActions: [{ name: 'add', label: ['新增下级', 'Add below'], form: true, key: 'dept:add' }],
})
export type DepartmentRow = Row<typeof departmentResource>
