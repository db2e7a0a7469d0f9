import { type FlowModel, type FlowWay, type FlowWayStep, type FormValues, placeOf } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { type FlowEvent, type FlowState } from '../engine/flow-event.rules.ts'
import { applied, replay } from '../engine/flow-state.rules.ts'
import type { Member } from '../flow.ports.ts'
import { type EngineDeps, entering, type Way } from './run.service.ts'

/** What is tried: a model, who would start it with which values, and whose flow it is. */
export interface Trial {
  model: FlowModel
  starter: Member
  values: FormValues
  chosen: Way['chosen']
  homeDeptId: string
  tenantId: string
}

/** Whoever reads a trial step by step would wait for the longest process as long as for a thousand of its steps. */
const MOST_STEPS = 500

/** The way of a request if everybody agreed, by the very functions that carry one on: nothing is stored, nobody is told. */
export async function wayOf(db: Sql, deps: EngineDeps, trial: Trial): Promise<FlowWay> {
  const { model, starter, values } = trial
  const { process } = model
  const at = deps.clock.now().toISOString()
  let state = replay(process, [{ type: 'STARTED', by: starter.id, at, values }])
  const steps: Extract<FlowEvent, { type: 'ENTERED' }>[] = []
  const instance = { homeDeptId: trial.homeDeptId, deptId: starter.deptId }
  while (state.next.length > 0 && steps.length < MOST_STEPS) {
    const event = await entering(db, deps, { ...trial, instance, state })
    state = applied(process, state, event)
    if (event.type !== 'ENTERED') break
    steps.push(event)
    state = passed(model, state, event.step, at)
  }
  const ids = steps.flatMap(({ asked = [] }) => asked.flatMap((one) => [one.userId, one.forUserId ?? one.userId]))
  const people = await deps.organisation.members(db, [...new Set(ids)])
  return {
    steps: steps.map((event) => stepOf(model, event, people)),
    end: state.status === 'REJECTED' ? 'REJECTED' : 'APPROVED',
  }
}

/** As if everybody had agreed and every delay were over. */
function passed({ process }: FlowModel, state: FlowState, step: string, at: string): FlowState {
  const kind = placeOf(process, step)?.step.kind
  if (state.status !== 'RUNNING' || !state.visits.some((visit) => visit.step === step && !visit.end)) return state
  if (kind === 'DELAY') return applied(process, state, { type: 'DELAY_OVER', step, at })
  if (kind === 'APPROVAL') return applied(process, state, { type: 'OVERDUE', step, at, then: 'PASS' })
  return state
}

type People = ReadonlyMap<string, Pick<Member, 'name' | 'deptName'>>

function stepOf(
  { process }: FlowModel,
  { step: id, asked = [], nobody, branch }: Extract<FlowEvent, { type: 'ENTERED' }>,
  people: People,
): FlowWayStep {
  const step = placeOf(process, id)?.step
  if (!step) throw new Error(`The process has no step ${id}.`)
  const taken = 'branches' in step ? step.branches.find((one) => one.id === branch) : undefined
  return {
    step: id,
    name: step.name,
    kind: step.kind,
    branch: taken?.id ?? null,
    branchName: taken?.name ?? null,
    nobody: nobody ?? null,
    asked: asked.map(({ userId, forUserId, agreed = false }) => ({
      userId,
      name: people.get(userId)?.name ?? '',
      deptName: people.get(userId)?.deptName ?? null,
      forName: forUserId ? (people.get(forUserId)?.name ?? null) : null,
      agreed,
    })),
  }
}
