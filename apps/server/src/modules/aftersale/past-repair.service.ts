import { importRepairs, type PastOutcome, type PastRejection, type RepairStatus } from '@sluice/contract'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Connection, Database } from '../../platform/db/db.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { coversDept, nameOf, type Session } from '../../platform/http/session.ts'
import { isRowId } from '../../platform/resource/scoped.ts'
import { deptsOfDevices } from '../../platform/resource/changed-device.store.ts'
import { walk } from './past-repair.rules.ts'
import { addParts, devicesSeen, faultOf, type GivenRepair, insertPastRepair } from './past-repair.store.ts'
import { addStep } from './repair.store.ts'

export interface PastRepairDeps {
  db: Database
  clock: Clock
  /** What a person may; null when they may not sign in. */
  rightsOf(userId: string): Promise<Session | null>
}

/** Stores what an earlier system knows of repairs. */
export async function takePastRepairs(
  { db, clock, rightsOf }: PastRepairDeps,
  repairs: readonly GivenRepair[],
  { session, ip, traceId }: CallContext,
): Promise<PastOutcome> {
  const people = new Map<string, string>()
  for (const id of new Set(repairs.flatMap(peopleOf)))
    if (isRowId(id)) {
      const person = await rightsOf(id)
      if (person && coversDept(session.scope, person.deptId)) people.set(id, nameOf(person))
    }
  const now = clock.now().getTime()
  return db.transaction(async (tx) => {
    const devices = await devicesSeen(tx, session.scope, repairs.map(({ deviceId }) => deviceId).filter(isRowId))
    const outcome: PastOutcome = { ids: [], known: 0, rejected: {} }
    for (const given of repairs) {
      const done = await takeOne(tx, given, { devices, people, now })
      if ('id' in done) outcome.ids.push(done.id)
      else if (done.because === null) outcome.known++
      else outcome.rejected[done.because] = (outcome.rejected[done.because] ?? 0) + 1
    }
    const { ids, ...after } = outcome
    const changedIn = await deptsOfDevices(tx, [...devices])
    await recordOperation(tx, session, { action: importRepairs.audit, targetIds: ids, changedIn, after, ip, traceId })
    return outcome
  })
}

function peopleOf({ createBy, assigneeId, steps }: GivenRepair): string[] {
  return [createBy, ...(assigneeId === undefined ? [] : [assigneeId]), ...steps.map(({ userId }) => userId)]
}

interface Known {
  devices: ReadonlySet<string>
  /** By their id. */
  people: ReadonlyMap<string, string>
  now: number
}

async function takeOne(
  tx: Connection,
  given: GivenRepair,
  { devices, people, now }: Known,
): Promise<{ id: string } | { because: PastRejection | null }> {
  if (!devices.has(given.deviceId)) return { because: 'UNKNOWN_DEVICE' }
  if (peopleOf(given).some((id) => !people.has(id))) return { because: 'UNKNOWN_PERSON' }
  const createTime = Date.parse(given.createTime)
  const steps = given.steps.map((step) => ({ ...step, at: Date.parse(step.at) }))
  const walked = walk({ ...given, createTime, steps }, now)
  if (typeof walked === 'string') return { because: walked }
  const faultId = given.fault ? await faultOf(tx, { deviceId: given.deviceId, ...given.fault }) : null
  if (faultId === undefined || (given.source === 'FAULT') !== (faultId !== null)) return { because: 'UNKNOWN_FAULT' }
  if (given.fault && Date.parse(given.fault.firstTime) > createTime) return { because: 'BAD_TIME' }
  const id = await insertPastRepair(tx, given, { ...walked, faultId })
  if (id === undefined) return { because: null }
  if (given.parts) await addParts(tx, id, given.parts)
  let from: RepairStatus | null = null
  for (const { to, at, userId } of [{ to: 'CREATED' as const, at: createTime, userId: given.createBy }, ...steps]) {
    await addStep(tx, id, { at: new Date(at), from, to, userId, userName: people.get(userId)!, note: null })
    from = to
  }
  return { id }
}
