import { defineResource, type Row } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'
import { DEVICE_TYPE_CODES } from '../registry/device-type-code.ts'

/** What a fault is of (domain 6.2). */
export const FAULT_CATEGORIES = ['POWER', 'COMM', 'SENSOR', 'ACTUATOR', 'PROCESS', 'SECURITY', 'BILLING'] as const
export const FAULT_CATEGORY_WORDS: Readonly<Record<(typeof FAULT_CATEGORIES)[number], Words>> = {
  POWER: ['供电', 'Power'],
  COMM: ['通讯', 'Communication'],
  SENSOR: ['传感器', 'Sensor'],
  ACTUATOR: ['执行机构', 'Actuator'],
  PROCESS: ['工况', 'Process'],
  SECURITY: ['安防', 'Security'],
  BILLING: ['计费', 'Billing'],
}

/**
 * Who finds a fault: the device by a bit or an event, the platform by a limit of one value, by a rule over several, or
 * by watching what should happen and does not.
 */
export const FAULT_SOURCES = ['DEVICE', 'LIMIT', 'RULE', 'WATCH'] as const
export const FAULT_SOURCE_WORDS: Readonly<Record<(typeof FAULT_SOURCES)[number], Words>> = {
  DEVICE: ['设备上报', 'Device'],
  LIMIT: ['报警限值', 'Alarm limit'],
  RULE: ['组合规则', 'Rule'],
  WATCH: ['平台监视', 'Watch'],
}

/** Why a code cannot be deleted; null where it can. */
export function whyCodeKept({ builtIn, used }: { builtIn: boolean | null; used: boolean | null }): Words | null {
  if (builtIn) return ['平台内置的代码不能删除，可以停用', 'Built-in codes stay; they can be disabled']
  return used
    ? ['已有故障用到这个代码，不能删除，可以停用', 'Faults were stored under this code: it stays, and can be disabled']
    : null
}

/** No Chinese: it is read on an English screen. */
const LATIN = '[^\\u2e80-\\u9fff\\uf900-\\ufaff]+'

/**
 * The kinds of faults (domain 6.2, 6.5): how they are called, how serious they are, what causes them, and what to check.
 * Those of the program keep their code and source; a person may add codes of their own, e.g. for a bit of a product. A
 * level is that of faults that begin from now on.
 */
export const faultCodeResource = defineResource({
  name: 'faultCode',
  names: { many: ['故障代码', 'Fault codes'], one: ['故障代码', 'fault code'] },
  service: 'device',
  path: 'faultCode',
  called: { del: 'delete' },
  table: 'fault_code',
  permission: 'faultCode',
  scope: 'none',
  display: 'name',
  fields: {
    code: {
      kind: 'text',
      label: ['代码', 'Code'],
      required: true,
      max: 6,
      pattern: '[A-Z][A-Z0-9_]*',
      unique: true,
    },
    /** In the language of the reader, as the next two. */
    name: { kind: 'text', label: ['名称', 'Name'], required: true, write: 'never' },
    cause: { kind: 'longText', label: ['原因', 'Cause'], write: 'never' },
    /** One step a line. */
    remedy: { kind: 'longText', label: ['处理办法', 'Remedy'], write: 'never' },
    chineseName: { kind: 'text', label: ['中文名称', 'Chinese name'], required: true, max: 20, alias: 'name' },
    englishName: { kind: 'text', label: ['英文名称', 'English name'], max: 40, pattern: LATIN },
    level: { kind: 'integer', label: ['级别', 'Level'], min: 1, max: 4, named: 'enum.level', required: true },
    category: {
      kind: 'enum',
      label: ['类别', 'Category'],
      enumName: 'faultCategory',
      values: FAULT_CATEGORIES,
      words: FAULT_CATEGORY_WORDS,
      fallback: 'PROCESS',
    },
    source: {
      kind: 'enum',
      label: ['来源', 'Source'],
      enumName: 'faultSource',
      values: FAULT_SOURCES,
      words: FAULT_SOURCE_WORDS,
      fallback: 'DEVICE',
    },
    /** Of which kind the devices are that have it; empty: of any. */
    deviceTypeCode: {
      kind: 'enum',
      label: ['设备类型', 'Device type'],
      enumName: 'deviceType',
      values: DEVICE_TYPE_CODES,
      alias: 'deviceType',
    },
    /** Its end is seen as its beginning is; without it somebody has to look. */
    autoClear: { kind: 'boolean', label: ['自动恢复', 'Clears by itself'] },
    /** A new one is told at once; it counts in any case. */
    push: { kind: 'boolean', label: ['推送', 'Push'] },
    /** Without it no fault of this code begins. */
    enabled: { kind: 'boolean', label: ['启用', 'Enabled'] },
    chineseCause: { kind: 'longText', label: ['中文原因', 'Chinese cause'], max: 300 },
    englishCause: { kind: 'longText', label: ['英文原因', 'English cause'], max: 500, pattern: LATIN },
    chineseRemedy: { kind: 'longText', label: ['中文处理办法，一行一步', 'Chinese remedy, a step a line'], max: 600 },
    englishRemedy: {
      kind: 'longText',
      label: ['英文处理办法，一行一步', 'English remedy, a step a line'],
      max: 1000,
      pattern: LATIN,
    },
    remark: { kind: 'longText', label: ['备注', 'Remark'], max: 300 },
    /** It comes with the program. */
    builtIn: { kind: 'boolean', label: ['平台内置', 'Built in'], write: 'never' },
    /** Faults were stored under it. */
    used: { kind: 'boolean', label: ['已有故障记录', 'Has faults'], write: 'never' },
  },
  list: {
    columns: ['code', 'name', 'level', 'deviceTypeCode', 'category', 'source', 'cause', 'push', 'enabled'],
    keyword: ['code', 'name'],
    filters: ['level', 'deviceTypeCode', 'category', 'source', 'enabled'],
    sort: { field: 'code', order: 'asc' },
    sorts: ['code', 'name', 'level'],
  },
  form: [
    'code',
    'chineseName',
    'englishName',
    'level',
    'category',
    'source',
    'deviceTypeCode',
    'autoClear',
    'push',
    'enabled',
    'chineseCause',
    'englishCause',
    'chineseRemedy',
    'englishRemedy',
    'remark',
  ],
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: (row) => whyCodeKept(row),
})
export type FaultCodeRow = Row<typeof faultCodeResource>

/** How the faults of a code are called: what the console needs before it names one. */
export interface FaultName {
  code: string
  name: Words
}
