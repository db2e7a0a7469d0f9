import { defineResource, type Row } from '../machine/resource.ts'

const LOGIN_ACTIONS = ['LOGIN', 'LOGOUT'] as const
const SIGN_IN_OUTCOMES = ['SUCCESS', 'FAILURE'] as const

/**
 * Successful and failed sign-ins, and sign-outs, read only. Unknown names are visible only to those who see everything.
 */
export const loginLogResource = defineResource({
  name: 'loginLog',
  names: { many: ['登录日志', 'Sign-in log'], one: ['登录日志', 'sign-in log'] },
  service: 'security',
  path: 'log/login',
  table: 'login_log',
  permission: 'loginLog',
  scope: 'dept',
  display: 'username',
  fields: {
    ts: { kind: 'time', required: true, write: 'never' },
    /** As typed. */
    username: { kind: 'text', required: true, write: 'never' },
    deptName: { kind: 'text', write: 'never' },
    action: { kind: 'enum', enumName: 'loginAction', values: LOGIN_ACTIONS, required: true, write: 'never' },
    outcome: { kind: 'enum', enumName: 'outcome', values: SIGN_IN_OUTCOMES, required: true, write: 'never' },
    /** `OK`, `code-asked` or the key of the error (error-codes.ts). */
    result: { kind: 'text', named: 'signIn', required: true, write: 'never' },
    ip: { kind: 'text', required: true, write: 'never' },
    userAgent: { kind: 'text', required: true, write: 'never' },
    platform: { kind: 'text', required: true, write: 'never' },
  },
  list: {
    columns: ['ts', 'username', 'action', 'result', 'ip', 'userAgent'],
    filters: ['username', 'ip', 'action', 'outcome'],
    ranges: ['ts'],
    sorts: ['ts'],
    sort: { field: 'ts', order: 'desc' },
  },
  actions: ['export'],
})
export type LoginLogRow = Row<typeof loginLogResource>
