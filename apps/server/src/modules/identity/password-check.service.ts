import { AppError } from '@sluice/kit'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import type { Session } from '../../platform/session.ts'
import { type Account, readAccount } from './account.store.ts'
import { type Attempt, beginAttempt, forgiveAttempt } from './login-guard.store.ts'
import { verifyPassword } from './password.ts'
import type { Sealing } from './sealing.ts'

export interface Sealed {
  sealed: string
  keyId: string
}

/** Asking somebody who is signed in for his password once more, under the same guard as signing in. */
export function createPasswordCheck({ db, clock, sealing }: { db: Database; clock: Clock; sealing: Sealing }) {
  return {
    /**
     * Opens `{password, nonce}` and compares; `further` is proved in the same try, which only then is forgiven.
     * @throws AppError login-key-expired | too-many-tries | wrong-old-password, and what `further` throws
     */
    async prove(session: Session, given: Sealed, ip: string, further?: () => Promise<void>): Promise<Account> {
      const password = textOf(await sealing.open(given.keyId, given.sealed), 'password')
      const account = await readAccount(db, session.userId)
      if (!account) throw new AppError('session-over')
      const attempt = attemptOf(clock, account.username, ip)
      const waitMs = await beginAttempt(db, attempt)
      if (waitMs > 0) throw new AppError('too-many-tries', retryAfter(waitMs))
      if (!(await verifyPassword(password, account.passwordHash))) throw new AppError('wrong-old-password')
      await further?.()
      await forgiveAttempt(db, attempt)
      return account
    },
  }
}

export type PasswordCheck = ReturnType<typeof createPasswordCheck>

/** Names are the same in any case. */
export function attemptOf(clock: Clock, username: string, address: string): Attempt {
  return { account: username.toLowerCase(), address, at: clock.now().getTime() }
}

export function retryAfter(waitMs: number): { retryAfterS: number } {
  return { retryAfterS: Math.ceil(waitMs / 1000) }
}

/** What does not look like ours was not sealed by ours. */
export function textOf(secret: Record<string, unknown>, name: string): string {
  const value = secret[name]
  if (typeof value !== 'string' || value === '') throw new AppError('login-key-expired')
  return value
}
