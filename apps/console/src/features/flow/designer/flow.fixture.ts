import type { ApprovalStep, FlowBranch, FlowCondition, FlowModel, FlowStep, FormItem } from '@sluice/contract'

/** A flow that can be published, for tests: a request for water with a choice by its amount. */

export const FORM: FormItem[] = [
  { formId: 'water', tag: 'NUMBER', label: '申请水量', required: true, unit: 'm³' },
  { formId: 'span', tag: 'TIME_RANGE', label: '时段', required: true },
  { formId: 'clerk', tag: 'USER', label: '经办人', required: true },
  { formId: 'plots', tag: 'CHECKBOX', label: '地块', required: true, options: ['东-3', '东-5'] },
  { formId: 'why', tag: 'TEXTAREA', label: '说明' },
]

export const approval = (id: string, more: Partial<ApprovalStep> = {}): ApprovalStep => ({
  id,
  kind: 'APPROVAL',
  name: `审批${id}`,
  approver: { by: 'DIRECTOR', level: 1 },
  several: 'SEQUENTIAL',
  nobody: { do: 'ADMIN' },
  refusal: { do: 'END' },
  limit: null,
  rights: {},
  ...more,
})

export const branch = (id: string, name: string, steps: FlowStep[], conditions: FlowCondition[] = []): FlowBranch => ({
  id,
  name,
  groups: conditions.length === 0 ? [] : [{ logic: 'AND', conditions }],
  logic: 'AND',
  steps,
})

export const choice = (id: string, branches: FlowBranch[]): Extract<FlowStep, { branches: unknown }> => ({
  id,
  kind: 'CHOICE',
  name: '按水量',
  branches,
})

export const flow = (steps: FlowStep[], form: FormItem[] = FORM): FlowModel => ({
  form,
  process: { start: { starters: { users: [], depts: [], roles: [] }, rights: {} }, steps },
  advanced: { autoSkipSame: true, withdrawAllowed: true },
})

/** one, [small: two | middle: three | other: -], four */
export const WATER: FlowModel = flow([
  approval('one'),
  choice('fork', [
    branch('small', '小水量', [approval('two')], [{ formId: 'water', operator: 'LTE', values: [100] }]),
    branch('middle', '中水量', [approval('three')], [{ formId: 'water', operator: 'LTE', values: [300] }]),
    branch('other', '其余情况', []),
  ]),
  approval('four'),
])

/** The ids of the steps as they stand, with branches in brackets. */
export function shape(steps: readonly FlowStep[]): string {
  return steps
    .map((step) =>
      'branches' in step
        ? `${step.id}(${step.branches.map((one) => `${one.id}:${shape(one.steps)}`).join('|')})`
        : step.id,
    )
    .join(' ')
}
