import {
  type ApprovalStep,
  type CopyStep,
  FIELD_RIGHTS,
  type FlowModel,
  formProblems,
  type FormValues,
  type InputOf,
  type OutputOf,
  placesOf,
  type previewFlow,
  startFlow,
  type startableFlows,
  type StartForm,
  type tryFlow,
} from '@sluice/contract'
import { AppError, dayOf, DEFAULT_ZONE } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { type Definition, readDefinition, readPublished, readStartable } from '../definition/definition.store.ts'
import { START_STEP } from '../engine/flow-event.rules.ts'
import { titleOf } from '../engine/flow-title.rules.ts'
import { rightAt } from '../engine/flow-rights.rules.ts'
import type { FlowDeps, Member } from '../flow.ports.ts'
import { isThere, tenantIn } from './approver.service.ts'
import { findStarted, insertInstance, readVersionModel } from './instance.store.ts'
import { loadRun } from './load-run.service.ts'
import { carryOn } from './run.service.ts'
import { type Trial, wayOf } from './way.service.ts'

type Chosen = Trial['chosen']

/** Whether somebody belongs to those who may start a flow: those of its department, or of them those who are named. */
function mayStart({ process }: FlowModel, deptId: string, { id, line, roleIds }: Member): boolean {
  const { users, depts, roles } = process.start.starters
  if (!line.includes(deptId)) return false
  if (users.length + depts.length + roles.length === 0) return true
  return users.includes(id) || depts.some((dept) => line.includes(dept)) || roles.some((role) => roleIds.includes(role))
}

async function starterOf({ organisation }: FlowDeps, db: Sql, userId: string): Promise<Member> {
  const starter = (await organisation.members(db, [userId])).get(userId)
  if (!starter) throw new AppError('not-found')
  return starter
}

/** The flows that the caller may start. */
export async function startable(deps: FlowDeps, { session }: CallContext): Promise<OutputOf<typeof startableFlows>> {
  const starter = await starterOf(deps, deps.db, session.userId)
  const flows = await readStartable(deps.db, starter.line)
  return flows
    .filter(({ model, deptId }) => mayStart(model, deptId, starter))
    .map(({ id, code, name, flowType, category, remark }) => ({
      definitionId: id,
      code,
      name,
      flowType,
      category,
      remark,
    }))
}

interface Startable {
  definition: Definition
  versionNo: number
  model: FlowModel
  starter: Member
}

/** @throws AppError `not-found`, also for a flow that is disabled or that the caller may not start */
async function startableBy(deps: FlowDeps, db: Sql, definitionId: string, userId: string): Promise<Startable> {
  const definition = await readPublished(db, rowId(definitionId))
  const starter = await starterOf(deps, db, userId)
  if (definition?.versionNo == null) throw new AppError('not-found')
  const model = await readVersionModel(db, definition.id, definition.versionNo)
  if (!model || !mayStart(model, definition.deptId, starter)) throw new AppError('not-found')
  return { definition, versionNo: definition.versionNo, model, starter }
}

type ChoosingStep = (ApprovalStep & { approver: { by: 'CHOSEN' } }) | CopyStep

/** Steps at which the starter says who is asked or told. */
function choosingSteps({ process }: FlowModel): ChoosingStep[] {
  return [...placesOf(process.steps)].flatMap(({ step }) => {
    if (step.kind === 'COPY') return step.starterAdds ? [step] : []
    return step.kind === 'APPROVAL' && step.approver.by === 'CHOSEN' ? [step as ChoosingStep] : []
  })
}

/** @throws AppError `not-found` */
export async function startForm(
  deps: FlowDeps,
  { definitionId }: { definitionId: string },
  { session }: CallContext,
): Promise<StartForm> {
  const { definition, versionNo, model, starter } = await startableBy(deps, deps.db, definitionId, session.userId)
  const shown = model.form.filter(({ formId }) => rightAt(model, START_STEP, formId) !== FIELD_RIGHTS.hidden)
  const choosing = await Promise.all(
    choosingSteps(model).map(async (step) => ({
      step: step.id,
      name: step.name,
      several: step.kind === 'COPY' || step.approver.several,
      people: await offeredAt(deps, deps.db, step, { deptId: definition.deptId, line: starter.line }),
    })),
  )
  return {
    definitionId: definition.id,
    name: definition.name,
    versionNo,
    remark: definition.remark,
    items: shown,
    choosing,
  }
}

/** Those among whom the starter chooses; null: anybody of the organisation. */
async function offeredAt(
  { organisation }: FlowDeps,
  db: Sql,
  step: ChoosingStep,
  { deptId, line }: { deptId: string; line: readonly string[] },
): Promise<{ userId: string; name: string; deptName: string | null }[] | null> {
  if (step.kind === 'COPY' || step.approver.from === 'ALL') return null
  const { from, of } = step.approver
  const ids = from === 'USERS' ? of : await organisation.holders(db, deptId, { roleIds: of })
  const people = await organisation.members(db, ids)
  const tenantId = tenantIn(line)
  return ids.flatMap((id) => {
    const person = people.get(id)
    return isThere(person, tenantId) ? [{ userId: id, name: person.name, deptName: person.deptName }] : []
  })
}

