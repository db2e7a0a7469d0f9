import { GEO_IMPORT_PARTS, type geoFeatureResource, geoImport, type InputOf, type OutputOf } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Database } from '../../platform/db/db.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import type { ResourceChange, ResourceHooks } from '../../platform/resource/resource-change.ts'
import { isRowId } from '../../platform/resource/scoped.ts'
import { mayOwnIn } from '../../platform/http/session.ts'
import { checkGeometry, countParts, type NewFeature, readImported } from './geo-feature.rules.ts'
import { deptIsVisible, insertFeatures } from './geo-feature.store.ts'

type Change = ResourceChange<typeof geoFeatureResource>

const isEdge = (kind: unknown) => kind === 'CANAL' || kind === 'PIPE'

/** The rules for a drawn feature beyond its fields; `onEdges` is called when the network may have changed. */
export function featureHooks(onEdges: () => void): ResourceHooks<typeof geoFeatureResource> {
  return {
    beforeWrite({ verb, values, before }: Change) {
      if (verb === 'del' || (verb === 'update' && values.geometry === undefined && values.kind === undefined)) return
      const kind = (values.kind ?? before?.kind)!
      const checked = checkGeometry(kind, values.geometry ?? before?.geometry)
      if (!checked.ok) {
        const reason = checked.problem === 'shape' ? 'not-an-option' : 'format'
        throw new AppError('validation', { fields: { geometry: reason }, problem: checked.problem })
      }
      values.geometry = checked.value
    },
    afterCommit({ values, before }) {
      if (isEdge(values.kind) || isEdge(before?.kind)) onEdges()
    },
  }
}

type Imported = OutputOf<typeof geoImport>

/**
 * Stores the valid features of a file in one transaction, and reports why each other one was skipped.
 * @throws AppError validation | too-large: lines of more parts than one call accepts
 */
export async function importFeatures(
  db: Database,
  input: InputOf<typeof geoImport>,
  { session, ip, traceId }: CallContext,
  onEdges: () => void,
): Promise<Imported> {
  const { deptId } = input
  if (!isRowId(deptId) || !mayOwnIn(session.scope, deptId))
    throw new AppError('validation', { fields: { deptId: 'not-found' } })
  if (countParts(input.features) > GEO_IMPORT_PARTS) throw new AppError('too-large', { most: GEO_IMPORT_PARTS })
  const read = input.features.map((raw) => readImported(raw, input.kind))
  const good: NewFeature[] = read.flatMap((one) => (one.ok ? one.value : []))
  const ids = await db.transaction(async (tx) => {
    // A user with the data scope SELF may still put it into their own department, which they do not see.
    const known = deptId === session.scope.homeDeptId || (await deptIsVisible(tx, session, deptId))
    if (!known) throw new AppError('validation', { fields: { deptId: 'not-found' } })
    const inserted = good.length === 0 ? [] : await insertFeatures(tx, session, deptId, good)
    const after = { deptId, inserted: inserted.length, refused: read.filter((one) => !one.ok).length }
    const line = { action: geoImport.audit, targetIds: inserted, deptId, after, ip, traceId }
    await recordOperation(tx, session, line)
    return inserted
  })
  if (good.some(({ kind }) => isEdge(kind))) onEdges()
  let taken = 0
  const report = read.map((one, index) => {
    if (!one.ok) return { index, ids: [], problem: one.problem }
    taken += one.value.length
    return { index, ids: ids.slice(taken - one.value.length, taken), problem: null }
  })
  return { inserted: ids.length, report }
}
