import { typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { resetPassword, saveAuthRole } from './administration.operations.ts'
import { resetTotp } from './totp-reset.operations.ts'

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
    /** Without one the server makes it and answers it, once. */
    password: { kind: 'password', write: 'insert' },
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
  whyKept: ({ id }, { userId }) => (id === userId ? ['不能删除自己', 'You cannot delete yourself'] : null),
  rowActions: [
    { name: 'roles', label: ['分配角色', 'Assign roles'], form: saveAuthRole },
    {
      name: 'reset',
      label: ['重置密码', 'Reset password'],
      right: ['重置密码', 'Reset passwords'],
      form: resetPassword,
      unless: ({ id }, { userId }) =>
        id === userId ? ['请在个人信息中修改自己的密码', 'Change your own password in your profile'] : null,
    },
    {
      name: 'totp',
      label: ['重置两步验证', 'Reset two-step sign-in'],
      call: resetTotp,
      unless: ({ id }, { userId }) =>
        id === userId
          ? ['请在个人信息中停用自己的两步验证', 'Turn off your own two-step sign-in in your profile']
          : null,
      // A user who lost the authenticator requests it, or reports the loss.
      confirm: {
        title: ['重置两步验证', 'Reset two-step sign-in'],
        text: ({ nickName: name }) => [
          `${name}的验证器和恢复码随即作废，所有登录失效，下次仅凭密码登录。请先确认是本人提出。`,
          `The authenticator and recovery codes of ${name} stop working and all sign-ins end; the next one needs the password alone. Make sure that the request is genuine.`,
        ],
      },
      done: ({ nickName: name }) => [`已重置${name}的两步验证`, `Two-step sign-in of ${name} was reset`],
    },
    {
      name: 'disable',
      label: ['停用', 'Disable'],
      suits: ({ status }) => status === 'NORMAL',
      change: () => ({ status: 'DISABLED' }),
      // Switched off is out at once, so one does not do it to oneself (domain 1.3).
      unless: ({ id }, { userId }) => (id === userId ? ['不能停用自己', 'You cannot disable yourself'] : null),
      confirm: {
        text: ({ nickName: name }) => [
          `${name}的所有登录随即失效，启用前不能再登录。`,
          `Every sign-in of ${name} ends at once, and none is possible until enabled again.`,
        ],
      },
      done: ({ nickName: name }) => [`已停用${name}`, `${name} can no longer sign in`],
    },
    {
      name: 'enable',
      label: ['启用', 'Enable'],
      suits: ({ status }) => status !== 'NORMAL',
      change: () => ({ status: 'NORMAL' }),
      unless: ({ id }, { userId }) => (id === userId ? ['不能停用自己', 'You cannot disable yourself'] : null),
      done: ({ nickName: name }) => [`已启用${name}`, `${name} may sign in again`],
    },
    // The question an administrator is called about: why do they not see it?
    {
      name: 'explain',
      label: ['权限诊断', 'Permission check'],
      to: ({ id }) => `/admin/permission?user=${id}`,
      key: 'permission:explain',
    },
  ],
})
export type UserRow = Row<typeof userResource>
