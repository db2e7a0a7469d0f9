import { isConditionComplete, STARTER_FIELD, steeringOf } from './condition.ts'
import { parseExpression } from './expression.ts'
import type { FlowModel } from './flow.ts'
import { FORM_LIMITS, type FormItem } from './form.ts'
import { type FlowApprover, type FlowBranch, PROCESS_LIMITS } from './process.ts'
import { isFork, placesOf, type StepPlace } from './steps.ts'

/** What keeps a flow from being published (WD-14, domain 9.2): each with a text `flow.problem.<key>` that says what to do. */
export const FLOW_PROBLEMS = [
  'no-steps',
  'too-many-steps',
  'too-deep',
  'same-id',
  'no-approver',
  'unknown-field',
  'not-a-person-field',
  'nobody-named',
  'no-copy',
  'no-condition',
  'condition-incomplete',
  'condition-optional',
  'default-has-condition',
  'expression',
  'refusal-step',
  'field-same-id',
  'field-options',
  'field-columns',
  'field-bounds',
] as const
export type FlowProblemKey = (typeof FLOW_PROBLEMS)[number]

/** Where it is: a step, a branch of it, or a field of the form. */
export interface FlowProblem {
  problem: FlowProblemKey
  step?: string | undefined
  branch?: string | undefined
  field?: string | undefined
}

/** Everything that keeps a flow from being published, in the order of the form and of its steps; empty for one that can. */
export function flowProblems({ form, process }: FlowModel): FlowProblem[] {
  const places = [...placesOf(process.steps)]
  const ids = new Set<string>()
  const found: FlowProblem[] = form.flatMap((item, n) => fieldProblems(item, form.slice(0, n)))
  if (places.length === 0) found.push({ problem: 'no-steps' })
  if (places.length > PROCESS_LIMITS.steps) found.push({ problem: 'too-many-steps' })
  for (const place of places) {
    const { step, around } = place
    const named = [step.id, ...(isFork(step) ? step.branches.map(({ id }) => id) : [])]
    if (named.some((id, n) => ids.has(id) || named.indexOf(id) !== n)) found.push({ problem: 'same-id', step: step.id })
    for (const id of named) ids.add(id)
    if (around.length > PROCESS_LIMITS.depth) found.push({ problem: 'too-deep', step: step.id })
    found.push(...stepProblems(place, places, form).map((problem) => ({ ...problem, step: step.id })))
  }
  return found
}

function fieldProblems(item: FormItem, before: readonly FormItem[]): FlowProblem[] {
  const { formId: field, tag, options = [], columns = [], min = -Infinity, max = Infinity } = item
  const problems: FlowProblem[] = []
  if (field === STARTER_FIELD || before.some(({ formId }) => formId === field))
    problems.push({ problem: 'field-same-id', field })
  const chooses = tag === 'RADIO' || tag === 'SELECT' || tag === 'CHECKBOX'
  if (chooses && (options.length === 0 || new Set(options).size < options.length))
    problems.push({ problem: 'field-options', field })
  if (tag === 'TABLE' && !areColumnsSound(columns)) problems.push({ problem: 'field-columns', field })
  if (min > max) problems.push({ problem: 'field-bounds', field })
  return problems
}

function areColumnsSound(columns: NonNullable<FormItem['columns']>): boolean {
  const ids = new Set(columns.map(({ formId }) => formId))
  const chosen = columns.every(({ tag, options = [] }) => tag !== 'SELECT' || options.length > 0)
  return columns.length > 0 && columns.length <= FORM_LIMITS.columns && ids.size === columns.length && chosen
}

function stepProblems(place: StepPlace, places: readonly StepPlace[], form: readonly FormItem[]): FlowProblem[] {
  const { step } = place
  switch (step.kind) {
    case 'APPROVAL':
      return [
        ...approverProblems(step.approver, form),
        ...(step.nobody.do === 'USERS' && step.nobody.users.length === 0 ? [{ problem: 'nobody-named' } as const] : []),
        ...(step.refusal.do === 'STEP' && !canGoBack(place, step.refusal.step, places)
          ? [{ problem: 'refusal-step' } as const]
          : []),
        ...Object.keys(step.rights).flatMap((field) =>
          form.some(({ formId }) => formId === field) ? [] : [{ problem: 'unknown-field', field } as const],
        ),
      ]
    case 'COPY':
      return step.users.length + step.roles.length > 0 || step.starterAdds ? [] : [{ problem: 'no-copy' }]
    case 'CHOICE':
      return step.branches.flatMap((branch, n) =>
        branchProblems(branch, n === step.branches.length - 1, form).map((problem) => ({
          ...problem,
          branch: branch.id,
        })),
      )
    default:
      return []
  }
}

function approverProblems(approver: FlowApprover, form: readonly FormItem[]): FlowProblem[] {
  switch (approver.by) {
    case 'USERS':
      return approver.users.length > 0 ? [] : [{ problem: 'no-approver' }]
    case 'ROLE':
      return approver.roles.length > 0 ? [] : [{ problem: 'no-approver' }]
    case 'POSITION':
      return approver.position === '' ? [{ problem: 'no-approver' }] : []
    case 'CHOSEN':
      return approver.from === 'ALL' || approver.of.length > 0 ? [] : [{ problem: 'no-approver' }]
    case 'FIELD': {
      const item = form.find(({ formId }) => formId === approver.formId)
      if (!item) return [{ problem: 'unknown-field', field: approver.formId }]
      return item.tag === 'USER' && item.required ? [] : [{ problem: 'not-a-person-field', field: approver.formId }]
    }
    default:
      return []
  }
}

/** An approval before it whose way leads here: in the same list or in one around it. */
function canGoBack({ list, index, around }: StepPlace, target: string, places: readonly StepPlace[]): boolean {
  const to = places.find(({ step }) => step.id === target)
  if (to?.step.kind !== 'APPROVAL') return false
  if (to.list === list) return to.index < index
  return around.some(({ fork, branch }, depth) => {
    const outer = places.find(({ step }) => step.id === fork.id)
    const inBranch = to.around.length === depth && to.list === outer?.list
    return inBranch && to.index < (outer?.index ?? 0) && !branch.steps.includes(to.step)
  })
}

function branchProblems({ groups, logic }: FlowBranch, isLast: boolean, form: readonly FormItem[]): FlowProblem[] {
  const conditions = groups.flatMap((group) => group.conditions)
  if (isLast) return conditions.length > 0 ? [{ problem: 'default-has-condition' }] : []
  if (conditions.length === 0 || groups.some((group) => group.conditions.length === 0))
    return [{ problem: 'no-condition' }]
  const problems = conditions.flatMap((condition): FlowProblem[] => {
    const { formId: field } = condition
    if (!steeringOf(field, form)) return [{ problem: 'unknown-field', field }]
    if (!isConditionComplete(condition, form)) return [{ problem: 'condition-incomplete', field }]
    // What may be left empty cannot steer (domain 9.2).
    const isSure = field === STARTER_FIELD || form.some(({ formId, required }) => formId === field && required)
    return isSure ? [] : [{ problem: 'condition-optional', field }]
  })
  if (typeof logic === 'object' && !parseExpression(logic.expression, groups.length))
    problems.push({ problem: 'expression' })
  return problems
}
