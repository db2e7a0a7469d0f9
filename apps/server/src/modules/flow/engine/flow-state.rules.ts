import { type ApprovalStep, type FlowProcess, type FlowStep, placeOf, placesOf, type StepPlace } from '@sluice/contract'
import {
  type Asked,
  type FlowEvent,
  type FlowState,
  MENTION_STEP,
  START_STEP,
  type TaskState,
  type Visit,
} from './flow-event.rules.ts'

const OPEN = ['PENDING', 'WAITING']

/** The state that follows from a process and what happened: the only way to one, and pure (docs/decisions/0107-flows.md). */
export function replay(process: FlowProcess, events: readonly FlowEvent[]): FlowState {
  return events.reduce((state, event) => applied(process, state, event), NOTHING)
}

const NOTHING: FlowState = { status: 'RUNNING', starterId: '', values: {}, next: [], tasks: [], visits: [] }

/** What is open of a step in its last visit. */
export function openTasks({ tasks }: FlowState, step?: string): TaskState[] {
  return tasks.filter(
    (task) => task.kind === 'APPROVE' && OPEN.includes(task.status) && (step === undefined || task.step === step),
  )
}

export function applied(process: FlowProcess, state: FlowState, event: FlowEvent): FlowState {
  switch (event.type) {
    case 'STARTED':
      return follow({ ...NOTHING, starterId: event.by, values: event.values }, process.steps[0], event.at)
    case 'ENTERED':
      return entered(process, state, event)
    case 'READ':
      return withTask(state, event.task, { status: 'DONE', finishedAt: event.at })
    case 'DELAY_OVER':
      return left(process, state, event.step, event.at)
    case 'OVERDUE':
      return overdue(process, state, event)
    case 'REASSIGNED':
      return handedOn(
        state,
        event.task,
        event.to,
        event.at,
        event.deputy ? { forUserId: taskOf(state, event.task).userId } : {},
      )
    case 'URGED':
      return openTasks(state)
        .filter(({ status }) => status === 'PENDING')
        .reduce((now, { no }) => withTask(now, no, { urgedAt: event.at }), state)
    case 'COMMENTED':
      return withTasks(
        state,
        (event.mentions ?? []).map((userId) => ({ step: MENTION_STEP, visit: 1, userId, arrivedAt: event.at })),
        'COPY',
      )
    case 'WITHDRAWN':
      return ended(state, 'WITHDRAWN', event.at)
    case 'TERMINATED':
      return ended(state, 'TERMINATED', event.at)
    default:
      return decided(process, state, event)
  }
}

type Decision = Extract<FlowEvent, { task: number; comment?: string }>

function decided(
  process: FlowProcess,
  state: FlowState,
  event: Exclude<Decision, { type: 'READ' | 'REASSIGNED' }>,
): FlowState {
  const { task: no, at, comment } = event
  const said = comment ? { comment } : {}
  switch (event.type) {
    case 'APPROVED':
      return approved(process, state, event)
    case 'REJECTED': {
      const refused = withTask(state, no, { status: 'REJECTED', finishedAt: at, ...said })
      return afterRefusal(process, refused, taskOf(state, no).step, at)
    }
    case 'RETURNED':
      return sentBack(process, withTask(state, no, { status: 'RETURNED', finishedAt: at, ...said }), event.to, at)
    case 'TRANSFERRED':
      return handedOn(state, no, event.to, at, {}, said)
    case 'DELEGATED':
      return withTask(state, no, { userId: event.to, ownerId: taskOf(state, no).userId, ...said })
    case 'GIVEN_BACK': {
      const { ownerId, ...task } = taskOf(state, no)
      return replaced(state, { ...task, userId: ownerId ?? task.userId, ...said })
    }
    case 'SIGNERS_ADDED': {
      const { step, visit } = taskOf(state, no)
      const waiting = withTask(state, no, { status: 'WAITING' })
      return withTasks(
        waiting,
        event.before.map((userId) => ({ step, visit, userId, before: no, arrivedAt: at })),
      )
    }
    case 'CLAIMED':
      return withTask(state, no, { claimed: true })
    case 'UNCLAIMED':
      return withTask(state, no, { claimed: false })
  }
}

type Approved = Extract<FlowEvent, { type: 'APPROVED' }>

