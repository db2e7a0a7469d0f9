import { ackFault, releaseFault } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import { nameOf } from '../../../platform/http/session.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { type HandlingDeps, lockAll, writeStep } from './handling.service.ts'
import { lockSilence } from './handling.store.ts'

type TakingDeps = Pick<HandlingDeps, 'db' | 'clock'>

const byCaller = ({ session }: CallContext, at: Date) => ({
  name: 'ACK' as const,
  audit: ackFault.audit,
  change: { taker: { id: session.userId, name: nameOf(session), at } },
})

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
    const [fault] = await lockAll(tx, context, [id])
    if (fault!.handleState !== 'UNHANDLED') throw new AppError('conflict', { handleState: fault!.handleState })
    if (fault!.version !== version) throw new AppError('stale-version')
    const at = clock.now()
    await writeStep(tx, [fault!], byCaller(context, at), at, context)
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
    const at = clock.now()
    return (await writeStep(tx, faults, byCaller(context, at), at, context)).done
  })
}

/**
 * Gives back what the caller has taken and nobody has worked on: all of them, or none.
 * @throws AppError `not-found`, or `conflict` for a fault of somebody else or in another state.
 */
export async function give({ db, clock }: TakingDeps, ids: readonly string[], context: CallContext): Promise<true> {
  await db.transaction(async (tx) => {
    const faults = await lockAll(tx, context, ids)
    const other = faults.find((one) => one.handleState !== 'ACKED' || one.takenId !== context.session.userId)
    if (other) throw new AppError('conflict', { handleState: other.handleState })
    await writeStep(tx, faults, { name: 'RELEASE', audit: releaseFault.audit, change: {} }, clock.now(), context)
  })
  return true
}
