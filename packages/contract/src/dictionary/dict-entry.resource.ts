import { defineResource, type Row } from '../machine/resource.ts'
import { BUILT_IN_STAYS } from './dict-type.resource.ts'

/** Colours of a tag, named as the rows name them (DC-5). */
export const LIST_CLASSES = ['primary', 'success', 'info', 'warning', 'danger'] as const
export type ListClass = (typeof LIST_CLASSES)[number]

/** One value of a type and its word. Of a built-in entry only word, colour, order and state are the operator's. */
export const dictEntryResource = defineResource({
  name: 'dictEntry',
  names: { many: ['字典数据', 'Dictionary entries'], one: ['字典数据', 'dictionary entry'] },
  service: 'security',
  path: 'dictEntry',
  table: 'dict_entry',
  permission: 'dict',
  scope: 'none',
  display: 'dictLabel',
  fields: {
    typeId: { kind: 'ref', to: 'dictType', required: true, write: 'insert' },
    dictLabel: { kind: 'text', required: true, max: 50 },
    dictValue: { kind: 'text', required: true, unique: true, max: 50, pattern: '[A-Za-z0-9_.:-]{1,50}' },
    dictSort: { kind: 'integer', min: 0, max: 9999 },
    listClass: { kind: 'enum', enumName: 'listClass', values: LIST_CLASSES },
    status: { kind: 'enum', enumName: 'status', values: ['NORMAL', 'DISABLED'], fallback: 'NORMAL', required: true },
    isDefault: { kind: 'boolean' },
    parentId: { kind: 'ref', to: 'dictEntry' },
    builtin: { kind: 'boolean', required: true, write: 'never' },
    remark: { kind: 'longText', max: 300 },
  },
  list: {
    columns: ['dictLabel', 'dictValue', 'dictSort', 'listClass', 'status', 'isDefault'],
    keyword: ['dictLabel', 'dictValue'],
    filters: ['typeId', 'status'],
    sort: { field: 'dictSort', order: 'asc' },
  },
  uniqueWithin: 'typeId',
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: ({ builtin }) => (builtin ? BUILT_IN_STAYS : null),
})
export type DictEntryRow = Row<typeof dictEntryResource>