/** @throws AppError `not-found` */
export async function preview(
  deps: FlowDeps,
  { definitionId, values, chosen }: InputOf<typeof previewFlow>,
  { session }: CallContext,
) {
  const { definition, model, starter } = await startableBy(deps, deps.db, definitionId, session.userId)
  return wayOf(deps.db, deps, trialOf(definition.deptId, model, starter, { values, chosen }))
}

/** Tries what is drawn, whoever would start it. @throws AppError `not-found`, also for a starter out of sight */
export async function tryOut(
  deps: FlowDeps,
  { id, model, starterId, values, chosen }: Omit<InputOf<typeof tryFlow>, 'model'> & { model: FlowModel },
  { session }: CallContext,
) {
  const definition = await readDefinition(deps.db, session.scope, rowId(id))
  if (!definition) throw new AppError('not-found')
  const starter = await starterOf(deps, deps.db, rowId(starterId))
  if (!starter.line.includes(definition.deptId)) throw new AppError('not-found')
  return wayOf(deps.db, deps, trialOf(definition.deptId, model, starter, { values, chosen }))
}

function trialOf(
  homeDeptId: string,
  model: FlowModel,
  starter: Member,
  given: { values: FormValues; chosen: Chosen },
): Trial {
  return { model, starter, ...given, homeDeptId, tenantId: tenantIn(starter.line) }
}

/**
 * Starts a flow for the caller; a repeated call with the same key answers the same request.
 * @throws AppError `not-found`; `validation` with the fields; `conflict` when another version is in force
 */
export function start(
  deps: FlowDeps,
  input: InputOf<typeof startFlow>,
  context: CallContext,
): Promise<OutputOf<typeof startFlow>> {
  const { db, clock, organisation } = deps
  const { session, ip, traceId } = context
  return db.transaction(async (tx) => {
    const before = await findStarted(tx, session.userId, input.idempotencyKey)
    if (before) return { instanceId: before.id, instNo: before.instNo }
    const { definition, versionNo, model, starter } = await startableBy(deps, tx, input.definitionId, session.userId)
    if (versionNo !== input.versionNo) throw new AppError('conflict', { versionNo })
    const values: FormValues = input.values
    const fields = {
      ...formProblems(model.form, values, (formId) => rightAt(model, START_STEP, formId) === FIELD_RIGHTS.edit),
      ...(await choiceProblems(deps, tx, model, input.chosen, { deptId: definition.deptId, line: starter.line })),
    }
    if (Object.keys(fields).length > 0) throw new AppError('validation', { fields })
    const now = clock.now()
    const zone = (await organisation.zones(tx)).get(starter.deptId) ?? DEFAULT_ZONE
    const made = await insertInstance(tx, {
      definitionId: definition.id,
      versionNo,
      flowType: definition.flowType,
      title: titleOf(model, values) ?? definition.name,
      userId: session.userId,
      deptId: starter.deptId,
      startKey: input.idempotencyKey,
      startTime: now.toISOString(),
      day: dayOf(now.getTime(), zone).replaceAll('-', ''),
    })
    if (!made) return startedWith(tx, session.userId, input.idempotencyKey)
    const run = await loadRun(tx, deps, made.id, true)
    await carryOn(tx, deps, { ...run, chosen: input.chosen }, [
      { type: 'STARTED', by: session.userId, at: now.toISOString(), values, chosen: input.chosen },
    ])
    await recordOperation(tx, session, {
      action: startFlow.audit,
      targetIds: [made.id],
      deptId: starter.deptId,
      after: { instNo: made.instNo, definitionId: definition.id },
      ip,
      traceId,
    })
    return { instanceId: made.id, instNo: made.instNo }
  })
}

/** Another call with this key was a moment faster. */
async function startedWith(tx: Sql, userId: string, key: string): Promise<OutputOf<typeof startFlow>> {
  const other = await findStarted(tx, userId, key)
  if (!other) throw new AppError('conflict')
  return { instanceId: other.id, instNo: other.instNo }
}

/** Steps without a choice of the starter, or with one that is not offered. */
async function choiceProblems(
  deps: FlowDeps,
  db: Sql,
  model: FlowModel,
  chosen: Chosen,
  home: { deptId: string; line: readonly string[] },
): Promise<Record<string, 'required' | 'not-an-option' | 'unknown-field' | 'only-one'>> {
  const steps = choosingSteps(model)
  const problems: Record<string, 'required' | 'not-an-option' | 'unknown-field' | 'only-one'> = {}
  for (const id of Object.keys(chosen))
    if (!steps.some((step) => step.id === id)) problems[`chosen.${id}`] = 'unknown-field'
  for (const step of steps) {
    const ids = chosen[step.id] ?? []
    const path = `chosen.${step.id}`
    if (ids.length === 0) {
      if (step.kind === 'APPROVAL') problems[path] = 'required'
      continue
    }
    if (step.kind === 'APPROVAL' && !step.approver.several && ids.length > 1) problems[path] = 'only-one'
    const offered = await offeredAt(deps, db, step, home)
    const people = await deps.organisation.members(db, ids.map(rowId))
    const fits = (id: string) =>
      isThere(people.get(id), tenantIn(home.line)) && (offered?.some((one) => one.userId === id) ?? true)
    if (!ids.every(fits)) problems[path] = 'not-an-option'
  }
  return problems
}
