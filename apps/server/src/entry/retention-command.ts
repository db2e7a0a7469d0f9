import { dropPartitions, expiredPartitions, newestStored } from '../modules/telemetry/telemetry.module.ts'
import { databaseTime, readTrusted, saveTrusted } from '../platform/clock/clock-trust.store.ts'
import type { Database } from '../platform/db/db.ts'
import { StartupError } from '../platform/startup-error.ts'

const CONFIRM = '--yes'

/**
 * Lists what is past its retention by this machine's clock; with `--yes` deletes it and trusts the clock from now on.
 * @throws StartupError for any other word.
 */
export async function dropExpired(db: Database, word = ''): Promise<string> {
  if (word !== '' && word !== CONFIRM) throw new StartupError(`"${word}" is not ${CONFIRM}.`)
  const now = Date.now()
  const pieces = await expiredPartitions(db, now)
  const times = [
    `The clock of this machine says   ${shown(now)}`,
    `The database server says         ${shown(await databaseTime(db))}`,
    `The newest row was stored at     ${shown(await newestStored(db))}`,
    `The last time that was believed  ${shown(await readTrusted(db))}`,
  ]
  const list = pieces.map(({ name, from, to }) => `  ${name}: ${dayOf(from)} to ${dayOf(to)}`)
  if (word !== CONFIRM) {
    const found = list.length === 0 ? ['Nothing is too old by this clock.'] : ['Too old by this clock:', ...list]
    const advice = `If the clock is right, say so with drop-expired ${CONFIRM}: it is believed from then on, and what is listed is gone.`
    return [...times, ...found, advice].join('\n')
  }
  await dropPartitions(db, pieces)
  await saveTrusted(db, now)
  const done = list.length === 0 ? ['Nothing was too old.'] : ['Taken away:', ...list]
  return [...times, ...done, 'This clock is believed from here on.'].join('\n')
}

function shown(at: number | null): string {
  return at === null ? '-' : `${new Date(at).toISOString().slice(0, 19)}Z`
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
