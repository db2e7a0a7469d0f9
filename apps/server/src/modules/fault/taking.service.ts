import { nameOf } from '../../platform/http/session.ts'
import { ackFault, releaseFault } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Connection, Database } from '../../platform/db/db.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { emitLater, type StoredEvent } from '../../platform/outbox/outbox.store.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { type HandledFault, lockFaults, lockSilence, setTaker } from './fault-list.store.ts'
import { keyOf } from './fault.service.ts'

export interface TakingDeps {
  db: Database
  clock: Clock
}

/**
 * Takes one fault.
 * @throws AppError `not-found`, `stale-version`, or `conflict` when somebody has taken it already.
 */
export async function take(
  { db, clock }: TakingDeps,
  { id, version }: { id: string; version: number },
  context: CallContext,
): Promise<true> {
  await db.transaction(async (tx) => {
    const [fault] = await lockFaults(tx, context.session.scope, [rowId(id)])
    if (!fault) throw new AppError('not-found')
    if (fault.handleState !== 'UNHANDLED') throw new AppError('conflict', { handleState: fault.handleState })
    if (fault.version !== version) throw new AppError('stale-version')
    await write(tx, [fault], clock.now(), context)
  })
  return true
}

/** Takes what nobody has taken yet of the silent slaves of a master in one department; returns the ids of the faults. */
export async function takeSlaves(
  { db, clock }: TakingDeps,
  { masterId, deptId }: { masterId: string; deptId: string },
  context: CallContext,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const of = { masterId: rowId(masterId), deptId: rowId(deptId) }
    const faults = await lockSilence(tx, context.session.scope, of)
    if (faults.length === 0) throw new AppError('not-found')
    await write(tx, faults, clock.now(), context)
    return faults.map(({ id }) => id)
  })
}

/**
 * Gives back what the caller has taken and nobody has worked on: all of them, or none.
 * @throws AppError `not-found`, or `conflict` for a fault of somebody else or in another state.
 */
export async function give({ db }: TakingDeps, ids: readonly string[], context: CallContext): Promise<true> {
  const asked = [...new Set(ids.map(rowId))]
  await db.transaction(async (tx) => {
    const faults = await lockFaults(tx, context.session.scope, asked)
    if (faults.length < asked.length) throw new AppError('not-found')
    const other = faults.find((one) => one.handleState !== 'ACKED' || one.takenId !== context.session.userId)
    if (other) throw new AppError('conflict', { handleState: other.handleState })
    await write(tx, faults, null, context)
  })
  return true
}

/** Taken by the caller at that time, or with null by nobody any more, with its events and its line in the log. */
async function write(
  tx: Connection,
  faults: readonly HandledFault[],
  at: Date | null,
  { session, ip, traceId }: CallContext,
): Promise<void> {
  const ids = faults.map(({ id }) => id)
  await setTaker(tx, session.scope, ids, at && { id: session.userId, name: nameOf(session), at })
  await emitLater(
    tx,
    faults.map(({ id, deviceId, deptId, code }): StoredEvent => {
      const action = at ? ('ACK' as const) : ('RELEASE' as const)
      return { name: 'fault.handled', key: keyOf(deviceId, code), fact: { faultId: id, deviceId, deptId, action } }
    }),
  )
  await recordOperation(tx, session, {
    action: at ? ackFault.audit : releaseFault.audit,
    targetIds: ids,
    deptId: faults[0]!.deptId,
    before: { handleState: at ? 'UNHANDLED' : 'ACKED' },
    after: { handleState: at ? 'ACKED' : 'UNHANDLED' },
    ip,
    traceId,
  })
}
