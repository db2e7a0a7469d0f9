import { type FaultObservation, tempExcursionResource } from '@sluice/contract'
import { tellRowsOfDevices } from '../../platform/resource/changed-rows.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import type { Sql } from '../../platform/db/db.ts'
import { excursionsIn, faultsOf } from './excursion.rules.ts'
import { isLastPiece, probesToCount, readingsAfter } from './temp-reading.store.ts'
import { dropFrom, limitsOf, lockProbe, markCounted, openExcursion, saveExcursions } from './temperature.store.ts'

export interface ExcursionDeps {
  db: Database
  log: Log
  /** Tells a condition of a device, in the transaction that found it. */
  tell(
    tx: Sql,
    told: { deviceId: string; code: string; holds: boolean; at: number; trigger: FaultObservation | null },
  ): Promise<void>
}

/** Judges every reading that has not been judged yet. One probe that fails does not hold up the others. */
export async function countExcursions(deps: ExcursionDeps, signal: AbortSignal): Promise<void> {
  const { db, log } = deps
  for (const deviceId of await probesToCount(db)) {
    if (signal.aborted) return
    try {
      await countProbe(deps, deviceId)
    } catch (error) {
      log.warn({ err: error, deviceId }, 'the temperatures of a probe could not be judged and are tried again')
    }
  }
}

/**
 * Goes on where judging stood, or, with late reports, from before the first of them: the result depends on what is stored
 * and on the limits of each time alone, however often and in whatever pieces it is done.
 */
async function countProbe({ db, tell }: ExcursionDeps, deviceId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const known = await lockProbe(tx, deviceId)
    if (!known) return
    const spans = await limitsOf(tx, deviceId)
    const { countedTo, recountFrom } = known
    // Nothing is judged by limits that did not exist: times are whole milliseconds.
    let at =
      recountFrom === null
        ? countedTo
        : (await dropFrom(tx, deviceId, Math.max(recountFrom, spans[0]?.since ?? recountFrom))) - 0.5
    let open = recountFrom === null ? await openExcursion(tx, deviceId) : null
    let changed = recountFrom !== null
    for (let more = true; more; ) {
      const readings = await readingsAfter(tx, deviceId, at)
      const found = excursionsIn(readings, spans, open)
      await saveExcursions(tx, deviceId, found)
      changed ||= found.length > 0 && readings.length > 0
      open = found.at(-1)?.end === null ? found.at(-1)! : null
      at = readings.at(-1)?.ts ?? at
      more = !isLastPiece(readings)
    }
    await markCounted(tx, deviceId, at)
    if (!changed) return
    await tellRowsOfDevices(tx, tempExcursionResource, [deviceId])
    for (const [code, trigger] of Object.entries(faultsOf(open)))
      await tell(tx, { deviceId, code, holds: trigger !== null, at: Math.floor(at), trigger })
  })
}
