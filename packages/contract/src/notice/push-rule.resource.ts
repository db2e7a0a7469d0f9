import { defineResource, type Row } from '../machine/resource.ts'
import { FAULT_LEVELS } from './notice-user.resource.ts'

const MINUTES = { kind: 'integer', min: 0, max: 10_080, unit: 'min' } as const

/** Faults of one person within this are one message, where the rule does not say otherwise (domain 6.2). */
export const MERGE_WINDOW_S = 60

/**
 * When people are told of a fault, how often, and who is next (domain 6.2). The first enabled rule from the top that suits
 * the fault is its rule; a rule is of the devices of its department and those below it. What chooses no levels and no codes
 * suits all.
 */
export const pushRuleResource = defineResource({
  name: 'pushRule',
  names: { many: ['推送规则', 'Push rules'], one: ['推送规则', 'push rule'] },
  service: 'device',
  path: 'pushRule',
  table: 'push_rule',
  permission: 'pushRule',
  scope: 'dept',
  display: 'name',
  fields: {
    place: { kind: 'integer', label: ['顺序', 'Order'], required: true, min: 1, max: 999 },
    name: { kind: 'text', label: ['名称', 'Name'], required: true, max: 50 },
    deptId: { kind: 'ref', to: 'dept', label: ['部门', 'Department'], required: true },
    levels: { kind: 'enums', label: ['级别', 'Levels'], enumName: 'level', values: FAULT_LEVELS },
    codes: { kind: 'refs', to: 'faultCode', label: ['故障', 'Faults'] },
    delayMin: { ...MINUTES, label: ['延时', 'Delay'] },
    repeatMin: { ...MINUTES, label: ['重复', 'Repeat'] },
    escalateAfterMin: { ...MINUTES, min: 1, label: ['没人接后升级', 'Escalate after'] },
    escalateTo: { kind: 'ref', to: 'noticeUser', label: ['升级给', 'Escalate to'] },
    mergeWindowS: { kind: 'integer', min: 0, max: 86_400, unit: 's', label: ['合并窗', 'Merge window'] },
    enabled: { kind: 'boolean', label: ['启用', 'Enabled'] },
  },
  list: {
    columns: [
      'place',
      'name',
      'deptId',
      'levels',
      'delayMin',
      'repeatMin',
      'escalateAfterMin',
      'escalateTo',
      'mergeWindowS',
      'enabled',
    ],
    keyword: ['name'],
    filters: ['deptId', 'levels', 'enabled'],
    sorts: ['place', 'name', 'enabled'],
    sort: { field: 'place', order: 'asc' },
  },
  actions: ['insert', 'update', 'del', 'export', 'import'],
})
export type PushRuleRow = Row<typeof pushRuleResource>
