import { z } from 'zod'
import { typed } from '../machine/field.ts'
import { defineOperation } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'

/**
 * Who did what to which rows (SEC-15), read only. A line is visible to everyone who sees the actor's department. An
 * action is `<area>.<verb>`, e.g. `user.resetPassword`. Only the time can be sorted by among a million lines.
 */
export const operationLogResource = defineResource({
  name: 'operationLog',
  names: { many: ['操作日志', 'Operation log'], one: ['操作日志', 'operation log'] },
  service: 'security',
  path: 'log/operation',
  table: 'operation_line',
  permission: 'operationLog',
  scope: 'dept',
  display: 'action',
  fields: {
    ts: { kind: 'time', required: true, write: 'never' },
    username: { kind: 'text', required: true, write: 'never' },
    /** The department the actor belongs to now. */
    deptName: { kind: 'text', write: 'never' },
    verb: { kind: 'text', named: 'verb', required: true, write: 'never' },
    area: { kind: 'text', named: 'one', required: true, write: 'never' },
    targetIds: { kind: 'json', holds: typed<readonly string[]>(), required: true, write: 'never' },
    ip: { kind: 'text', required: true, write: 'never' },
    traceId: { kind: 'text', required: true, write: 'never' },
    action: { kind: 'text', required: true, write: 'never' },
  },
  list: {
    columns: ['ts', 'username', 'verb', 'area', 'targetIds', 'ip', 'traceId'],
    /** Both in full: the id of a row that was touched, or the trace id of the call. */
    keyword: ['targetIds', 'traceId'],
    filters: ['username', 'area', 'verb'],
    ranges: ['ts'],
    sorts: ['ts'],
    sort: { field: 'ts', order: 'desc' },
  },
  actions: ['export'],
})
export type OperationLogRow = Row<typeof operationLogResource>

/** One line with the changed fields as they were and as they became; secrets are never in it. */
export const operationLogGet = defineOperation({
  method: 'GET',
  path: '/security/v1/log/operation/get',
  access: { key: 'operationLog:list' },
  tenant: { row: 'operationLog', in: 'id' },
  input: z.strictObject({ id: z.string().min(1).max(40) }),
  output: z.object({
    id: z.string(),
    ts: z.string(),
    username: z.string(),
    deptName: z.string().nullable(),
    action: z.string(),
    targetIds: z.array(z.string()),
    ip: z.string(),
    traceId: z.string(),
    before: z.unknown(),
    after: z.unknown(),
  }),
})

/** The actions that occur in sight. */
export const operationLogActions = defineOperation({
  method: 'GET',
  path: '/security/v1/log/operation/actions',
  access: { key: 'operationLog:list' },
  tenant: { none: 'names of verbs' },
  input: z.strictObject({}),
  output: z.array(z.string()),
})
