import { z } from 'zod'
import { typed } from '../machine/field.ts'
import { COMMAND_STATUSES, positionSchema } from '../command/command.ts'
import { defineOperation, type OutputOf } from '../machine/operation.ts'
import { defineResource, type Row } from '../machine/resource.ts'

/** The areas of the actions of each category; every other one is configuration. */
export const CATEGORY_AREAS = {
  CONTROL: ['command', 'isolation'],
  FAULT: ['fault'],
  PEOPLE: ['user', 'role', 'dept', 'apiKey', 'session', 'resource'],
} as const
/** Verbs that make or read a file, which is a category of its own. */
export const SHEET_VERBS = ['export', 'import'] as const
export const LOG_CATEGORIES = ['CONTROL', 'FAULT', 'CONFIG', 'PEOPLE', 'SHEET'] as const

type LoggedFields = Readonly<Record<string, unknown>>
interface LoggedChange {
  before: LoggedFields
  after: LoggedFields
}

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
    /** Only to search by, as is the device: who it was is told by name. */
    userId: { kind: 'ref', to: 'user', write: 'never' },
    username: { kind: 'text', required: true, write: 'never' },
    /** The person's name now; null for the operator at the server, and for the system. */
    nickName: { kind: 'text', write: 'never' },
    /** Of the key by which a program did it in that person's name. */
    apiKeyName: { kind: 'text', write: 'never' },
    /** The department the actor belongs to now. */
    deptName: { kind: 'text', write: 'never' },
    verb: { kind: 'text', named: 'verb', required: true, write: 'never' },
    area: { kind: 'text', named: 'one', required: true, write: 'never' },
    category: { kind: 'text', named: 'logCategory', required: true, write: 'never' },
    /** Which devices a line is about is told with their names (`operationLogObjects`). */
    deviceId: { kind: 'ref', to: 'device', write: 'never' },
    targetIds: { kind: 'json', holds: typed<readonly string[]>(), required: true, write: 'never' },
    ip: { kind: 'text', required: true, write: 'never' },
    traceId: { kind: 'text', required: true, write: 'never' },
    /** Its words are a sentence: who did what to which rows. */
    action: { kind: 'text', named: 'said', required: true, write: 'never' },
    /** The changed fields of one row as they were and as they became, where they are few. */
    change: { kind: 'json', holds: typed<LoggedChange>(), tellsFields: true, write: 'never' },
    /** Of the command that the line sent, as the ledger has it now. */
    outcome: { kind: 'enum', enumName: 'commandStatus', values: COMMAND_STATUSES, write: 'never' },
    /** Lines of one call, or of commands that a person sent together, have the same. */
    batch: { kind: 'text', required: true, write: 'never' },
  },
  list: {
    columns: [
      'ts',
      'action',
      'change',
      'outcome',
      'username',
      'nickName',
      'apiKeyName',
      'deptName',
      'verb',
      'area',
      'category',
      'targetIds',
      'ip',
      'traceId',
      'batch',
    ],
    /** In full the id of a row that was touched, or the trace id of the call; or part of the name or number of a device. */
    keyword: ['targetIds', 'traceId'],
    filters: ['userId', 'deviceId', 'area', 'verb', 'outcome', 'category', 'batch', 'username'],
    ranges: ['ts'],
    sorts: ['ts'],
    sort: { field: 'ts', order: 'desc' },
  },
  actions: ['export'],
})
export type OperationLogRow = Row<typeof operationLogResource>

/** One line with the changed fields as they were and as they became; secrets are never in it. */
export const operationLogGet = defineOperation({
  title: ['查看一条操作日志', 'Read a line of the operation log'],
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
    /**
     * Where it is in the chain of hashes, in hexadecimal; null while it is not sealed, which takes a second. `fits`: the
     * line as it stands now has its hash, after the line before.
     */
    chain: z
      .object({ seq: z.int(), previous: z.string(), hash: z.string(), next: z.string().nullable(), fits: z.boolean() })
      .nullable(),
  }),
})

