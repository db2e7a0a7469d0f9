import { defineResource } from '../machine/resource.ts'

/** A set of values with words for them (domain 1.1). Key and name are unique among all (AD-7). */
export const dictTypeResource = defineResource({
  name: 'dictType',
  service: 'security',
  path: 'dictType',
  table: 'dict_type',
  permission: 'dict',
  scope: 'none',
  display: 'dictName',
  fields: {
    dictType: {
      kind: 'text',
      required: true,
      write: 'insert',
      unique: true,
      min: 2,
      max: 50,
      pattern: '[a-z][a-z0-9_]{1,49}',
    },
    dictName: { kind: 'text', required: true, unique: true, max: 50 },
    status: { kind: 'enum', enumName: 'status', values: ['NORMAL', 'DISABLED'], fallback: 'NORMAL', required: true },
    builtin: { kind: 'boolean', write: 'never' },
    entryCount: { kind: 'integer', write: 'never' },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['dictName', 'dictType', 'entryCount', 'status'],
    keyword: ['dictType', 'dictName'],
    filters: ['status'],
    sort: { field: 'dictType', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
