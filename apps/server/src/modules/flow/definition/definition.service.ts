import {
  type FlowDrawing,
  type FlowModel,
  flowProblems,
  type InputOf,
  inLanguage,
  type Language,
  type OutputOf,
  publishFlow,
  rollBackFlow,
  saveFlowModel,
  type Words,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Connection } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import type { FlowDeps } from '../flow.ports.ts'
import { readVersionModel } from '../run/instance.store.ts'
import { type Definition, insertVersion, readDefinition, readVersions, saveDraft } from './definition.store.ts'

const FIRST_WORDS = { reason: ['事由', 'Reason'], head: ['直接主管', 'Direct manager'] } as const satisfies Record<
  string,
  Words
>

/** Where drawing begins: a reason, and one approval by the starter's head. */
export const firstDraft = (language: Language): FlowModel => ({
  form: [{ formId: 'reason', tag: 'TEXTAREA', label: inLanguage(FIRST_WORDS.reason, language), required: true }],
  process: {
    start: { starters: { users: [], depts: [], roles: [] }, rights: {} },
    steps: [
      {
        id: 'head',
        kind: 'APPROVAL',
        name: inLanguage(FIRST_WORDS.head, language),
        approver: { by: 'DIRECTOR', level: 1 },
        several: 'ONE',
        nobody: { do: 'ADMIN' },
        refusal: { do: 'END' },
        limit: null,
        rights: {},
      },
    ],
  },
  advanced: { autoSkipSame: true, withdrawAllowed: true },
})

/** @throws AppError `not-found`, also for a version that was never published */
export async function drawingOf(
  { db, organisation }: FlowDeps,
  { id, versionNo }: { id: string; versionNo?: number | undefined },
  { session }: CallContext,
): Promise<FlowDrawing> {
  const definition = await readDefinition(db, session.scope, rowId(id))
  if (!definition) throw new AppError('not-found')
  const model = versionNo === undefined ? definition.draft : await readVersionModel(db, definition.id, versionNo)
  if (!model) throw new AppError('not-found')
  const versions = await readVersions(db, definition.id)
  const people = await organisation.members(
    db,
    versions.flatMap(({ userId }) => (userId ? [userId] : [])),
  )
  return {
    id: definition.id,
    name: definition.name,
    version: definition.version,
    model,
    problems: flowProblems(model),
    savedTime: definition.savedTime,
    versions: versions.map(({ userId, ...line }) => ({ ...line, byName: people.get(userId ?? '')?.name ?? null })),
  }
}

/** @throws AppError `not-found`, `stale-version` */
async function lockDefinition(
  tx: Connection,
  { id, version }: { id: string; version: number },
  { session }: CallContext,
): Promise<Definition> {
  const definition = await readDefinition(tx, session.scope, rowId(id), true)
  if (!definition) throw new AppError('not-found')
  if (definition.version !== version) throw new AppError('stale-version')
  return definition
}

/** @throws AppError `not-found`, `stale-version` */
export function saveModel(
  { db, clock }: FlowDeps,
  { id, version, model: draft }: { id: string; version: number; model: FlowModel },
  context: CallContext,
): Promise<OutputOf<typeof saveFlowModel>> {
  const { session, ip, traceId } = context
  return db.transaction(async (tx) => {
    const definition = await lockDefinition(tx, { id, version }, context)
    const at = clock.now()
    await saveDraft(tx, session.scope, { id: definition.id, draft, at, userId: session.userId })
    await recordOperation(tx, session, {
      action: saveFlowModel.audit,
      targetIds: [definition.id],
      deptId: definition.deptId,
      before: sizeOf(definition.draft),
      after: sizeOf(draft),
      ip,
      traceId,
    })
    return { version: version + 1, savedTime: at.toISOString(), problems: flowProblems(draft) }
  })
}

/** What a line of the operation log says of a drawing: it is too long to stand there. */
function sizeOf({ form, process }: FlowModel) {
  return { fields: form.length, steps: process.steps.length }
}

/** @throws AppError `not-found`, `stale-version` */
export function publish(
  { db, clock }: FlowDeps,
  { id, version, note }: InputOf<typeof publishFlow>,
  context: CallContext,
): Promise<OutputOf<typeof publishFlow>> {
  const { session, ip, traceId } = context
  return db.transaction(async (tx) => {
    const definition = await lockDefinition(tx, { id, version }, context)
    const problems = flowProblems(definition.draft)
    if (problems.length > 0) return { versionNo: null, version, problems }
    const [newest] = await readVersions(tx, definition.id)
    const versionNo = (newest?.versionNo ?? 0) + 1
    const { userId } = session
    await insertVersion(tx, session.scope, {
      id: definition.id,
      versionNo,
      note: note || null,
      userId,
      at: clock.now(),
    })
    await recordOperation(tx, session, {
      action: publishFlow.audit,
      targetIds: [definition.id],
      deptId: definition.deptId,
      before: { versionNo: definition.versionNo },
      after: { versionNo, ...(note && { note }) },
      ip,
      traceId,
    })
    return { versionNo, version: version + 1, problems }
  })
}

/** @throws AppError `not-found`, also for a version that was never published; `stale-version` */
export function rollBack(
  { db, clock }: FlowDeps,
  { id, version, versionNo }: InputOf<typeof rollBackFlow>,
  context: CallContext,
): Promise<OutputOf<typeof rollBackFlow>> {
  const { session, ip, traceId } = context
  return db.transaction(async (tx) => {
    const definition = await lockDefinition(tx, { id, version }, context)
    const draft = await readVersionModel(tx, definition.id, versionNo)
    if (!draft) throw new AppError('not-found')
    await saveDraft(tx, session.scope, { id: definition.id, draft, at: clock.now(), userId: session.userId })
    await recordOperation(tx, session, {
      action: rollBackFlow.audit,
      targetIds: [definition.id],
      deptId: definition.deptId,
      before: sizeOf(definition.draft),
      after: { ...sizeOf(draft), versionNo },
      ip,
      traceId,
    })
    return { version: version + 1 }
  })
}