/** Why the chain is broken: a line or a seal was changed or taken away, or came or went past the server. */
export const CHAIN_BREAKS = [
  'line-changed',
  'line-missing',
  'seal-missing',
  'line-unsealed',
  'cut-unproven',
  'head-lost',
] as const

const verdictSchema = z.object({
  lines: z.int(),
  unsealed: z.int(),
  verifiedTime: z.string(),
  broken: z
    .object({ because: z.enum(CHAIN_BREAKS), operId: z.string().nullable(), seq: z.int().nullable() })
    .nullable(),
})
export type ChainVerdict = z.output<typeof verdictSchema>

/**
 * Verifies the whole chain, line by line: how many lines follow each other as they should, how many are not sealed yet,
 * and the first break. It goes on without the caller, who asks again with `since`, the `startedTime` of the first answer,
 * until there is a verdict of a verification that began then or later. For those who see everything.
 */
export const operationLogVerify = defineOperation({
  title: ['核验操作日志', 'Verify the operation log'],
  method: 'GET',
  path: '/security/v1/log/operation/verify',
  access: { key: 'operationLog:verify' },
  callers: 'people',
  tenant: 'everything',
  input: z.strictObject({ since: z.iso.datetime().optional() }),
  output: z.object({
    startedTime: z.string(),
    /** Sealed lines, and how many of them were verified so far. */
    total: z.int(),
    done: z.int(),
    verdict: verdictSchema.nullable(),
  }),
})

/** The resource whose rows an action is about, where its area is not the resource's own name. */
const OBJECTS: Readonly<Record<string, string>> = {
  command: 'device',
  duty: 'dept',
  flowTask: 'flowInstance',
  isolation: 'device',
  leaveBalance: 'user',
  network: 'device',
  session: 'user',
}

/** The areas of actions whose targets are devices. */
export const DEVICE_AREAS = ['device', ...Object.keys(OBJECTS).filter((area) => OBJECTS[area] === 'device')]

/** The name of the resource whose rows are the targets of an action: commands are about their devices. */
export function objectOf(action: string): string {
  const [area = ''] = action.split('.')
  return OBJECTS[area] ?? area
}

/** Names of a line's targets beyond this number are left out. */
export const NAMED_TARGETS = 3

/**
 * What lines are about, by name: `kind` is the name of the resource. A line without named targets has no objects. Of a
 * row: `name` as it is now, null where the caller does not see it or it is deleted (`gone`), and `was`, its name in the
 * line where that is another. `command` is what the ledger has proven now of the command that the line sent. `batch`
 * counts the lines of the same batch, and the outcomes of its commands.
 */
export const operationLogObjects = defineOperation({
  title: ['操作日志中的对象', 'Objects in the operation log'],
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
      objects: z.array(
        z.object({
          id: z.string(),
          name: z.string().nullable(),
          was: z.string().nullable(),
          gone: z.boolean(),
          /** Of a fault: what it is, and its device. */
          fault: z.object({ code: z.string(), deviceId: z.string() }).nullable(),
        }),
      ),
      command: z
        .object({
          id: z.string(),
          code: z.string(),
          status: z.enum(COMMAND_STATUSES),
          target: z.object({ opening: z.number().nullable() }).nullable(),
          before: positionSchema.nullable(),
          after: positionSchema.nullable(),
          late: z.boolean(),
        })
        .nullable(),
      batch: z.object({ lines: z.int(), outcomes: z.partialRecord(z.enum(COMMAND_STATUSES), z.int()) }),
    }),
  ),
})
export type OperationLogObjects = OutputOf<typeof operationLogObjects>[number]

/** The actions that occur in sight. */
export const operationLogActions = defineOperation({
  title: ['操作日志中的操作', 'Actions in the operation log'],
  method: 'GET',
  path: '/security/v1/log/operation/actions',
  access: { key: 'operationLog:list' },
  tenant: { none: 'names of verbs' },
  input: z.strictObject({}),
  output: z.array(z.string()),
})