function approved(process: FlowProcess, state: FlowState, event: Approved): FlowState {
  const { task: no, at, comment, values, after = [] } = event
  const { step, visit } = taskOf(state, no)
  const agreed = withTask(state, no, { status: 'APPROVED', finishedAt: at, ...(comment ? { comment } : {}) })
  const more = withTasks(
    agreed,
    after.map((userId) => ({ step, visit, userId, extra: true, arrivedAt: at })),
  )
  return advanced(process, values ? { ...more, values: { ...more.values, ...values } } : more, step, at)
}

/** What follows when tasks of a step have ended: whose turn it is, or the step is done. */
function advanced(process: FlowProcess, state: FlowState, stepId: string, at: string): FlowState {
  if (stepId === START_STEP) return follow(closed(state, stepId, at), process.steps[0], at)
  const place = placeOf(process, stepId)
  if (place?.step.kind !== 'APPROVAL') return state
  const awake = awakened(state, at)
  const { step } = place
  if (!isDone(step, awake)) return awake
  return left(process, awake, stepId, at)
}

/** Whoever waited for signers who have all agreed now, has their turn; in a sequence, so has the next one. */
function awakened(state: FlowState, at: string): FlowState {
  const tasks = state.tasks.map((task) => {
    if (task.status !== 'WAITING') return task
    const first = state.tasks.filter(({ before }) => before === task.no)
    const behind = first.length > 0 ? first : turnBefore(state, task)
    return behind.some(({ status }) => OPEN.includes(status))
      ? task
      : { ...task, status: 'PENDING' as const, arrivedAt: at }
  })
  return { ...state, tasks }
}

/** In a sequence: those of the same visit that come before. */
function turnBefore({ tasks }: FlowState, { step, visit, turn = 0 }: TaskState): TaskState[] {
  return tasks.filter((task) => task.step === step && task.visit === visit && (task.turn ?? turn) < turn)
}

function isDone({ id, several }: ApprovalStep, state: FlowState): boolean {
  const open = openTasks(state, id)
  if (several !== 'ONE') return open.length === 0
  const visit = visitsOf(state, id)
  const decisions = state.tasks.filter((task) => task.step === id && task.visit === visit && !task.before)
  return decisions.some(({ status, extra }) => status === 'APPROVED' && !extra) && !open.some(({ extra }) => extra)
}

function entered(process: FlowProcess, state: FlowState, event: Extract<FlowEvent, { type: 'ENTERED' }>): FlowState {
  const { step: id, at, asked = [], branch, until, nobody } = event
  const visit: Visit = {
    step: id,
    at,
    ...(branch ? { branch } : {}),
    ...(until ? { until } : {}),
    ...(nobody ? { nobody } : {}),
  }
  const here = { ...state, next: state.next.filter((step) => step !== id), visits: [...state.visits, visit] }
  const step = placeOf(process, id)?.step
  switch (step?.kind) {
    case 'APPROVAL':
      if (nobody === 'REFUSE') return ended(here, 'REJECTED', at)
      if (nobody === 'PASS') return left(process, here, id, at)
      return advanced(process, withTasks(here, turnsOf(step, visitsOf(here, id), asked, at)), id, at)
    case 'COPY': {
      const copies = asked.map(({ userId }) => ({ step: id, visit: visitsOf(here, id), userId, arrivedAt: at }))
      return left(process, withTasks(here, copies, 'COPY'), id, at)
    }
    case 'CHOICE':
    case 'PARALLEL':
      return forked(process, here, step, branch, at)
    default:
      return here
  }
}

function forked(
  process: FlowProcess,
  state: FlowState,
  fork: Extract<FlowStep, { branches: unknown }>,
  branch: string | undefined,
  at: string,
): FlowState {
  const taken = fork.kind === 'PARALLEL' ? fork.branches : fork.branches.filter(({ id }) => id === branch)
  const firsts = taken.flatMap(({ steps: [first] }) => (first ? [first.id] : []))
  const here = { ...state, next: [...state.next, ...firsts] }
  return firsts.length === 0 ? left(process, here, fork.id, at) : here
}

