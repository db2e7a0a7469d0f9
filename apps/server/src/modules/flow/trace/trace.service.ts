import { FIELD_RIGHTS, type FlowTrace } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Connection } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { coversDept } from '../../../platform/http/session.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { canClaim, taskRefusal, urgeRefusal, withdrawRefusal } from '../engine/flow-decide.rules.ts'
import { type FlowEvent, START_STEP } from '../engine/flow-event.rules.ts'
import { idsNamed } from '../engine/flow-named.rules.ts'
import { mayRead, rightAt } from '../engine/flow-rights.rules.ts'
import { earlierSteps } from '../engine/flow-state.rules.ts'
import type { FlowDeps } from '../flow.ports.ts'
import { loadRun } from '../run/load-run.service.ts'
import type { Run } from '../run/run.service.ts'
import { readTaskIds } from '../task/task.store.ts'
import { logOf } from './log.rules.ts'
import { stepNames } from './step-name.rules.ts'
import { edgesOf, END_NODE, nodesOf } from './trace.rules.ts'

/** Whether the caller has a part in a request, or looks after those of its department. */
export function partOf(
  { state, instance }: Run,
  { session }: CallContext,
): { looksAfter: boolean; takesPart: boolean } {
  const { userId } = session
  return {
    looksAfter: session.keys.has('flowInstance:list') && coversDept(session.scope, instance.deptId),
    takesPart:
      instance.userId === userId ||
      state.tasks.some((task) => [task.userId, task.ownerId, task.forUserId].includes(userId)),
  }
}

/** @throws AppError `not-found` for a request that the caller has no part in and does not look after */
export function traceOf(
  deps: FlowDeps,
  { instanceId }: { instanceId: string },
  context: CallContext,
): Promise<FlowTrace> {
  return deps.db.transaction(
    async (tx) => {
      const run = await loadRun(tx, deps, rowId(instanceId))
      const { looksAfter, takesPart } = partOf(run, context)
      if (!looksAfter && !takesPart) throw new AppError('not-found')
      const { instance, model, state, events } = run
      const reader = { userId: context.session.userId, looksAfter }
      const items = model.form.filter(({ formId }) => mayRead(model, state, reader, formId))
      const values = Object.fromEntries(
        items.flatMap(({ formId }) => (formId in state.values ? [[formId, state.values[formId] ?? null]] : [])),
      )
      const people = await deps.organisation.members(tx, namedIn(run, events))
      const depts = await deps.organisation.deptLines(tx, [instance.deptId, ...idsNamed(model.form, values, 'DEPT')])
      const person = (id: string) => people.get(id)?.name ?? ''
      const step = stepNames(model.process, context.language)
      return {
        instanceId: instance.id,
        instNo: instance.instNo,
        title: instance.title,
        flowName: instance.flowName,
        flowType: instance.flowType,
        versionNo: instance.versionNo,
        status: instance.status,
        starterId: instance.userId,
        starterName: person(instance.userId),
        deptName: depts.get(instance.deptId)?.name ?? '',
        startTime: instance.startTime,
        endTime: instance.endTime,
        items,
        values: values as FlowTrace['values'],
        names: Object.fromEntries([
          ...idsNamed(model.form, values, 'USER').map((id) => [id, person(id)]),
          ...idsNamed(model.form, values, 'DEPT').map((id) => [id, depts.get(id)?.name ?? '']),
        ]) as Record<string, string>,
        nodes: nodesOf(model, state, {
          startTime: instance.startTime,
          endTime: instance.endTime,
          names: person,
          words: { start: step(START_STEP), end: step(END_NODE) },
        }),
        edges: edgesOf(model, state),
        log: logOf(model.process, events, { person, step }),
        ...(await mineOf(tx, run, events, { userId: reader.userId, step, now: deps.clock.now() })),
      }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}

/** Everybody whom the picture, the form or the history names. */
function namedIn({ model, state, instance }: Run, events: readonly FlowEvent[]): string[] {
  const ids = events.flatMap((event) => [
    ...('by' in event ? [event.by] : []),
    ...('to' in event && event.type !== 'RETURNED' ? [event.to].flat() : []),
    ...(event.type === 'SIGNERS_ADDED' ? event.before : []),
    ...(event.type === 'APPROVED' ? (event.after ?? []) : []),
    ...(event.type === 'ENTERED' ? (event.asked ?? []).map(({ userId }) => userId) : []),
  ])
  const asked = state.tasks.flatMap((task) => [task.userId, task.forUserId ?? task.userId, task.ownerId ?? task.userId])
  return [...new Set([...ids, ...asked, instance.userId, ...idsNamed(model.form, state.values, 'USER')])]
}

/** What the caller can do now, and as its starter. */
async function mineOf(
  tx: Connection,
  { instance, model, state }: Run,
  events: readonly FlowEvent[],
  { userId, step, now }: { userId: string; step: (id: string) => string; now: Date },
): Promise<Pick<FlowTrace, 'mine' | 'canWithdraw' | 'canUrge'>> {
  const task = state.tasks.find((one) => one.userId === userId && one.status === 'PENDING')
  const stored = task ? (await readTaskIds(tx, instance.id)).get(task.no) : undefined
  const at = now.toISOString()
  return {
    mine:
      task && stored
        ? {
            taskId: stored.id,
            version: stored.version,
            step: task.step,
            kind: task.kind,
            editable:
              task.kind === 'COPY'
                ? []
                : model.form
                    .map(({ formId }) => formId)
                    .filter((id) => rightAt(model, task.step, id) === FIELD_RIGHTS.edit),
            returnTo:
              task.step === START_STEP || task.kind === 'COPY'
                ? []
                : [
                    { step: START_STEP, name: step(START_STEP) },
                    ...earlierSteps(model.process, state, task.step).map((id) => ({
                      step: id,
                      name: step(id),
                    })),
                  ],
            canClaim:
              taskRefusal(model.process, state, { type: 'CLAIMED', task: task.no, by: userId, at }) === null &&
              canClaim(state, task),
            claimed: task.claimed ?? false,
            delegated: task.ownerId !== undefined,
          }
        : null,
    canWithdraw: withdrawRefusal(state, userId, model.advanced.withdrawAllowed) === null,
    canUrge: instance.userId === userId && urgeRefusal(state.status, events, now) === null,
  }
}
