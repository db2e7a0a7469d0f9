import { typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import { COMMAND_SOURCES, COMMAND_STATUSES, type Command, RESULT_CODES, type Seen } from './command.ts'

/**
 * The ledger (domain 4.5), read only: a row is a `Command` with further numbers for the columns of a sheet. Sorted by
 * creation time, which is the order of the ids.
 */
export const commandResource = defineResource({
  name: 'command',
  names: { many: ['指令台账', 'Command ledger'], one: ['指令', 'command'] },
  service: 'valve',
  path: 'command',
  table: 'command',
  permission: 'command',
  scope: 'device',
  display: 'cmdNo',
  fields: {
    cmdNo: { kind: 'text', required: true, write: 'never' },
    deviceId: { kind: 'ref', to: 'device', required: true, write: 'never' },
    deviceName: { kind: 'text', required: true, write: 'never' },
    stationId: { kind: 'ref', to: 'device', required: true, write: 'never' },
    code: { kind: 'text', named: 'command', required: true, write: 'never' },
    params: { kind: 'json', holds: typed<Command['params']>(), required: true, write: 'never' },
    /** The target of the valve; null when it moves nothing or only has to come to rest. */
    targetOpening: { kind: 'decimal', decimals: 0, unit: '%', write: 'never' },
    source: { kind: 'enum', enumName: 'commandSource', values: COMMAND_SOURCES, required: true, write: 'never' },
    sourceId: { kind: 'text', write: 'never' },
    operatorId: { kind: 'text', write: 'never' },
    operatorName: { kind: 'text', write: 'never' },
    priority: { kind: 'integer', min: 1, max: 9, required: true, write: 'never' },
    status: { kind: 'enum', enumName: 'ledgerStatus', values: COMMAND_STATUSES, required: true, write: 'never' },
    target: { kind: 'json', holds: typed<NonNullable<Command['target']>>(), write: 'never' },
    createTime: { kind: 'time', required: true, write: 'never' },
    expireTime: { kind: 'time', required: true, write: 'never' },
    sentTime: { kind: 'time', write: 'never' },
    ackTime: { kind: 'time', write: 'never' },
    motionTime: { kind: 'time', write: 'never' },
    doneTime: { kind: 'time', write: 'never' },
    deadline: { kind: 'time', write: 'never' },
    /** From the moment it was made to its end; null while it runs. */
    elapsedS: { kind: 'decimal', decimals: 1, unit: 's', write: 'never' },
    attempts: { kind: 'integer', required: true, write: 'never' },
    maxAttempts: { kind: 'integer', required: true, write: 'never' },
    strokeS: { kind: 'integer', unit: 's', required: true, write: 'never' },
    resultCode: { kind: 'enum', enumName: 'resultCode', values: RESULT_CODES, write: 'never' },
    resultMsg: { kind: 'text', write: 'never' },
    before: { kind: 'json', holds: typed<Seen>(), write: 'never' },
    after: { kind: 'json', holds: typed<Seen>(), write: 'never' },
    /** The opening reported at its end. */
    reachedOpening: { kind: 'decimal', decimals: 0, unit: '%', write: 'never' },
    late: { kind: 'boolean', required: true, write: 'never' },
    outcomeUnknown: { kind: 'boolean', required: true, write: 'never' },
    supersededBy: { kind: 'text', write: 'never' },
  },
  list: {
    columns: ['cmdNo', 'deviceName', 'code', 'source', 'status', 'createTime', 'elapsedS', 'attempts', 'resultCode'],
    filters: ['status', 'code', 'source', 'deviceId', 'operatorId'],
    ranges: ['createTime'],
    sorts: ['createTime'],
    sort: { field: 'createTime', order: 'desc' },
  },
  actions: ['export'],
})
export type CommandRow = Row<typeof commandResource>