/** The tasks of an approval: all at once, or in a sequence one after the other. */
function turnsOf({ id, several }: ApprovalStep, visit: number, asked: readonly Asked[], at: string): NewTask[] {
  const first = asked.findIndex(({ agreed }) => !agreed)
  return asked.map(({ userId, forUserId, agreed }, n) => ({
    step: id,
    visit,
    userId,
    turn: n,
    ...(forUserId ? { forUserId } : {}),
    ...(agreed
      ? { status: 'APPROVED' as const, auto: true, arrivedAt: at, finishedAt: at }
      : several === 'SEQUENTIAL' && n !== first
        ? { status: 'WAITING' as const }
        : { arrivedAt: at }),
  }))
}

/** A step is done: what is still open of it is no longer needed, and the next one is entered. */
function left(process: FlowProcess, state: FlowState, stepId: string, at: string): FlowState {
  const place = placeOf(process, stepId)
  return place ? goneOn(process, closed(state, stepId, at), place, at) : state
}

function goneOn(process: FlowProcess, state: FlowState, { list, index, around }: StepPlace, at: string): FlowState {
  const next = list[index + 1]
  if (next) return follow(state, next, at)
  const outer = around.at(-1)
  if (!outer) return follow(state, undefined, at)
  return isBusy(state, outer.fork) ? state : left(process, state, outer.fork.id, at)
}

/** Whether something within a fork is still open or about to be entered. */
function isBusy(state: FlowState, fork: FlowStep): boolean {
  const inside = new Set([...placesOf([fork])].map(({ step }) => step.id))
  inside.delete(fork.id)
  return state.next.some((id) => inside.has(id)) || state.visits.some(({ step, end }) => !end && inside.has(step))
}

function follow(state: FlowState, next: FlowStep | undefined, at: string): FlowState {
  return next ? { ...state, next: [...state.next, next.id] } : ended(state, 'APPROVED', at)
}

function overdue(process: FlowProcess, state: FlowState, event: Extract<FlowEvent, { type: 'OVERDUE' }>): FlowState {
  const { step, at } = event
  const late = marked(state, step)
  if (event.then === 'ESCALATE') return escalated(late, step, event.to, at)
  if (event.then === 'REMIND') return late
  if (event.then === 'REFUSE') return ended(late, 'REJECTED', at)
  const passed = openTasks(late, step).reduce(
    (now, { no }) => withTask(now, no, { status: 'APPROVED', auto: true, finishedAt: at }),
    late,
  )
  return left(process, passed, step, at)
}

/** Others are asked instead of those whose turn it is; nobody to ask instead changes nothing. */
function escalated(state: FlowState, step: string, to: readonly string[], at: string): FlowState {
  const signed = new Set(state.tasks.map(({ before }) => before))
  const late = openTasks(state, step).filter(({ no, status }) => status === 'PENDING' || signed.has(no))
  const visit = visitsOf(state, step)
  const turn = Math.min(...late.map((task) => task.turn ?? Infinity))
  const place = { step, visit, ...(Number.isFinite(turn) ? { turn } : {}), arrivedAt: at }
  return to.length > 0
    ? withTasks(
        cancelled(state, late, at),
        to.map((userId) => ({ ...place, userId })),
      )
    : state
}

function marked(state: FlowState, step: string): FlowState {
  const visits = state.visits.map((visit) => (visit.step === step && !visit.end ? { ...visit, overdue: true } : visit))
  return { ...state, visits }
}

/** After a refusal: the end, or an earlier step again (WD-10). Where there is none before, it is the end. */
function afterRefusal(process: FlowProcess, state: FlowState, stepId: string, at: string): FlowState {
  const step = placeOf(process, stepId)?.step
  if (step?.kind !== 'APPROVAL' || step.refusal.do === 'END') return ended(state, 'REJECTED', at)
  const earlier = earlierSteps(process, state, stepId)
  const { refusal } = step
  const target = refusal.do === 'STEP' ? earlier.find((id) => id === refusal.step) : earlier.at(-1)
  return target ? sentBack(process, state, target, at) : ended(state, 'REJECTED', at)
}

