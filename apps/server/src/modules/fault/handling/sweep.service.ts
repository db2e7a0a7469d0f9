import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import { emitLater, type StoredEvent } from '../../../platform/outbox/outbox.store.ts'
import { keyOf } from '../fault-key.rules.ts'
import { moveOn } from './sweep.store.ts'

/** Moves on what nobody needs to move, until nothing is due. */
export async function sweepFaults({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const step = () =>
    db.transaction(async (tx) => {
      const moved = await moveOn(tx, clock.now())
      const events = moved.map(({ id, deviceId, deptId, code, action }): StoredEvent => {
        return { name: 'fault.handled', key: keyOf(deviceId, code), fact: { faultId: id, deviceId, deptId, action } }
      })
      await emitLater(tx, events)
      return moved.length
    })
  while ((await step()) > 0);
}
