import { commentFlow, type InputOf, type OutputOf, revokeFlow, terminateFlow, urgeFlow } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type AuditEntry, recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Connection } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { coversDept } from '../../../platform/http/session.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { urgeRefusal, withdrawRefusal } from '../engine/flow-decide.rules.ts'
import type { FlowEvent } from '../engine/flow-event.rules.ts'
import { openTasks } from '../engine/flow-state.rules.ts'
import type { FlowDeps } from '../flow.ports.ts'
import { partOf } from '../trace/trace.service.ts'
import { isThere } from './approver.service.ts'
import { loadRun } from './load-run.service.ts'
import { carryOn } from './run.service.ts'

/** Locks an instance, decides what happens to it, and writes that with its line in the operation log. */
function change<T>(
  deps: FlowDeps,
  { instanceId, audit }: { instanceId: string; audit: AuditEntry['action'] },
  context: CallContext,
  decide: (tx: Connection, run: Awaited<ReturnType<typeof loadRun>>) => Promise<{ event: FlowEvent; answer: T }>,
): Promise<T> {
  const { session, ip, traceId } = context
  return deps.db.transaction(async (tx) => {
    const run = await loadRun(tx, deps, rowId(instanceId), true)
    const { event, answer } = await decide(tx, run)
    await carryOn(tx, deps, run, [event])
    await recordOperation(tx, session, {
      action: audit,
      targetIds: [run.instance.id],
      deptId: run.instance.deptId,
      after: { instNo: run.instance.instNo, ...('reason' in event && { reason: event.reason }) },
      ip,
      traceId,
    })
    return answer
  })
}

/** @throws AppError `not-found` for another's; `task-moved` for one that ended; `conflict` after the first decision (OF-2) */
export function revoke(
  deps: FlowDeps,
  { instanceId }: InputOf<typeof revokeFlow>,
  context: CallContext,
): Promise<true> {
  const { userId } = context.session
  return change(deps, { instanceId, audit: revokeFlow.audit }, context, async (_tx, { state, model }) => {
    const refusal = withdrawRefusal(state, userId, model.advanced.withdrawAllowed)
    if (refusal === 'NOT_YOURS') throw new AppError('not-found')
    if (refusal) throw new AppError(refusal === 'MOVED' ? 'task-moved' : 'conflict')
    return { event: { type: 'WITHDRAWN', by: userId, at: deps.clock.now().toISOString() }, answer: true as const }
  })
}

/** @throws AppError `not-found`, `task-moved`, `conflict` within an hour of the last time */
export function urge(
  deps: FlowDeps,
  { instanceId }: InputOf<typeof urgeFlow>,
  context: CallContext,
): Promise<OutputOf<typeof urgeFlow>> {
  const { userId } = context.session
  return change(deps, { instanceId, audit: urgeFlow.audit }, context, async (tx, { instance, state, events }) => {
    if (instance.userId !== userId) throw new AppError('not-found')
    const now = deps.clock.now()
    const refusal = urgeRefusal(state.status, events, now)
    if (refusal) throw new AppError(refusal === 'MOVED' ? 'task-moved' : 'conflict')
    const pending = openTasks(state).filter(({ status }) => status === 'PENDING')
    const people = await deps.organisation.members(
      tx,
      pending.map((task) => task.userId),
    )
    return {
      event: { type: 'URGED', by: userId, at: now.toISOString() },
      answer: { names: [...people.values()].map(({ name }) => name) },
    }
  })
}

/** @throws AppError `not-found` for one out of sight, `task-moved` for one that ended */
export function terminate(
  deps: FlowDeps,
  { instanceId, reason }: InputOf<typeof terminateFlow>,
  context: CallContext,
): Promise<true> {
  const { userId, scope } = context.session
  return change(deps, { instanceId, audit: terminateFlow.audit }, context, async (_tx, { instance, state }) => {
    if (!coversDept(scope, instance.deptId)) throw new AppError('not-found')
    if (state.status !== 'RUNNING') throw new AppError('task-moved')
    return {
      event: { type: 'TERMINATED', by: userId, at: deps.clock.now().toISOString(), reason },
      answer: true as const,
    }
  })
}

/** @throws AppError `not-found`; `validation` for somebody mentioned who is not there */
export function comment(
  deps: FlowDeps,
  { instanceId, text, mentions = [] }: InputOf<typeof commentFlow>,
  context: CallContext,
): Promise<true> {
  const { userId } = context.session
  return change(deps, { instanceId, audit: commentFlow.audit }, context, async (tx, run) => {
    const { looksAfter, takesPart } = partOf(run, context)
    if (!looksAfter && !takesPart) throw new AppError('not-found')
    const people = await deps.organisation.members(tx, mentions.map(rowId))
    if (!mentions.every((id) => isThere(people.get(id), run.tenantId)))
      throw new AppError('validation', { fields: { mentions: 'not-found' } })
    const at = deps.clock.now().toISOString()
    return {
      event: { type: 'COMMENTED', by: userId, at, text, ...(mentions.length > 0 && { mentions }) },
      answer: true as const,
    }
  })
}
