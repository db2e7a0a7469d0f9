import { typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'

export const USERNAME_PATTERN = '[A-Za-z0-9_.-]{2,32}'
export const PHONE_PATTERN = '1[3-9][0-9]{9}'

/** People who sign in (domain 1.1, limits of FR-5). */
export const userResource = defineResource({
  name: 'user',
  names: { many: ['用户', 'Users'], one: ['用户', 'user'] },
  service: 'security',
  path: 'sysUser',
  table: 'sys_user',
  permission: 'user',
  scope: 'dept',
  display: 'nickName',
  fields: {
    username: {
      kind: 'text',
      required: true,
      write: 'insert',
      unique: true,
      min: 2,
      max: 32,
      pattern: USERNAME_PATTERN,
    },
    nickName: { kind: 'text', required: true, max: 30 },
    deptId: { kind: 'ref', to: 'dept', required: true },
    password: { kind: 'password', required: true, write: 'insert' },
    phone: { kind: 'text', max: 11, pattern: PHONE_PATTERN },
    email: { kind: 'text', max: 100, pattern: '[^@\\s]+@[^@\\s]+\\.[^@\\s]+' },
    sex: { kind: 'enum', enumName: 'sex', values: ['MALE', 'FEMALE', 'UNKNOWN'], fallback: 'UNKNOWN' },
    status: {
      kind: 'enum',
      enumName: 'userStatus',
      values: ['NORMAL', 'DISABLED', 'LOCKED'],
      fallback: 'NORMAL',
      required: true,
      alias: 'userStatus',
    },
    position: { kind: 'text', max: 30 },
    leaderId: { kind: 'ref', to: 'user' },
    hireDate: { kind: 'date' },
    seniorityFrom: { kind: 'date' },
    roleNames: { kind: 'json', holds: typed<readonly string[]>(), required: true, write: 'never' },
    lastLoginTime: { kind: 'time', write: 'never' },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['username', 'nickName', 'deptId', 'phone', 'sex', 'roleNames', 'status', 'lastLoginTime'],
    keyword: ['username', 'nickName', 'phone'],
    filters: ['deptId', 'status'],
    sort: { field: 'username', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
export type UserRow = Row<typeof userResource>
