import {
  addSigners,
  approveTask,
  claimTask,
  countTasks,
  decideTasks,
  delegateTask,
  FIELD_RIGHTS,
  type FlowModel,
  formProblems,
  type FormValues,
  giveBackTask,
  type InputOf,
  type OutputOf,
  readTask as readTaskOperation,
  rejectTask,
  returnTask,
  runTasks,
  transferTask,
  unclaimTask,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type AuditEntry, recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Connection } from '../../../platform/db/db.ts'
import { type Api, type CallContext, mountOperation } from '../../../platform/http/mount-operation.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { type FlowRefusal, taskRefusal } from '../engine/flow-decide.rules.ts'
import { rightAt } from '../engine/flow-rights.rules.ts'
import type { TaskEvent } from '../engine/flow-event.rules.ts'
import type { FlowDeps } from '../flow.ports.ts'
import { isThere } from '../run/approver.service.ts'
import { loadRun } from '../run/load-run.service.ts'
import { carryOn, type Run } from '../run/run.service.ts'
import { storedStepName } from '../trace/step-name.rules.ts'
import { countWaiting, readTask, readWaiting } from './task.store.ts'

/** A person is shown so many of what waits for them. */
const MOST_WAITING = 200

type Asked = { taskId: string; version: number }
/** What somebody does, without the task and the time. */
type Deed<T = TaskEvent> = T extends TaskEvent ? Omit<T, 'task' | 'by' | 'at'> : never

/** Mounts everything that is done with a task of one's own. */
export function mountTasks(api: Api, deps: FlowDeps): void {
  const { db } = deps
  const one = (audit: AuditEntry['action'], input: Asked, context: CallContext, event: Deed) =>
    act(deps, input, { audit, event }, context)
  const said = ({ comment }: { comment?: string | undefined }) => (comment ? { comment } : {})
  mountOperation(api, runTasks, (_input, context) => waitingFor(deps, context))
  mountOperation(api, countTasks, async (_input, { session }) => ({ total: await countWaiting(db, session.userId) }))
  mountOperation(api, approveTask, (input, context) =>
    one(approveTask.audit, input, context, {
      type: 'APPROVED',
      ...said(input),
      ...(input.values && { values: input.values }),
      ...(input.after && { after: input.after }),
    }),
  )
  mountOperation(api, rejectTask, (input, context) =>
    one(rejectTask.audit, input, context, { type: 'REJECTED', ...said(input) }),
  )
  mountOperation(api, returnTask, (input, context) =>
    one(returnTask.audit, input, context, { type: 'RETURNED', to: input.step, ...said(input) }),
  )
  mountOperation(api, transferTask, (input, context) =>
    one(transferTask.audit, input, context, { type: 'TRANSFERRED', to: input.userId, ...said(input) }),
  )
  mountOperation(api, delegateTask, (input, context) =>
    one(delegateTask.audit, input, context, { type: 'DELEGATED', to: input.userId, ...said(input) }),
  )
  mountOperation(api, giveBackTask, (input, context) =>
    one(giveBackTask.audit, input, context, { type: 'GIVEN_BACK', ...said(input) }),
  )
  mountOperation(api, addSigners, (input, context) =>
    one(addSigners.audit, input, context, { type: 'SIGNERS_ADDED', before: input.userIds, ...said(input) }),
  )
  mountOperation(api, claimTask, (input, context) => one(claimTask.audit, input, context, { type: 'CLAIMED' }))
  mountOperation(api, unclaimTask, (input, context) => one(unclaimTask.audit, input, context, { type: 'UNCLAIMED' }))
  mountOperation(api, readTaskOperation, (input, { session }) =>
    db.transaction((tx) => readCopy(tx, deps, input, session.userId)),
  )
  mountOperation(api, decideTasks, (input, context) => decideAll(deps, input, context))
}

async function waitingFor(
  { db, organisation }: FlowDeps,
  { session: { userId }, language }: CallContext,
): Promise<OutputOf<typeof runTasks>> {
  const [rows, total] = [await readWaiting(db, userId, MOST_WAITING), await countWaiting(db, userId)]
  const ids = rows.flatMap((row) => [row.starterId, row.forUserId ?? row.starterId, row.ownerId ?? row.starterId])
  const people = await organisation.members(db, [...new Set(ids)])
  const nameOf = (id: string | null) => (id ? (people.get(id)?.name ?? '') : null)
  return {
    total,
    tasks: rows.map(({ starterId, forUserId, ownerId, ...row }) => ({
      ...row,
      stepName: storedStepName(row.stepName, language),
      starterName: nameOf(starterId) ?? '',
      forName: nameOf(forUserId),
      ownerName: nameOf(ownerId),
    })),
  }
}

