import type { InputOf, OutputOf, repairWorkers } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Connection, Database } from '../../platform/db/db.ts'
import { coversDept, type Scope, type Session } from '../../platform/http/session.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { deptOfDevice } from './repair.store.ts'

type Worker = OutputOf<typeof repairWorkers>[number]

export interface WorkerDeps {
  /** What a person may; null when they may not sign in. */
  rightsOf(userId: string): Promise<Session | null>
  /** People of a scope who may sign in, found by name; those of these departments come first. */
  peopleNamed(
    scope: Scope,
    search: { keyword: string | undefined; deptIds: readonly string[]; most: number },
  ): Promise<Worker[]>
}

/** So many are looked at to find those who see a device, and so many are told. */
const LOOKED_AT = 60
const TOLD = 20

/** Whom an order of a device can be given to. @throws AppError `not-found` */
export async function workersOf(
  { db, rightsOf, peopleNamed }: WorkerDeps & { db: Database },
  { deviceId, keyword }: InputOf<typeof repairWorkers>,
  { scope }: Session,
): Promise<Worker[]> {
  const deptId = await deptOfDevice(db, scope, rowId(deviceId))
  if (deptId === undefined) throw new AppError('not-found')
  const workers: Worker[] = []
  for (const person of await peopleNamed(scope, { keyword, deptIds: [deptId], most: LOOKED_AT })) {
    if (workers.length === TOLD) break
    const rights = await rightsOf(person.id)
    if (rights && coversDept(rights.scope, deptId)) workers.push(person)
  }
  return workers
}

/** @throws AppError `validation` for an assignee who does not see the device */
export async function checkAssignee(
  tx: Connection,
  { rightsOf }: Pick<WorkerDeps, 'rightsOf'>,
  { assigneeId, deviceId }: { assigneeId: string; deviceId: string },
  { scope }: Session,
): Promise<void> {
  const deptId = await deptOfDevice(tx, scope, rowId(deviceId))
  const person = await rightsOf(rowId(assigneeId))
  if (deptId === undefined || (person && coversDept(person.scope, deptId))) return
  throw new AppError('validation', { fields: { assigneeId: 'device-out-of-sight' } })
}
