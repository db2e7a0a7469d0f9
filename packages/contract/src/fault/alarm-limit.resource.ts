import type { ActionOfRow } from '../machine/action.ts'
import { typed } from '../machine/field.ts'
import { defineResource, type Row } from '../machine/resource.ts'
import type { Words } from '../machine/words.ts'
import { DEVICE_TYPE_CODES } from '../registry/device-type-code.ts'
import { copyLimit, restoreLimit } from './alarm-limit.operations.ts'
import { ALARM_HM, ALARM_HOLD_MAX_S, ALARM_KEY, ALARM_OPS, ALARM_REPEAT_MAX, LIMIT_SCOPES } from './alarm-bounds.ts'
import type { AlarmRule } from './alarm-rule.ts'

const AMOUNT = { kind: 'decimal', decimals: 6, min: -1e9, max: 1e9 } as const
const HM = { kind: 'text', max: 5, pattern: ALARM_HM } as const

/** Why a limit cannot be deleted; null where it can. */
export function whyLimitKept({ builtIn }: { builtIn: boolean | null }): Words | null {
  return builtIn ? ['平台内置的限值不能删除，可以停用', 'Built-in limits stay; they can be disabled'] : null
}

/**
 * Alarm limits (domain 5.1 AlarmConfig): a metric beyond its limit for long enough is a fault. Each applies to the devices
 * of a type, of a product, of a group, or to one device; for one metric and one fault the narrowest wins, also where it
 * is switched off. Those of types and products belong to the platform, the others to the department of what they name.
 */
export const alarmLimitResource = defineResource({
  name: 'alarmLimit',
  names: { many: ['报警限值', 'Alarm limits'], one: ['报警限值', 'alarm limit'] },
  service: 'device',
  path: 'alarmLimit',
  table: 'alarm_limit',
  permission: 'alarmLimit',
  scope: 'dept',
  display: 'target',
  fields: {
    /** The name of what it applies to, in the language of the reader. */
    target: { kind: 'text', write: 'never' },
    scope: {
      kind: 'enum',
      enumName: 'limitScope',
      values: LIMIT_SCOPES,
      fallback: 'TYPE',
      required: true,
      write: 'insert',
    },
    deviceTypeCode: { kind: 'enum', enumName: 'deviceType', values: DEVICE_TYPE_CODES, write: 'insert' },
    productId: { kind: 'ref', to: 'product', write: 'insert' },
    groupId: { kind: 'ref', to: 'deviceGroup', write: 'insert' },
    deviceId: { kind: 'ref', to: 'device', write: 'insert' },
    /** Of the group or the device; null for what belongs to the platform. */
    deptId: { kind: 'ref', to: 'dept', write: 'never' },
    key: { kind: 'text', named: 'metric', required: true, max: 44, pattern: ALARM_KEY },
    op: { kind: 'enum', enumName: 'alarmOp', values: ALARM_OPS, fallback: 'GT', required: true },
    value: AMOUNT,
    value2: AMOUNT,
    equals: { kind: 'text', max: 40 },
    hysteresis: { ...AMOUNT, min: 0 },
    holdS: { kind: 'duration', min: 0, max: ALARM_HOLD_MAX_S },
    repeatN: { kind: 'integer', min: 1, max: ALARM_REPEAT_MAX },
    windowFrom: HM,
    windowTo: HM,
    weekMask: { kind: 'weekMask' },
    faultCode: { kind: 'text', named: 'fault', required: true, max: 6 },
    /** Of the faults it begins; empty: that of their code. */
    level: { kind: 'integer', min: 1, max: 4, named: 'enum.level' },
    enabled: { kind: 'boolean' },
    remark: { kind: 'longText', max: 300 },
    /** It comes with the program, which knows its defaults. */
    builtIn: { kind: 'boolean', write: 'never' },
    /** A built-in one that is no longer as it came. */
    changed: { kind: 'boolean', write: 'never' },
    /** The rule in one piece. */
    rule: { kind: 'json', holds: typed<AlarmRule>(), write: 'never' },
  },
  list: {
    columns: ['target', 'scope', 'key', 'rule', 'faultCode', 'level', 'enabled', 'changed'],
    keyword: ['target', 'key'],
    filters: ['scope', 'deviceTypeCode', 'productId', 'groupId', 'deviceId', 'key', 'faultCode', 'level', 'enabled'],
    sorts: ['scope', 'key', 'faultCode', 'level', 'enabled'],
    sort: { field: 'scope', order: 'asc' },
  },
  form: [
    'scope',
    'deviceTypeCode',
    'productId',
    'groupId',
    'deviceId',
    'key',
    'op',
    'value',
    'value2',
    'equals',
    'hysteresis',
    'holdS',
    'repeatN',
    'faultCode',
    'level',
    'enabled',
    'windowFrom',
    'windowTo',
    'weekMask',
    'remark',
  ],
  actions: ['insert', 'update', 'del', 'export'],
  noImport: 'What a limit means is looked at before it is saved.',
  whyKept: (row) => whyLimitKept(row),
  rowActions: [
    {
      name: 'copy',
      label: ['应用到…', 'Apply to…'],
      right: ['批量应用报警限值', 'Apply alarm limits to many'],
      form: copyLimit,
    },
    {
      name: 'restore',
      label: ['恢复默认', 'Restore'],
      right: ['恢复默认报警限值', 'Restore alarm limits'],
      on: ['row', 'selection'],
      call: restoreLimit,
      send: ({ id, version }) => ({ id, version }),
      suits: ({ builtIn }) => builtIn === true,
      unless: ({ changed }) => (changed ? null : ['没有改动', 'It is as it came']),
      confirm: {
        text: (_row, n) =>
          n === 1
            ? ['这条限值会变回平台的默认值。确定吗？', 'This limit becomes what it came as. Continue?']
            : [`${n} 条限值会变回平台的默认值。确定吗？`, `${n} limits become what they came as. Continue?`],
      },
      done: (_row, n) => (n === 1 ? ['已恢复默认', 'Limit restored'] : [`${n} 条已恢复默认`, `${n} limits restored`]),
    },
  ] satisfies readonly ActionOfRow<{
    id: string
    version: number
    builtIn: boolean | null
    changed: boolean | null
  }>[],
})
export type AlarmLimitRow = Row<typeof alarmLimitResource>
