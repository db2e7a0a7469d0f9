import {
  type FlowBranch,
  expressionHolds,
  type FlowModel,
  type FlowStep,
  type FormValues,
  conditionHolds,
  parseExpression,
  type Steered,
} from '@sluice/contract'
import type { Asked, FlowEvent, FlowState } from './flow-event.rules.ts'

/** Who was found for a step, in their order and each of them once; the administrators are asked where nobody is. */
export interface Found {
  people: readonly Asked[]
  admins: readonly string[]
}

type Entered = Extract<FlowEvent, { type: 'ENTERED' }>

/** The branch that is taken: the first that holds; the last, which has no conditions, when none does. */
export function branchOf(
  branches: readonly FlowBranch[],
  model: Pick<FlowModel, 'form'>,
  values: FormValues,
  of: Steered,
): FlowBranch {
  const last = branches.at(-1)
  if (!last) throw new Error('A choice has at least two branches.')
  return branches.slice(0, -1).find((branch) => branchHolds(branch, model, values, of)) ?? last
}

function branchHolds(
  { groups, logic }: FlowBranch,
  { form }: Pick<FlowModel, 'form'>,
  values: FormValues,
  of: Steered,
): boolean {
  const group = (index: number): boolean => {
    const { conditions = [], logic: inside = 'AND' } = groups[index] ?? {}
    if (conditions.length === 0) return false
    const one = (condition: (typeof conditions)[number]) => conditionHolds(condition, form, values, of)
    return inside === 'AND' ? conditions.every(one) : conditions.some(one)
  }
  if (groups.length === 0) return false
  if (typeof logic === 'string') {
    return logic === 'AND' ? groups.every((_, index) => group(index)) : groups.some((_, index) => group(index))
  }
  const expression = parseExpression(logic.expression, groups.length)
  return expression !== null && expressionHolds(expression, group)
}

/** The event by which an approval is entered: who is asked, or what is done where nobody was found (WD-10). */
export function enterApproval(
  step: Extract<FlowStep, { kind: 'APPROVAL' }>,
  state: FlowState,
  { people, admins }: Found,
  at: { now: string; dueAt: string | null; skipSame: boolean },
): Entered {
  const entered = { type: 'ENTERED', step: step.id, at: at.now } as const
  const until = at.dueAt ? { until: at.dueAt } : {}
  if (people.length > 0) {
    const agreed = at.skipSame ? agreedBefore(state) : new Set<string>()
    return {
      ...entered,
      ...until,
      asked: people.map((one) => (agreed.has(one.userId) ? { ...one, agreed: true } : one)),
    }
  }
  const { nobody } = step
  if (nobody.do === 'PASS' || nobody.do === 'REFUSE') return { ...entered, nobody: nobody.do }
  const instead = nobody.do === 'USERS' && nobody.users.length > 0 ? nobody.users : admins
  // Where even an administrator is missing, nobody ever would decide.
  if (instead.length === 0) return { ...entered, nobody: 'REFUSE' }
  return { ...entered, ...until, nobody: nobody.do, asked: instead.map((userId) => ({ userId })) }
}

/** Who agreed by their own hand since it was last sent back. */
function agreedBefore({ tasks }: FlowState): Set<string> {
  const since = tasks.findLastIndex(({ status }) => status === 'RETURNED' || status === 'REJECTED')
  return new Set(tasks.slice(since + 1).flatMap(({ status, userId }) => (status === 'APPROVED' ? [userId] : [])))
}
