import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { sameBytes } from '../../../platform/same-bytes.ts'
import type { Account } from './account.store.ts'
import { readSecret } from './session.store.ts'

export const BROWSER_COOKIE = 'known-browser'
export const BROWSER_S = 90 * 86_400
/** For a browser that several people share: the oldest mark is forgotten first. */
const MAX_PEOPLE = 8

/**
 * Browsers that a user signed in with. Each carries a signed mark per person: nothing is stored, it cannot be forged,
 * and one from before the last change of password is invalid. It grants nothing: it only keeps guesses at an account by
 * others from slowing down its owner.
 */
export interface KnownBrowsers {
  /** The name of this browser for the account; null when the account does not know it. */
  nameOf(cookie: string | undefined, account: Account | null): string | null
  /** The cookie's value from now on. */
  mark(cookie: string | undefined, account: Account): string
}

export async function createKnownBrowsers({ db, clock }: { db: Sql; clock: Clock }): Promise<KnownBrowsers> {
  const secret = await readSecret(db, 'known-browser', randomBytes(32))

  /** The password's time is in it: another password, another seal. */
  function seal(body: string, { passwordTime }: Account): Buffer {
    return createHmac('sha256', secret).update(`${body}.${passwordTime}`).digest().subarray(0, 16)
  }

  function isGood(mark: string, account: Account): boolean {
    const [userId, made = '', chance = '', given = ''] = mark.split('.')
    if (userId !== account.id) return false
    const ageMs = clock.now().getTime() - Number.parseInt(made, 36)
    // A mark from the future was made by a clock that was wrong.
    if (!(ageMs < BROWSER_S * 1000 && ageMs > -86_400_000)) return false
    const [has, wanted] = [Buffer.from(given, 'base64url'), seal(`${userId}.${made}.${chance}`, account)]
    return sameBytes(has, wanted)
  }

  return {
    nameOf(cookie, account) {
      const mark = account && marksIn(cookie).find((one) => isGood(one, account))
      return mark ? `browser:${mark.split('.')[2]}` : null
    },
    mark(cookie, account) {
      const others = marksIn(cookie).filter((one) => !one.startsWith(`${account.id}.`))
      const body = `${account.id}.${clock.now().getTime().toString(36)}.${randomBytes(12).toString('base64url')}`
      return [`${body}.${seal(body, account).toString('base64url')}`, ...others].slice(0, MAX_PEOPLE).join('~')
    },
  }
}

function marksIn(cookie: string | undefined): string[] {
  return (cookie ?? '').split('~', MAX_PEOPLE).filter((mark) => /^\d{1,18}(\.[\w-]{1,40}){3}$/.test(mark))
}
