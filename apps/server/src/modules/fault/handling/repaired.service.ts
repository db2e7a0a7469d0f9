import { AppError } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Connection } from '../../../platform/db/db.ts'
import { nameOf, type Session } from '../../../platform/http/session.ts'
import { rowId } from '../../../platform/resource/scoped.ts'
import { move } from './handling.service.ts'
import { type HandledFault, lockFaults, takenWithStart } from './handling.store.ts'

/** A repair order of a fault begins or ends. */
interface RepairStep {
  faultId: string
  note: string | null
  by: Session
}

/** What repair orders tell faults, in their own transaction: their line in the operation log is that of the order. */
export function createRepaired({ clock }: { clock: Clock }) {
  /** Whoever makes an order of a fault that nobody has taken, or finishes one, has taken it. */
  async function taken(tx: Connection, fault: HandledFault, session: Session, at: Date): Promise<HandledFault> {
    if (fault.handleState !== 'UNHANDLED') return fault
    const change = { taker: { id: session.userId, name: nameOf(session), at } }
    await move(tx, [fault], { name: 'ACK', change }, { at, session })
    return { ...fault, handleState: 'ACKED' }
  }

  return {
    /**
     * An order was made of it: it is in progress.
     * @throws AppError `not-found`, or `conflict` for one that is done with or ignored
     */
    async takenUp({ faultId, note, by: session }: RepairStep, tx: Connection): Promise<void> {
      const [fault] = await lockFaults(tx, session.scope, [rowId(faultId)])
      if (!fault) throw new AppError('not-found')
      const { handleState } = fault
      if (handleState === 'PROCESSING') return
      if (handleState !== 'UNHANDLED' && handleState !== 'ACKED') throw new AppError('conflict', { handleState })
      const at = clock.now()
      const step = { name: 'START' as const, change: {}, note: note ?? undefined }
      await move(tx, [await taken(tx, fault, session, at)], step, { at, session })
    },
    /** Its order is finished: it is resolved, unless people are done with it already. */
    async repaired({ faultId, note, by: session }: RepairStep, tx: Connection): Promise<void> {
      const [fault] = await lockFaults(tx, session.scope, [rowId(faultId)])
      if (!fault) return
      const at = clock.now()
      const change = { resolvedAt: at, ...(note !== null && { note }) }
      const step = { name: 'RESOLVE' as const, change, note: note ?? undefined }
      await move(tx, [await taken(tx, fault, session, at)], step, { at, session })
    },
    /**
     * Its order was cancelled: whoever took it has it as before, and where only the order had taken it, it waits for somebody
     * again. What people are done with stays as it is.
     */
    async cancelled({ faultId, note, by: session }: RepairStep, tx: Connection): Promise<void> {
      const [fault] = await lockFaults(tx, session.scope, [rowId(faultId)])
      if (fault?.handleState !== 'PROCESSING') return
      const by = { at: clock.now(), session }
      const isOnlyTheOrders = await takenWithStart(tx, fault.id)
      await move(tx, [fault], { name: 'CANCEL', change: {}, note: note ?? undefined }, by)
      const taken: HandledFault = { ...fault, handleState: 'ACKED' }
      if (isOnlyTheOrders) await move(tx, [taken], { name: 'RELEASE', change: {} }, by)
    },
  }
}
