import { faultCount, waitingNow } from '@sluice/contract'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Sql } from '../../platform/db/db.ts'
import { type Api, mountOperation } from '../../platform/http/mount-operation.ts'
import type { Session } from '../../platform/http/session.ts'
import { waitingOf } from './waiting.rules.ts'
import { type Asker, lastFaultTime, waitingRows } from './waiting.store.ts'

export interface WaitingDeps {
  db: Sql
  clock: Clock
  /** Writes reported conditions first. */
  flush(): Promise<void>
}

const LISTED = 50
/** Of more the map marks the most urgent. */
const MARKED = { waiting: 2_000, taken: 20 }
const COUNTED = { waiting: 0, taken: 0 }

export const askerOf = ({ scope, keys }: Session): Asker => ({ scope, mayCommands: keys.has('command:list') })

/** How much waits in each department. */
export async function waitingByDept(db: Sql, clock: Clock, asker: Asker): Promise<Map<string, number>> {
  const { depts } = waitingOf(await waitingRows(db, asker, { now: clock.now(), ...COUNTED }), 0)
  return new Map(depts.map(({ id, total }) => [id, total]))
}

/** What waits for somebody, for the map and the wall, and its number for the bell. */
export function mountWaiting(api: Api, { db, clock, flush }: WaitingDeps): void {
  mountOperation(api, waitingNow, async (_input, { session }) => {
    await flush()
    const rows = await waitingRows(db, askerOf(session), { now: clock.now(), ...MARKED })
    const waiting = waitingOf(rows, LISTED)
    return { ...waiting, lastTime: waiting.total === 0 ? await lastFaultTime(db, session.scope) : null }
  })
  mountOperation(api, faultCount, async (_input, { session }) => {
    await flush()
    const counts = await waitingByDept(db, clock, askerOf(session))
    return [...counts.values()].reduce((sum, n) => sum + n, 0)
  })
}
