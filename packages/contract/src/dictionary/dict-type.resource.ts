import { defineResource, type Row } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'

export const BUILT_IN_STAYS: Words = ['内置内容不能删除，可停用', 'Built in; disable it instead']

/** A set of values with words for them (domain 1.1). Key and name are unique among all (AD-7). */
export const dictTypeResource = defineResource({
  name: 'dictType',
  names: { many: ['字典类型', 'Dictionary types'], one: ['字典类型', 'dictionary type'] },
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
    builtin: { kind: 'boolean', required: true, write: 'never' },
    entryCount: { kind: 'integer', required: true, write: 'never' },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['dictName', 'dictType', 'entryCount', 'status'],
    keyword: ['dictType', 'dictName'],
    filters: ['status'],
    sort: { field: 'dictType', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: ({ builtin, entryCount }) =>
    builtin ? BUILT_IN_STAYS : entryCount ? ['请先删除字典数据', 'Delete its entries first'] : null,
  rowActions: [{ name: 'entries', label: ['字典数据', 'Entries'], to: ({ id }) => `?typeId=${id}` }],
})
export type DictTypeRow = Row<typeof dictTypeResource>
