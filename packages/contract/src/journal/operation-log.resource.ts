import { z } from 'zod'
import { typed } from '../machine/field.ts'
import { COMMAND_STATUSES } from '../command/command.ts'
import { defineOperation, type OutputOf } from '../machine/operation.ts'
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

/** The resource whose rows an action is about, where its area is not the resource's own name. */
const OBJECTS: Readonly<Record<string, string>> = {
  command: 'device',
  isolation: 'device',
  network: 'device',
  session: 'user',
}

/** The name of the resource whose rows are the targets of an action: commands are about their devices. */
export function objectOf(action: string): string {
  const [area = ''] = action.split('.')
  return OBJECTS[area] ?? area
}

/** Names of a line's targets beyond this number are left out. */
export const NAMED_TARGETS = 3

/**
 * What lines are about, by name: `kind` is the name of the resource. The name of a row that is deleted, or that the
 * caller does not see, is null; a line without named targets has none. `command` is the outcome, as the ledger has it
 * now, of the command that the line sent.
 */
export const operationLogObjects = defineOperation({
  method: 'GET',
  path: '/security/v1/log/operation/objects',
  access: { key: 'operationLog:list' },
  tenant: 'scope',
  /** Ids of lines, comma-separated; at most 100. */
  input: z.strictObject({ ids: z.string().regex(/^[0-9]{1,18}(,[0-9]{1,18}){0,99}$/) }),
  output: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      objects: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
      command: z.object({ code: z.string(), status: z.enum(COMMAND_STATUSES) }).nullable(),
    }),
  ),
})
export type OperationLogObjects = OutputOf<typeof operationLogObjects>[number]

/** The actions that occur in sight. */
export const operationLogActions = defineOperation({
  method: 'GET',
  path: '/security/v1/log/operation/actions',
  access: { key: 'operationLog:list' },
  tenant: { none: 'names of verbs' },
  input: z.strictObject({}),
  output: z.array(z.string()),
})
