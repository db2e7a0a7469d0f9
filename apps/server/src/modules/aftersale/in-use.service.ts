import { type InputOf, putUnitInUse, REPAIR_DONE } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Connection, Database } from '../../platform/db/db.ts'
import type { CallContext } from '../../platform/http/mount-operation.ts'
import { rowId } from '../../platform/resource/scoped.ts'
import { findRepair } from './repair.store.ts'

export interface InUseDeps {
  /** Switches a unit on by the rules of the registry, where it is off. */
  switchOn(
    tx: Connection,
    deviceId: string,
    context: CallContext,
  ): Promise<{ isChanged: boolean; told(): Promise<void> }>
}

/** Puts the unit that stands there after a repair back in use. @throws AppError `not-found`, `conflict` before its end */
export async function putInUse(
  { db, switchOn }: InUseDeps & { db: Database },
  { id: asked }: InputOf<typeof putUnitInUse>,
  context: CallContext,
): Promise<true> {
  const { session, ip, traceId } = context
  const id = rowId(asked)
  const done = await db.transaction(async (tx) => {
    const order = await findRepair(tx, session.scope, id, true)
    if (!REPAIR_DONE.includes(order.status)) throw new AppError('conflict', { state: order.status, from: REPAIR_DONE })
    const switched = await switchOn(tx, order.testedId, context)
    if (switched.isChanged)
      await recordOperation(tx, session, {
        action: putUnitInUse.audit,
        targetIds: [id, order.testedId],
        deptId: order.deptId,
        before: { unitInUse: false },
        after: { unitInUse: true },
        ip,
        traceId,
      })
    return switched
  })
  await done.told()
  return true
}