/** @throws AppError `not-found`, `task-moved`, `task-claimed`, `validation`, `conflict` with why */
function act(
  deps: FlowDeps,
  asked: Asked,
  { audit, event: deed }: { audit: AuditEntry['action']; event: Deed },
  context: CallContext,
): Promise<true> {
  const { db, clock } = deps
  const { session, ip, traceId } = context
  return db.transaction(async (tx): Promise<true> => {
    const found = await readTask(tx, rowId(asked.taskId), session.userId)
    if (!found) throw new AppError('not-found')
    const run = await loadRun(tx, deps, found.instanceId, true)
    // What it is now: it may have changed until its instance was locked.
    const task = await readTask(tx, found.id, session.userId)
    const event = { ...deed, task: found.no, by: session.userId, at: clock.now().toISOString() } as TaskEvent
    if (isRepeated(run, event)) return true
    if (task?.version !== asked.version) throw new AppError('task-moved')
    refuse(taskRefusal(run.model.process, run.state, event))
    await checkPeople(tx, deps, run, event)
    checkValues(run, event)
    await carryOn(tx, deps, run, [event])
    await recordOperation(tx, session, {
      action: audit,
      targetIds: [found.instanceId],
      deptId: run.instance.deptId,
      after: { instNo: run.instance.instNo, step: run.state.tasks[found.no - 1]?.step },
      ip,
      traceId,
    })
    return true
  })
}

/** The same decision of the same person came before, and its answer was lost. */
function isRepeated({ state }: Run, event: TaskEvent): boolean {
  const task = state.tasks[event.task - 1]
  if (task?.userId !== event.by || task.auto) return false
  const done = { APPROVED: 'APPROVED', REJECTED: 'REJECTED', RETURNED: 'RETURNED' } as const
  return event.type in done && task.status === done[event.type as keyof typeof done]
}

function refuse(refusal: FlowRefusal | null): void {
  if (refusal === null) return
  if (refusal === 'MOVED') throw new AppError('task-moved')
  if (refusal === 'CLAIMED') throw new AppError('task-claimed')
  if (refusal === 'NOT_YOURS') throw new AppError('not-found')
  if (refusal === 'NEEDS_COMMENT') throw new AppError('validation', { fields: { comment: 'required' } })
  if (refusal === 'NO_SUCH_STEP') throw new AppError('validation', { fields: { step: 'not-an-option' } })
  if (refusal === 'ASKED_ALREADY') throw new AppError('validation', { fields: { userId: 'taken' } })
  throw new AppError('conflict', { refusal })
}

/** Whoever gets a task belongs to the organisation and is there. */
async function checkPeople(tx: Connection, { organisation }: FlowDeps, run: Run, event: TaskEvent): Promise<void> {
  const ids =
    event.type === 'TRANSFERRED' || event.type === 'DELEGATED'
      ? [event.to]
      : event.type === 'SIGNERS_ADDED'
        ? event.before
        : event.type === 'APPROVED'
          ? (event.after ?? [])
          : []
  if (ids.length === 0) return
  const people = await organisation.members(tx, ids.map(rowId))
  if (!ids.every((id) => isThere(people.get(id), run.tenantId)))
    throw new AppError('validation', { fields: { userId: 'not-found' } })
}

/** What may be filled in with a decision: what its step edits; after a return the whole form again. */
function checkValues({ model, state }: Run, event: TaskEvent): void {
  if (event.type !== 'APPROVED' || !event.values) return
  const step = state.tasks[event.task - 1]?.step ?? ''
  const edits = editsAt(model, step)
  const items = model.form.filter(({ formId }) => edits(formId))
  const values: FormValues = event.values
  const whole = { ...pick(state.values, items), ...values }
  const fields = formProblems(model.form, whole, edits)
  if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
}

function pick(values: FormValues, items: FlowModel['form']): FormValues {
  return Object.fromEntries(items.flatMap(({ formId }) => (formId in values ? [[formId, values[formId] ?? null]] : [])))
}

/** Fields that may be changed at a step. */
function editsAt(model: FlowModel, stepId: string): (formId: string) => boolean {
  return (formId) => rightAt(model, stepId, formId) === FIELD_RIGHTS.edit
}

async function readCopy(tx: Connection, deps: FlowDeps, asked: Asked, userId: string): Promise<true> {
  const found = await readTask(tx, rowId(asked.taskId), userId)
  if (!found) throw new AppError('not-found')
  const run = await loadRun(tx, deps, found.instanceId, true)
  const task = run.state.tasks[found.no - 1]
  if (task?.kind !== 'COPY') throw new AppError('not-found')
  if (task.status !== 'PENDING') return true
  await carryOn(tx, deps, run, [{ type: 'READ', task: found.no, by: userId, at: deps.clock.now().toISOString() }])
  return true
}

/** Each by itself: one that moved on does not keep the others from being decided. */
async function decideAll(
  deps: FlowDeps,
  { tasks, approve, comment }: InputOf<typeof decideTasks>,
  context: CallContext,
): Promise<OutputOf<typeof decideTasks>> {
  if (!approve && !comment) throw new AppError('validation', { fields: { comment: 'required' } })
  const event = { type: approve ? ('APPROVED' as const) : ('REJECTED' as const), ...(comment && { comment }) }
  const [done, refused]: [string[], string[]] = [[], []]
  for (const task of tasks) {
    try {
      await act(deps, task, { audit: decideTasks.audit, event }, context)
      done.push(task.taskId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refused.push(task.taskId)
    }
  }
  return { done, refused }
}
