import {
  type ApprovalStep,
  type ConditionGroup,
  type FlowApprover,
  type FlowBranch,
  type FlowCondition,
  type FlowModel,
  type FlowStep,
  type FormItem,
  STARTER_FIELD,
} from '@sluice/contract'
import { formatNumber } from '../../../lib/text/reading-format.ts'
import { t } from '../../../lib/text/text.ts'
import { durationText, yuanOf } from '../../../lib/text/value-text.ts'

type Names = Readonly<Record<string, string>>

const listed = (ids: readonly string[], names: Names) => ids.map((id) => names[id] ?? id).join(t('list.comma'))
const orNot = (text: string) => (text === '' ? t('flow.nobodyYet') : text)

export function fieldName(formId: string, form: readonly FormItem[]): string {
  if (formId === STARTER_FIELD) return t('flow.starter')
  return form.find((item) => item.formId === formId)?.label ?? t('flow.fieldGone')
}

/** Who is asked, in words. */
function approverText(approver: FlowApprover, form: readonly FormItem[], names: Names): string {
  switch (approver.by) {
    case 'USERS':
      return orNot(listed(approver.users, names))
    case 'DIRECTOR':
      return t('flow.asks.DIRECTOR', { n: approver.level })
    case 'CHAIN':
      return approver.level === null ? t('flow.asks.CHAIN') : t('flow.asks.CHAIN_TO', { n: approver.level })
    case 'ROLE':
      return t('flow.asks.ROLE', { names: orNot(listed(approver.roles, names)) })
    case 'POSITION':
      return t('flow.asks.POSITION', { name: orNot(approver.position) })
    case 'CHOSEN':
      return t('flow.asks.CHOSEN')
    case 'STARTER':
      return t('flow.asks.STARTER')
    case 'FIELD':
      return t('flow.asks.FIELD', { field: fieldName(approver.formId, form) })
  }
}

export function limitText({ limit }: ApprovalStep): string {
  return limit ? t(`flow.limit.${limit.then}`, { n: limit.hours }) : ''
}

const SIGNS = { EQ: '=', LT: '<', LTE: '≤', GT: '>', GTE: '≥' } as const

function measured(value: string | number, item: FormItem | undefined): string {
  if (typeof value !== 'number') return value
  if (item?.tag === 'AMOUNT') return `¥${formatNumber(yuanOf(value), 2)}`
  const unit =
    item?.tag === 'DATE_RANGE' ? t('flow.unit.day') : item?.tag === 'TIME_RANGE' ? t('flow.unit.hour') : item?.unit
  return unit ? `${formatNumber(value)} ${unit}` : formatNumber(value)
}

/** A condition as a sentence, such as `申请水量 ≤ 100 m³`. */
function conditionText(condition: FlowCondition, form: readonly FormItem[], names: Names): string {
  const { formId, operator, values, open = [] } = condition
  const field = fieldName(formId, form)
  const item = form.find((one) => one.formId === formId)
  const told = values.map((value) => (typeof value === 'string' ? (names[value] ?? value) : measured(value, item)))
  if (told.length === 0) return t('flow.condition.open', { field })
  if (operator === 'BETWEEN')
    return `${told[0] ?? ''} ${open.includes('from') ? '<' : '≤'} ${field} ${open.includes('to') ? '<' : '≤'} ${told[1] ?? ''}`
  const all = told.join(t('list.comma'))
  if (operator === 'IN') return t('flow.condition.in', { field, values: all })
  if (operator === 'UNDER') return t('flow.condition.under', { field, values: all })
  return `${field} ${SIGNS[operator]} ${all}`
}

/** As one sentence, with the word of the logic between them. */
function joined(logic: 'AND' | 'OR', [first = '', ...others]: readonly string[]): string {
  const key = logic === 'AND' ? 'flow.both' : 'flow.either'
  return others.reduce((one, other) => t(key, { one, other }), first)
}

function groupText({ logic, conditions }: ConditionGroup, form: readonly FormItem[], names: Names): string {
  return joined(
    logic,
    conditions.map((condition) => conditionText(condition, form, names)),
  )
}

/** When a branch is taken, in words. */
export function branchText(branch: FlowBranch, form: readonly FormItem[], names: Names): string {
  const texts = branch.groups.map((group) => groupText(group, form, names))
  if (texts.length <= 1) return texts[0] ?? ''
  if (typeof branch.logic === 'object') return t('flow.byExpression', { text: branch.logic.expression })
  return joined(
    branch.logic,
    texts.map((text) => `(${text})`),
  )
}

function waitText(wait: Extract<FlowStep, { kind: 'DELAY' }>['wait']): string {
  return 'until' in wait
    ? t('flow.waitUntil', { time: wait.until })
    : t('flow.waitFor', { time: durationText(wait.minutes * 60) })
}

function copyText({ users, roles, starterAdds }: Extract<FlowStep, { kind: 'COPY' }>, names: Names): string {
  const told = listed([...users, ...roles], names)
  if (!starterAdds) return orNot(told)
  return told === '' ? t('flow.copyChosen') : t('flow.copyAlso', { names: told })
}

/** What a step does, in one sentence. */
export function stepText(step: FlowStep, { form }: FlowModel, names: Names): string {
  switch (step.kind) {
    case 'APPROVAL':
      return approverText(step.approver, form, names)
    case 'COPY':
      return copyText(step, names)
    case 'DELAY':
      return waitText(step.wait)
    default:
      return t(step.kind === 'CHOICE' ? 'flow.choiceSays' : 'flow.parallelSays')
  }
}

export function startText({ process }: FlowModel, names: Names): string {
  const { users, depts, roles } = process.start.starters
  const told = listed([...depts, ...roles, ...users], names)
  return told === '' ? t('flow.everybody') : t('flow.mayStart', { names: told })
}
