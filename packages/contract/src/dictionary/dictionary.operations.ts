import { z } from 'zod'
import { defineOperation } from '../machine/operation.ts'

/** DC-4. `dictStatus` 0 is in use; 1 is disabled: still shown in old records, no longer offered. */
export const dictEntrySchema = z.object({
  id: z.string(),
  dictType: z.string(),
  dictLabel: z.string(),
  dictValue: z.string(),
  dictSort: z.int(),
  listClass: z.string().nullable(),
  cssClass: z.string().nullable(),
  dictStatus: z.enum(['0', '1']),
  parentId: z.string().nullable(),
})
export type DictEntry = z.output<typeof dictEntrySchema>

/** All entries of a type in their order; an unknown type has none (API-16). */
export const dictEntriesOf = defineOperation({
  title: ['字典类型的数据', 'Entries of a dictionary type'],
  method: 'GET',
  path: '/security/v1/system/dict-data/getDictDataListByDictType',
  access: 'session',
  tenant: { none: 'dictionaries are the same for all' },
  input: z.strictObject({ dictType: z.string().min(1).max(50) }),
  output: z.array(dictEntrySchema),
})
