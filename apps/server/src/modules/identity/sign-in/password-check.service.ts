import { AppError } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { type Account, readAccount } from './account.store.ts'
import { type Attempt, beginAttempt, forgiveAttempt } from './login-guard.store.ts'
import { guardedAddress } from './lockout.rules.ts'
import type { PasswordHashes } from '../credentials/password.ts'
import type { Sealing } from '../credentials/sealing.ts'

export interface Sealed {
  sealed: string
  keyId: string
}

export interface PasswordCheckParts {
  db: Database
  clock: Clock
  sealing: Sealing
  hashes: PasswordHashes
}

/** Asks a signed-in user for their password again, guarded like signing in. */
export function createPasswordCheck({ db, clock, sealing, hashes }: PasswordCheckParts) {
  return {
    /**
     * Opens `{password, nonce}` and compares; `further` is proved in the same attempt, which is cleared only after
     * that.
     * @throws AppError login-key-expired | too-many-tries | wrong-old-password, and what `further` throws
     */
    async prove(session: Session, given: Sealed, further?: () => Promise<void>): Promise<Account> {
      const password = textOf(await sealing.open(given.keyId, given.sealed), 'password')
      const account = await readAccount(db, session.userId)
      if (!account) throw new AppError('session-over')
      const attempt = ownAttempt(clock, session)
      const waitMs = await beginAttempt(db, attempt)
      if (waitMs > 0) throw new AppError('too-many-tries', retryAfter(waitMs))
      if (!(await hashes.verify(password, account.passwordHash))) throw new AppError('wrong-old-password')
      await further?.()
      await forgiveAttempt(db, attempt)
      return account
    },
  }
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

/**
 * An attempt to sign in, from a browser that the account knows or else from an address. Names are compared without
 * case.
 */
export function attemptOf(clock: Clock, username: string, from: { ip: string; browser: string | null }): Attempt {
  const place = from.browser ?? guardedAddress(from.ip)
  return { account: username.toLowerCase(), place, isKnown: from.browser !== null, at: clock.now().getTime() }
}

/** An attempt of a signed-in user: others do not slow it down, and an open console gives no unlimited attempts. */
export function ownAttempt(clock: Clock, { id, username }: Session): Attempt {
  const place = `session:${id}`
  return { account: username.toLowerCase(), place, isKnown: true, at: clock.now().getTime() }
}

export function retryAfter(waitMs: number): { retryAfterS: number } {
  return { retryAfterS: Math.ceil(waitMs / 1000) }
}

/** A secret in another form was not sealed by our console. */
export function textOf(secret: Record<string, unknown>, name: string): string {
  const value = secret[name]
  if (typeof value !== 'string' || value === '') throw new AppError('login-key-expired')
  return value
}