/** Approvals that were passed on the way to a step and can be gone back to, in their order: not those beside it. */
export function earlierSteps(process: FlowProcess, { visits }: FlowState, stepId: string): string[] {
  const here = placeOf(process, stepId)
  if (!here) return []
  const seen = new Set(visits.filter(({ end }) => end).map(({ step }) => step))
  const ids: string[] = []
  for (const { step, around } of placesOf(process.steps)) {
    if (step.id === stepId) break
    const beside = around.some(({ fork, branch }) =>
      here.around.some((other) => other.fork.id === fork.id && other.branch.id !== branch.id),
    )
    const inFork = around.some(({ fork }) => !here.around.some((other) => other.fork.id === fork.id))
    if (step.kind === 'APPROVAL' && seen.has(step.id) && !beside && !inFork) ids.push(step.id)
  }
  return ids
}

/** An earlier step, or the starter, has it again; what is open beside it in other branches of a fork goes on. */
function sentBack(process: FlowProcess, state: FlowState, target: string, at: string): FlowState {
  const branch = placeOf(process, target)?.around.at(-1)?.branch
  const inside = branch && new Set([...placesOf(branch.steps)].map(({ step }) => step.id))
  const redone = (step: string) => inside?.has(step) ?? true
  const open = openTasks(state).filter(({ step }) => redone(step))
  const visits = state.visits.map((visit) => (visit.end || !redone(visit.step) ? visit : { ...visit, end: at }))
  const back = { ...cancelled(state, open, at), next: state.next.filter((step) => !redone(step)), visits }
  if (target !== START_STEP) return { ...back, next: [...back.next, target] }
  const again = { ...back, visits: [...visits, { step: START_STEP, at }] }
  return withTasks(again, [
    { step: START_STEP, visit: visitsOf(again, START_STEP), userId: state.starterId, arrivedAt: at },
  ])
}

/** Somebody else has it now, at the same place: `heir` is what their task has besides. */
function handedOn(
  state: FlowState,
  no: number,
  to: string,
  at: string,
  heir: Partial<NewTask> = {},
  said: { comment?: string } = {},
): FlowState {
  const { step, visit, turn, extra, status, before } = taskOf(state, no)
  const given = withTask(state, no, { status: 'TRANSFERRED', finishedAt: at, ...said })
  const next = withTasks(given, [
    {
      step,
      visit,
      userId: to,
      status,
      arrivedAt: at,
      ...(turn === undefined ? {} : { turn }),
      ...(extra ? { extra } : {}),
      ...(before ? { before } : {}),
      ...heir,
    },
  ])
  // Signers who were added before the old task come before the new one.
  const last = next.tasks.length
  return { ...next, tasks: next.tasks.map((task) => (task.before === no ? { ...task, before: last } : task)) }
}

function ended(state: FlowState, status: FlowState['status'], at: string): FlowState {
  const visits = state.visits.map((visit) => (visit.end ? visit : { ...visit, end: at }))
  return { ...cancelled(state, openTasks(state), at), status, next: [], visits }
}

function closed(state: FlowState, stepId: string, at: string): FlowState {
  const visits = state.visits.map((visit) => (visit.step === stepId && !visit.end ? { ...visit, end: at } : visit))
  return { ...cancelled(state, openTasks(state, stepId), at), visits }
}

function cancelled(state: FlowState, open: readonly TaskState[], at: string): FlowState {
  return open.reduce((now, { no }) => withTask(now, no, { status: 'CANCELLED', finishedAt: at }), state)
}

type NewTask = Omit<TaskState, 'no' | 'kind' | 'status'> & { status?: TaskState['status'] }

function withTasks(state: FlowState, tasks: readonly NewTask[], kind: TaskState['kind'] = 'APPROVE'): FlowState {
  const first = state.tasks.length + 1
  const added = tasks.map((task, n): TaskState => ({ status: 'PENDING', kind, ...task, no: first + n }))
  return { ...state, tasks: [...state.tasks, ...added] }
}

function withTask(state: FlowState, no: number, change: Partial<TaskState>): FlowState {
  return replaced(state, { ...taskOf(state, no), ...change })
}

function replaced(state: FlowState, task: TaskState): FlowState {
  return { ...state, tasks: state.tasks.map((one) => (one.no === task.no ? task : one)) }
}

function taskOf({ tasks }: FlowState, no: number): TaskState {
  const task = tasks[no - 1]
  if (!task) throw new Error(`The instance has no task ${no}.`)
  return task
}

function visitsOf({ visits }: FlowState, id: string): number {
  return visits.filter(({ step }) => step === id).length
}
