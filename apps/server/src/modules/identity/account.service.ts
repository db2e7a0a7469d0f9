import { AppError } from '@sluice/kit'
import { recordOperation } from '../../platform/audit.store.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db.ts'
import type { Session } from '../../platform/session.ts'
import {
  type Account,
  insertLoginLog,
  readAccount,
  readAccountByName,
  replaceHash,
  saveLogin,
  savePassword,
} from './account.store.ts'
import { beginAttempt, forgiveAttempt } from './login-guard.store.ts'
import { hashPassword, isOutdatedHash, verifyPassword } from './password.ts'
import { isStrongPassword } from './password.rules.ts'
import type { Sealing } from './sealing.ts'
import { ABSOLUTE_MS, type Sessions } from './session.service.ts'

export interface AccountParts {
  db: Database
  clock: Clock
  sealing: Sealing
  sessions: Sessions
}

/** Where a sign-in comes from. */
export interface Origin {
  platform: string
  ip: string
  userAgent: string
}

export interface SignedIn {
  cookie: string
  token: string
  expiresIn: number
}

/** Signing in and out, and one's own password. */
export function createAccounts({ db, clock, sealing, sessions }: AccountParts) {
  async function refuse(account: Account | null, username: string, from: Origin, because: string): Promise<never> {
    await insertLoginLog(db, {
      now: clock.now(),
      username,
      user: account,
      action: 'LOGIN',
      result: because,
      ...from,
    })
    throw new AppError(because)
  }

  return {
    /**
     * SEC-3: one answer and one duration for an unknown name and a wrong password; every outcome is logged.
     * @throws AppError login-key-expired | too-many-tries | wrong-credentials | account-disabled
     */
    async signIn(
      input: { username: string; password: string; keyId: string },
      from: Origin,
      oldCookie: string | undefined,
    ): Promise<SignedIn> {
      const { username } = input
      const password = textOf(await sealing.open(input.keyId, input.password), 'password')
      const attempt = { account: username.toLowerCase(), address: from.ip, at: clock.now().getTime() }
      const waitMs = await beginAttempt(db, attempt)
      if (waitMs > 0) {
        await insertLoginLog(db, {
          now: clock.now(),
          username,
          user: null,
          action: 'LOGIN',
          result: 'too-many-tries',
          ...from,
        })
        throw new AppError('too-many-tries', { retryAfterS: Math.ceil(waitMs / 1000) })
      }
      const account = await readAccountByName(db, username)
      const right = await verifyPassword(password, account?.passwordHash ?? null)
      if (!account || !right) return refuse(account, username, from, 'wrong-credentials')
      await forgiveAttempt(db, attempt)
      if (account.status !== 'NORMAL') return refuse(account, username, from, 'account-disabled')
      // Made with less work than we ask for today.
      if (isOutdatedHash(account.passwordHash)) await replaceHash(db, account.id, await hashPassword(password))
      if (oldCookie) await sessions.end(oldCookie)
      const cookie = await sessions.begin(account.id, from)
      await saveLogin(db, account.id, from.ip, clock.now())
      await insertLoginLog(db, { now: clock.now(), username, user: account, action: 'LOGIN', result: 'OK', ...from })
      return { cookie, token: sessions.tokenFor(cookie), expiresIn: ABSOLUTE_MS / 1000 }
    },

    async signOut(session: Session, cookie: string, from: Origin): Promise<void> {
      await sessions.end(cookie)
      await insertLoginLog(db, {
        now: clock.now(),
        username: session.username,
        user: { id: session.userId, deptId: session.deptId },
        action: 'LOGOUT',
        result: 'OK',
        ...from,
      })
    },

    /**
     * AD-4: the other sign-ins of the user end.
     * @throws AppError login-key-expired | too-many-tries | wrong-old-password | password-unchanged | validation
     */
    async changePassword(
      session: Session,
      input: { sealed: string; keyId: string },
      call: { ip: string; traceId: string },
    ): Promise<void> {
      const secret = await sealing.open(input.keyId, input.sealed)
      const [oldPassword, newPassword] = [textOf(secret, 'oldPassword'), textOf(secret, 'newPassword')]
      const account = await readAccount(db, session.userId)
      if (!account) throw new AppError('session-over')
      // Whoever sits down at an open console must not be able to try passwords without end.
      const attempt = { account: account.username.toLowerCase(), address: call.ip, at: clock.now().getTime() }
      const waitMs = await beginAttempt(db, attempt)
      if (waitMs > 0) throw new AppError('too-many-tries', { retryAfterS: Math.ceil(waitMs / 1000) })
      if (!(await verifyPassword(oldPassword, account.passwordHash))) throw new AppError('wrong-old-password')
      await forgiveAttempt(db, attempt)
      if (oldPassword === newPassword) throw new AppError('password-unchanged')
      if (!isStrongPassword(newPassword)) throw new AppError('validation', { fields: { newPassword: 'weak-password' } })
      const hash = await hashPassword(newPassword)
      await db.transaction(async (tx) => {
        await savePassword(tx, account.id, hash, { mustChange: false, now: clock.now() })
        await recordOperation(tx, session, { action: 'user.changePassword', targetIds: [account.id], ...call })
      })
      await sessions.endAllOf(account.id, session.id)
    },
  }
}

export type Accounts = ReturnType<typeof createAccounts>

/** What does not look like ours was not sealed by ours. */
function textOf(secret: Record<string, unknown>, name: string): string {
  const value = secret[name]
  if (typeof value !== 'string' || value === '') throw new AppError('login-key-expired')
  return value
}
