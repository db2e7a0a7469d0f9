import type { FlowProcess } from '@sluice/contract'
import { type FlowEvent, type FlowState, START_STEP, type TaskEvent, type TaskState } from './flow-event.rules.ts'
import { HOUR_MS } from './flow-due.rules.ts'
import { earlierSteps, openTasks } from './flow-state.rules.ts'

/**
 * Why something cannot be done: it ended or moved on meanwhile (OF-6), somebody else claimed it, it is another's, a reason is
 * needed, it cannot go back there, the person is asked already, it is with a delegate, or nobody but the starter may.
 */
export type FlowRefusal =
  | 'MOVED'
  | 'CLAIMED'
  | 'NOT_YOURS'
  | 'NEEDS_COMMENT'
  | 'NO_SUCH_STEP'
  | 'ASKED_ALREADY'
  | 'WITH_DELEGATE'
  | 'NOT_DELEGATED'
  | 'NOT_OFFERED'

/** Why a person cannot do this with a task now; null when they can (OF-5). */
export function taskRefusal(process: FlowProcess, state: FlowState, event: TaskEvent): FlowRefusal | null {
  const task = state.tasks[event.task - 1]
  if (!task || task.kind !== 'APPROVE') return 'NOT_YOURS'
  if (task.userId !== event.by) return 'NOT_YOURS'
  if (state.status !== 'RUNNING' || task.status !== 'PENDING') return 'MOVED'
  if (claimedByAnother(state, task)) return 'CLAIMED'
  if (task.ownerId && event.type !== 'GIVEN_BACK') return 'WITH_DELEGATE'
  if (task.step === START_STEP && event.type !== 'APPROVED') return 'NOT_OFFERED'
  return eventRefusal(process, state, task, event)
}

function eventRefusal(process: FlowProcess, state: FlowState, task: TaskState, event: TaskEvent): FlowRefusal | null {
  switch (event.type) {
    case 'APPROVED':
      return event.after ? unlessFree(state, task, event.after) : null
    case 'REJECTED':
      return event.comment ? null : 'NEEDS_COMMENT'
    case 'RETURNED':
      if (!event.comment) return 'NEEDS_COMMENT'
      return [START_STEP, ...earlierSteps(process, state, task.step)].includes(event.to) ? null : 'NO_SUCH_STEP'
    case 'TRANSFERRED':
    case 'DELEGATED':
      return unlessFree(state, task, [event.to])
    case 'SIGNERS_ADDED':
      return event.before.length > 0 ? unlessFree(state, task, event.before) : 'NOT_OFFERED'
    case 'GIVEN_BACK':
      return task.ownerId ? null : 'NOT_DELEGATED'
    case 'CLAIMED':
      return task.claimed || !canClaim(state, task) ? 'NOT_OFFERED' : null
    case 'UNCLAIMED':
      return task.claimed ? null : 'NOT_OFFERED'
  }
}

/** Nobody is asked twice in one visit of a step. */
function unlessFree(state: FlowState, { step }: TaskState, people: readonly string[]): FlowRefusal | null {
  const asked = openTasks(state, step).flatMap(({ userId, ownerId }) => (ownerId ? [userId, ownerId] : [userId]))
  const twice = new Set(people).size < people.length || people.some((person) => asked.includes(person))
  return twice ? 'ASKED_ALREADY' : null
}

function claimedByAnother(state: FlowState, { no, step }: TaskState): boolean {
  return openTasks(state, step).some((task) => task.claimed && task.no !== no)
}

/** Whether others could decide instead: then one may take it for oneself (OF-4). */
export function canClaim(state: FlowState, { no, step, turn, extra, before }: TaskState): boolean {
  if (extra || before || turn === undefined) return false
  return openTasks(state, step).some(
    (task) => task.no !== no && task.status === 'PENDING' && !task.extra && !task.before,
  )
}

/** Why the starter cannot take it back: only until the first decision (OF-2). */
export function withdrawRefusal(state: FlowState, userId: string, allowed: boolean): FlowRefusal | null {
  if (state.starterId !== userId) return 'NOT_YOURS'
  if (state.status !== 'RUNNING') return 'MOVED'
  const decided = state.tasks.some(
    ({ kind, status, auto, step }) =>
      kind === 'APPROVE' && step !== START_STEP && !auto && ['APPROVED', 'REJECTED', 'RETURNED'].includes(status),
  )
  return !allowed || decided ? 'NOT_OFFERED' : null
}

/** Why those whose turn it is cannot be urged: the request ended, or they were within the hour. */
export function urgeRefusal(status: string, events: readonly FlowEvent[], now: Date): 'MOVED' | 'TOO_SOON' | null {
  if (status !== 'RUNNING') return 'MOVED'
  const last = events.findLast(({ type }) => type === 'URGED')
  return last && now.getTime() - Date.parse(last.at) < HOUR_MS ? 'TOO_SOON' : null
}
