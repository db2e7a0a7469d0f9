import { defineResource, type Row } from '../machine/resource.ts'

export const DATA_SCOPES = ['ALL', 'CUSTOM', 'DEPT', 'SUBTREE', 'SELF'] as const
export type DataScope = (typeof DATA_SCOPES)[number]
export const ADMIN_ROLE = 'ROLE_ADMIN'

/**
 * What a group of people may do (resources) and see (data scope). Several roles of one person unite. A role belongs to
 * a department and is visible and grantable there and above; a built-in one belongs to none and is available to all.
 */
export const roleResource = defineResource({
  name: 'role',
  names: { many: ['角色', 'Roles'], one: ['角色', 'role'] },
  service: 'security',
  path: 'role',
  table: 'role',
  permission: 'role',
  scope: 'dept',
  display: 'name',
  fields: {
    code: { kind: 'text', required: true, write: 'insert', unique: true, max: 40, pattern: 'ROLE_[A-Z0-9_]{1,35}' },
    name: { kind: 'text', required: true, max: 30 },
    /** Empty for a built-in role; omitted for a new one, it is the department of its maker. */
    deptId: { kind: 'ref', to: 'dept' },
    dataScope: { kind: 'enum', enumName: 'dataScope', values: DATA_SCOPES, fallback: 'SUBTREE', required: true },
    customDepts: { kind: 'refs', to: 'dept' },
    resourceIds: { kind: 'refs', to: 'resource' },
    /** Its holders must use a second factor. */
    requireTotp: { kind: 'boolean' },
    userCount: { kind: 'integer', required: true, write: 'never' },
    sort: { kind: 'integer', min: 0, max: 9999 },
    status: { kind: 'enum', enumName: 'status', values: ['NORMAL', 'DISABLED'], fallback: 'NORMAL', required: true },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['code', 'name', 'deptId', 'dataScope', 'userCount', 'sort', 'status'],
    keyword: ['code', 'name'],
    filters: ['deptId', 'status'],
    sort: { field: 'sort', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: ({ code }) =>
    code === ADMIN_ROLE ? ['系统管理员角色不能删除', 'The administrator role cannot be deleted'] : null,
})
export type RoleRow = Row<typeof roleResource>
