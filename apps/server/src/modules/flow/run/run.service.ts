import { type FlowModel, type FlowStep, placeOf } from '@sluice/contract'
import { DEFAULT_ZONE } from '@sluice/kit'
import { isDeepStrictEqual } from 'node:util'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { emitLater } from '../../../platform/outbox/outbox.store.ts'
import { currentSteps, delayEnd, HOUR_MS, openTimers } from '../engine/flow-due.rules.ts'
import { branchOf, enterApproval } from '../engine/flow-enter.rules.ts'
import { type FlowEvent, type FlowState, START_STEP, type TaskState } from '../engine/flow-event.rules.ts'
import { applied } from '../engine/flow-state.rules.ts'
import type { FlowDeps, Member } from '../flow.ports.ts'
import { approversOf, type Circle, isThere, steeredBy } from './approver.service.ts'
import {
  appendEvents,
  saveInstance,
  saveTasks,
  saveTimers,
  type StoredInstance,
  type TaskRow,
} from './instance.store.ts'

/** An instance in a transaction: its process, what happened to it so far, and what follows from that. */
export interface Run {
  instance: StoredInstance
  model: FlowModel
  /** How many events are stored. */
  stored: number
  state: FlowState
  starter: Member
  /** The organisation whose people can be asked. */
  tenantId: string
  chosen: Circle['chosen']
}

/** Steps that one event may lead through: a process has fewer, so more is an error of ours. */
const MOST_STEPS = 1000

export type EngineDeps = Pick<FlowDeps, 'clock' | 'organisation'>

/**
 * Adds what happened and everything that follows from it, and writes it all: events, tasks, timers, the instance, and to whom it
 * is told. Nothing of it exists without the rest.
 */
export async function carryOn(tx: Connection, deps: EngineDeps, run: Run, first: readonly FlowEvent[]): Promise<Run> {
  const { process } = run.model
  const events = [...first]
  let state = first.reduce((now, event) => applied(process, now, event), run.state)
  while (state.next.length > 0) {
    if (events.length > MOST_STEPS) throw new Error(`instance ${run.instance.id} enters steps without end`)
    const event = await entering(tx, deps, { ...run, state })
    events.push(event)
    state = applied(process, state, event)
  }
  await appendEvents(tx, run.instance.id, run.stored, events)
  await writeState(tx, run, state)
  return { ...run, state, stored: run.stored + events.length }
}

/** What a step is entered with: of a stored instance, or of one that is only tried. */
export type Way = Pick<Run, 'model' | 'state' | 'starter' | 'tenantId' | 'chosen'> & {
  instance: Pick<StoredInstance, 'homeDeptId' | 'deptId'>
}

/** The event by which the next step is entered. */
export async function entering(
  db: Sql,
  { organisation, clock }: EngineDeps,
  { instance, model, state, starter, tenantId, chosen }: Way,
): Promise<FlowEvent> {
  const step = stepOf(model, state.next[0])
  const now = clock.now()
  const at = now.toISOString()
  const circle = { starter, deptId: instance.homeDeptId, tenantId, values: state.values, chosen }
  switch (step.kind) {
    case 'APPROVAL': {
      const people = await approversOf(organisation, db, step, circle, now)
      const admins = people.length > 0 ? [] : await organisation.administrators(db, starter.line)
      const dueAt = step.limit ? new Date(now.getTime() + step.limit.hours * HOUR_MS).toISOString() : null
      return enterApproval(step, state, { people, admins }, { now: at, dueAt, skipSame: model.advanced.autoSkipSame })
    }
    case 'COPY': {
      const held = step.roles.length > 0 ? await organisation.holders(db, circle.deptId, { roleIds: step.roles }) : []
      const ids = [...new Set([...step.users, ...held, ...(step.starterAdds ? (chosen[step.id] ?? []) : [])])]
      const people = await organisation.members(db, ids)
      return {
        type: 'ENTERED',
        step: step.id,
        at,
        asked: ids.flatMap((userId) => (isThere(people.get(userId), tenantId) ? [{ userId }] : [])),
      }
    }
    case 'CHOICE': {
      const steered = await steeredBy(organisation, db, model, starter, state.values)
      return { type: 'ENTERED', step: step.id, at, branch: branchOf(step.branches, model, state.values, steered).id }
    }
    case 'DELAY': {
      const zone = (await organisation.zones(db)).get(instance.deptId) ?? DEFAULT_ZONE
      return { type: 'ENTERED', step: step.id, at, until: delayEnd(step, now, zone) }
    }
    case 'PARALLEL':
      return { type: 'ENTERED', step: step.id, at }
  }
}

function stepOf({ process }: FlowModel, id: string | undefined): FlowStep {
  const step = id === undefined ? undefined : placeOf(process, id)?.step
  if (!step) throw new Error(`The process has no step ${id}.`)
  return step
}

/** Tasks, timers and the instance as the state says, and who is told that their list changed. */
async function writeState(tx: Connection, { instance, model, state: before }: Run, state: FlowState): Promise<void> {
  const changed = state.tasks.filter((task) => !isDeepStrictEqual(task, before.tasks[task.no - 1]))
  const row = (task: TaskState): TaskRow => ({
    ...task,
    stepName: placeOf(model.process, task.step)?.step.name ?? task.step,
    dueTime: dueOf(state, task),
  })
  await saveTasks(tx, instance, changed.map(row))
  await saveTimers(tx, instance.id, openTimers(state))
  const { status } = state
  const lastEnd = state.visits.reduce((last, { end = '' }) => (end > last ? end : last), instance.startTime)
  await saveInstance(tx, {
    id: instance.id,
    status,
    steps: currentSteps(model.process, state, START_STEP),
    endTime: status === 'RUNNING' ? null : lastEnd,
  })
  const told = new Set(changed.flatMap((task) => [task.userId, before.tasks[task.no - 1]?.userId ?? task.userId]))
  await emitLater(tx, [
    {
      name: 'flow.moved',
      key: `flow:${instance.id}`,
      fact: { instanceId: instance.id, deptId: instance.deptId, userIds: [...told, instance.userId] },
    },
  ])
}

/** The end of the time limit of a task's step; none for what is over or only told. */
function dueOf({ visits }: FlowState, { step, kind, status }: TaskState): string | null {
  if (kind === 'COPY' || (status !== 'PENDING' && status !== 'WAITING')) return null
  return visits.find((visit) => visit.step === step && !visit.end)?.until ?? null
}
