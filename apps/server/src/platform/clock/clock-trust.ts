import type { Clock } from './clock.ts'
import { BELIEVED_MS, type ClockDoubt, type ClockSight, doubtOf, mayDelete } from './clock-trust.rules.ts'
import type { LeapWatch } from './leap-watch.ts'
import type { Log } from '../log/log.ts'

export interface ClockTrustParts {
  clock: Clock
  log: Log
  leaps: LeapWatch
  /** The last trusted time, from the database (epoch ms); null when there is none yet. */
  trusted(): Promise<number | null>
  saveTrusted(at: number): Promise<void>
  /** When the newest row was stored, epoch ms; null: there is none. */
  newestStored(): Promise<number | null>
  /** The time of day at the database server, epoch ms. */
  databaseTime(): Promise<number>
}

const SENTENCES: Record<ClockDoubt, string> = {
  AHEAD: 'the clock is more than a day ahead of the last time that was believed',
  BEHIND: 'the clock is more than a day behind the last time that was believed',
  DATABASE_DIFFERS: 'the clock and that of the database server differ by more than a day',
}
const ADVICE =
  'nothing is deleted for its age; set the clock right, or, where it is, run: npm run admin -- drop-expired'

/** Whether the time of day is a fact: retention asks before it deletes, and judging reckons with the other time it may be. */
export function createClockTrust({ clock, log, leaps, ...known }: ClockTrustParts) {
  let doubt: ClockDoubt | null = null
  let doubtedSince = 0
  /** The other time it may have been at `doubtedSince`. */
  let before = 0
  let steadySince = 0
  leaps.onLeap(() => {
    steadySince = clock.elapsed()
  })

  function conclude(found: ClockDoubt | null, { now, trusted, newest, database }: ClockSight): void {
    if (found !== null && found !== doubt) {
      doubtedSince = clock.elapsed()
      before = found === 'DATABASE_DIFFERS' ? database : (trusted ?? newest ?? now)
      const facts = { now: new Date(now).toISOString(), believed: new Date(before).toISOString() }
      log.error(facts, `${SENTENCES[found]}: ${ADVICE}`)
    }
    if (found === null && doubt !== null) log.warn('the clock is believed again')
    doubt = found
  }

  return {
    /** Checks again, and returns whether rows past their retention may be deleted now. */
    async mayDelete(): Promise<boolean> {
      leaps.look()
      const trusted = await known.trusted()
      const newest = await known.newestStored()
      const database = await known.databaseTime()
      const now = clock.now().getTime()
      const steadyMs = doubt === null ? 0 : clock.elapsed() - Math.max(doubtedSince, steadySince)
      const sight = { now, trusted, newest, database, steadyMs }
      conclude(doubtOf(sight), sight)
      const isNearer = trusted === null || now > trusted || now < trusted - BELIEVED_MS
      if (doubt === null && isNearer) await known.saveTrusted(now)
      return mayDelete(sight)
    },
    /** Call this before using the clock: it detects whether the clock was set. */
    look: leaps.look,
    /** The result of the last check. */
    get doubt(): ClockDoubt | null {
      return doubt
    },
    /** The other time it may be (epoch ms), where the clock was set or is in doubt; undefined: there is none. */
    otherTime(): number | undefined {
      leaps.look()
      const unset = leaps.unset()
      if (unset !== undefined || doubt === null) return unset
      return before + clock.elapsed() - doubtedSince
    },
  }
}

export type ClockTrust = ReturnType<typeof createClockTrust>
