import { placeOf } from '@sluice/contract'
import type { Connection } from '../../../platform/db/db.ts'
import { dueSteps } from '../engine/flow-due.rules.ts'
import type { FlowEvent } from '../engine/flow-event.rules.ts'
import { openTasks } from '../engine/flow-state.rules.ts'
import type { FlowDeps } from '../flow.ports.ts'
import { headsAbove, isThere } from './approver.service.ts'
import { readDeputies } from './deputy.store.ts'
import { dueInstances, openTasksOf, peopleAsked } from './instance.store.ts'
import { loadRun } from './load-run.service.ts'
import { carryOn, type Run } from './run.service.ts'

/** So many instances are looked at before the time is asked again. */
const TOGETHER = 200

/** Draws the consequences of delays and time limits that are over, each instance by itself. */
export async function runDue(deps: FlowDeps, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = deps
  const failed = new Set<string>()
  for (;;) {
    const due = (await dueInstances(db, clock.now(), TOGETHER + failed.size)).filter((id) => !failed.has(id))
    if (due.length === 0 || signal?.aborted) return
    for (const id of due) {
      if (signal?.aborted) return
      try {
        await db.transaction((tx) => drawConsequences(tx, deps, id))
      } catch (error) {
        // One that fails does not keep the others waiting; it is tried again at the next look.
        failed.add(id)
        log.error({ err: error, instanceId: id }, 'a time limit of a request could not be dealt with')
      }
    }
  }
}

/** What another process was faster with is not due any more: the state says so, under the lock of the instance. */
async function drawConsequences(tx: Connection, deps: FlowDeps, id: string): Promise<void> {
  let run: Run = await loadRun(tx, deps, id, true)
  const now = deps.clock.now()
  for (const step of dueSteps(run.state, now)) {
    if (!dueSteps(run.state, now).includes(step)) continue
    run = await carryOn(tx, deps, run, [await consequenceOf(tx, deps, run, step)])
  }
}

async function consequenceOf(tx: Connection, deps: FlowDeps, run: Run, stepId: string): Promise<FlowEvent> {
  const at = deps.clock.now().toISOString()
  const step = placeOf(run.model.process, stepId)?.step
  if (step?.kind !== 'APPROVAL' || !step.limit) return { type: 'DELAY_OVER', step: stepId, at }
  const overdue = { type: 'OVERDUE', step: stepId, at } as const
  if (step.limit.then !== 'ESCALATE') return { ...overdue, then: step.limit.then }
  const to = await superiorsOf(tx, deps, run, stepId)
  return { ...overdue, then: 'ESCALATE', to }
}

/** The heads above those whose turn it is; where there are none the administrators. */
async function superiorsOf(tx: Connection, { organisation }: FlowDeps, run: Run, stepId: string): Promise<string[]> {
  const late = openTasks(run.state, stepId).filter(({ status }) => status === 'PENDING')
  const people = await organisation.members(
    tx,
    late.map(({ userId }) => userId),
  )
  const above = new Set<string>()
  for (const person of people.values()) {
    const [head] = await headsAbove(organisation, tx, person)
    if (head) above.add(head)
  }
  for (const { userId } of late) above.delete(userId)
  return above.size > 0 ? [...above] : organisation.administrators(tx, run.starter.line)
}

/**
 * Whoever left, was disabled or is away does not hold up a request: their open tasks go to their deputy, else to the
 * administrators (OF-10).
 */
export async function handOverAbsent(deps: FlowDeps): Promise<void> {
  const { db, clock, organisation } = deps
  const asked = await peopleAsked(db)
  if (asked.length === 0) return
  const deputies = await readDeputies(db, asked, clock.now())
  const people = await organisation.members(db, asked)
  const absent = asked.filter((id) => deputies.has(id) || !people.get(id)?.isActive)
  if (absent.length === 0) return
  for (const { instanceId, no } of await openTasksOf(db, absent))
    await db.transaction((tx) => handOver(tx, deps, instanceId, no))
}

async function handOver(tx: Connection, deps: FlowDeps, instanceId: string, no: number): Promise<void> {
  const { clock, organisation } = deps
  const run = await loadRun(tx, deps, instanceId, true)
  const task = openTasks(run.state).find((one) => one.no === no)
  if (!task) return
  const at = clock.now()
  const deputy = (await readDeputies(tx, [task.userId], at)).get(task.userId)
  const people = await organisation.members(tx, [task.userId, ...(deputy ? [deputy] : [])])
  const stands = deputy !== undefined && isThere(people.get(deputy), run.tenantId) ? deputy : undefined
  if (!stands && people.get(task.userId)?.isActive) return
  const asked = new Set(openTasks(run.state, task.step).map(({ userId }) => userId))
  const to = stands ?? (await organisation.administrators(tx, run.starter.line)).find((id) => !asked.has(id))
  if (to === undefined || asked.has(to)) return
  await carryOn(tx, deps, run, [
    { type: 'REASSIGNED', task: no, to, at: at.toISOString(), ...(stands && { deputy: true }) },
  ])
}
