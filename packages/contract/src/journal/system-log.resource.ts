import { typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'

export const SYSTEM_LEVELS = ['WARN', 'ERROR', 'FATAL'] as const
export type SystemLevel = (typeof SYSTEM_LEVELS)[number]

/** Warnings and errors of the server itself, read only; some ten thousand at most. It belongs to no tenant. */
export const systemLogResource = defineResource({
  name: 'systemLog',
  names: { many: ['系统日志', 'System log'], one: ['系统日志', 'system log'] },
  service: 'security',
  path: 'log/system',
  table: 'system_log',
  permission: 'systemLog',
  scope: 'platform',
  display: 'message',
  fields: {
    ts: { kind: 'time', required: true, write: 'never' },
    level: { kind: 'enum', enumName: 'systemLevel', values: SYSTEM_LEVELS, required: true, write: 'never' },
    message: { kind: 'longText', required: true, write: 'never' },
    /** The text of the underlying error. */
    cause: { kind: 'longText', write: 'never' },
    traceId: { kind: 'text', write: 'never' },
    facts: { kind: 'json', holds: typed<Readonly<Record<string, unknown>>>(), required: true, write: 'never' },
    stack: { kind: 'longText', write: 'never' },
  },
  list: {
    columns: ['ts', 'level', 'message', 'cause', 'traceId'],
    keyword: ['message', 'traceId'],
    filters: ['level'],
    ranges: ['ts'],
    sort: { field: 'ts', order: 'desc' },
  },
  actions: ['export'],
})
export type SystemLogRow = Row<typeof systemLogResource>
