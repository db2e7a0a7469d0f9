import type { Database } from '../../platform/db/db.ts'
import type { Log } from '../../platform/log/log.ts'
import { excursionsIn } from './excursion.rules.ts'
import { isLastPiece, probesToCount, readingsAfter } from './temp-reading.store.ts'
import { dropFrom, limitsOf, lockProbe, markCounted, openExcursion, saveExcursions } from './temperature.store.ts'

/** Judges every reading that has not been judged yet. One probe that fails does not hold up the others. */
export async function countExcursions(db: Database, log: Log, signal: AbortSignal): Promise<void> {
  for (const deviceId of await probesToCount(db)) {
    if (signal.aborted) return
    try {
      await countProbe(db, deviceId)
    } catch (error) {
      log.warn({ err: error, deviceId }, 'the temperatures of a probe could not be judged and are tried again')
    }
  }
}

/**
 * Goes on where judging stood, or, with late reports, from before the first of them: the result depends on what is stored
 * and on the limits of each time alone, however often and in whatever pieces it is done.
 */
async function countProbe(db: Database, deviceId: string): Promise<void> {
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
    for (let more = true; more; ) {
      const readings = await readingsAfter(tx, deviceId, at)
      const found = excursionsIn(readings, spans, open)
      await saveExcursions(tx, deviceId, found)
      open = found.at(-1)?.end === null ? found.at(-1)! : null
      at = readings.at(-1)?.ts ?? at
      more = !isLastPiece(readings)
    }
    await markCounted(tx, deviceId, at)
  })
}
