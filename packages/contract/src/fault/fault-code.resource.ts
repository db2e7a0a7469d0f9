import { defineResource, type Row } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'
import { AUTO_ACTIONS } from './auto-action.ts'
import { setAutoAction } from './auto-action.operations.ts'
import { DEVICE_TYPE_CODES } from '../registry/device-type-code.ts'

/** What a fault is of (domain 6.2). */
export const FAULT_CATEGORIES = ['POWER', 'COMM', 'SENSOR', 'ACTUATOR', 'PROCESS', 'SECURITY', 'BILLING'] as const

/**
 * Who finds a fault: the device by a bit or an event, the platform by a limit of one value, by a rule over several, or
 * by watching what should happen and does not. `NONE`: nothing finds it yet.
 */
export const FAULT_SOURCES = ['DEVICE', 'LIMIT', 'RULE', 'WATCH', 'NONE'] as const

/** Why a code cannot be deleted; null where it can. */
export function whyCodeKept({ builtIn, used }: { builtIn: boolean | null; used: boolean | null }): Words | null {
  if (builtIn) return ['平台内置的代码不能删除，可以停用', 'Built-in codes stay; they can be disabled']
  return used
    ? [
        '已有故障或报警限值用到这个代码，不能删除，可以停用',
        'Faults or alarm limits use this code: it stays, and can be disabled',
      ]
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
      required: true,
      max: 6,
      pattern: '[A-Z][A-Z0-9_]*',
      unique: true,
    },
    /** In the language of the reader, as the next two. */
    name: { kind: 'text', required: true, write: 'never' },
    cause: { kind: 'longText', write: 'never' },
    /** One step a line. */
    remedy: { kind: 'longText', write: 'never' },
    chineseName: { kind: 'text', required: true, max: 20, alias: 'name' },
    englishName: { kind: 'text', max: 40, pattern: LATIN },
    level: { kind: 'integer', min: 1, max: 4, named: 'enum.level', required: true },
    category: {
      kind: 'enum',
      enumName: 'faultCategory',
      values: FAULT_CATEGORIES,
      fallback: 'PROCESS',
    },
    source: {
      kind: 'enum',
      enumName: 'faultSource',
      values: FAULT_SOURCES,
      fallback: 'DEVICE',
    },
    /** Of which kind the devices are that have it; empty: of any. */
    deviceTypeCode: {
      kind: 'enum',
      enumName: 'deviceType',
      values: DEVICE_TYPE_CODES,
      alias: 'deviceType',
    },
    /** Its end is seen as its beginning is; without it somebody has to look. */
    autoClear: { kind: 'boolean' },
    /** A new one is told at once; it counts in any case. */
    push: { kind: 'boolean' },
    /** Without it no fault of this code begins. */
    enabled: { kind: 'boolean' },
    /** What the platform does by itself when one begins; nothing until somebody has switched it on. */
    autoAction: { kind: 'enum', enumName: 'autoAction', values: AUTO_ACTIONS, write: 'never' },
    /** Of `STEP_CLOSE`. */
    autoStepPct: { kind: 'integer', unit: '%', write: 'never' },
    autoOn: { kind: 'boolean', write: 'never' },
    /** Who switched it on, in whose name it acts. */
    autoByName: { kind: 'text', write: 'never' },
    chineseCause: { kind: 'longText', max: 300 },
    englishCause: { kind: 'longText', max: 500, pattern: LATIN },
    chineseRemedy: { kind: 'longText', max: 600 },
    englishRemedy: {
      kind: 'longText',
      max: 1000,
      pattern: LATIN,
    },
    remark: { kind: 'longText', max: 300 },
    /** It comes with the program. */
    builtIn: { kind: 'boolean', write: 'never' },
    /** Faults were stored under it, or limits raise it. */
    used: { kind: 'boolean', write: 'never' },
  },
  list: {
    columns: [
      'code',
      'name',
      'level',
      'deviceTypeCode',
      'category',
      'source',
      'autoAction',
      'cause',
      'push',
      'enabled',
    ],
    keyword: ['code', 'name'],
    filters: ['level', 'deviceTypeCode', 'category', 'source', 'autoAction', 'autoOn', 'enabled'],
    sort: { field: 'code', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
  whyKept: (row) => whyCodeKept(row),
  rowActions: [
    {
      name: 'auto',
      label: ['自动动作', 'Automatic action'],
      right: ['设置故障自动动作', 'Set automatic actions of faults'],
      form: setAutoAction,
    },
  ],
})
export type FaultCodeRow = Row<typeof faultCodeResource>

/** How the faults of a code are called: what the console needs before it names one. */
export interface FaultName {
  code: string
  name: Words
}
