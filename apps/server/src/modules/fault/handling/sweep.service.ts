import { SILENCE_FAULTS } from '@sluice/contract'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database, Sql } from '../../../platform/db/db.ts'
import { emitLater, type StoredEvent } from '../../../platform/outbox/outbox.store.ts'
import { keyOf } from '../fault-key.rules.ts'
import { endOutOfUse, moveOn } from './sweep.store.ts'

export interface SweepDeps {
  db: Database
  clock: Clock
  /** The silence of these devices is told once more, when they are in use again and still silent. */
  forgetSilence(tx: Sql, deviceIds: readonly string[]): Promise<void>
}

/** Moves on what nobody needs to move, until nothing is due. */
export async function sweepFaults(deps: SweepDeps): Promise<void> {
  while ((await endSome(deps)) > 0);
  while ((await moveSome(deps)) > 0);
}

function endSome({ db, clock, forgetSilence }: SweepDeps): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endOutOfUse(tx, clock.now())
    const silent = ended.filter(({ code }) => SILENCE_FAULTS.some((one) => one === code))
    await forgetSilence(
      tx,
      silent.map(({ deviceId }) => deviceId),
    )
    const events = ended.map(({ id, deviceId, deptId, code }): StoredEvent => {
      return { name: 'fault.cleared', key: keyOf(deviceId, code), fact: { faultId: id, deviceId, deptId, code } }
    })
    await emitLater(tx, events)
    return ended.length
  })
}

function moveSome({ db, clock }: SweepDeps): Promise<number> {
  return db.transaction(async (tx) => {
    const moved = await moveOn(tx, clock.now())
    const events = moved.map(({ id, deviceId, deptId, code, action }): StoredEvent => {
      return { name: 'fault.handled', key: keyOf(deviceId, code), fact: { faultId: id, deviceId, deptId, action } }
    })
    await emitLater(tx, events)
    return moved.length
  })
}
