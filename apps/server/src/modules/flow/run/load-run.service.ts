import { AppError } from '@sluice/kit'
import type { Sql } from '../../../platform/db/db.ts'
import type { FlowEvent } from '../engine/flow-event.rules.ts'
import { replay } from '../engine/flow-state.rules.ts'
import { tenantIn } from './approver.service.ts'
import { readEvents, readInstance, readVersionModel } from './instance.store.ts'
import type { EngineDeps, Run } from './run.service.ts'

/**
 * An instance with its version's model and everything that happened to it; locked until the transaction ends where `lock` says so.
 * Who may touch it, the caller decides.
 * @throws AppError `not-found`
 */
export async function loadRun(
  db: Sql,
  { organisation }: Pick<EngineDeps, 'organisation'>,
  instanceId: string,
  lock = false,
): Promise<Run & { events: readonly FlowEvent[] }> {
  const instance = await readInstance(db, instanceId, lock)
  if (!instance) throw new AppError('not-found')
  const model = await readVersionModel(db, instance.definitionId, instance.versionNo)
  if (!model) throw new Error(`version ${instance.versionNo} of flow ${instance.definitionId} is not there`)
  const events = await readEvents(db, instanceId)
  const starter = (await organisation.members(db, [instance.userId])).get(instance.userId)
  if (!starter) throw new Error(`the starter of instance ${instance.id} is not there`)
  const home = (await organisation.deptLines(db, [instance.homeDeptId])).get(instance.homeDeptId)
  const started = events[0]
  return {
    instance,
    model,
    events,
    stored: events.length,
    state: replay(model.process, events),
    starter,
    tenantId: tenantIn(home?.line ?? starter.line),
    chosen: started?.type === 'STARTED' ? (started.chosen ?? {}) : {},
  }
}
