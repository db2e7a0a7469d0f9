import { type ErrorCode, updatePassword } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import {
  type Account,
  readAccount,
  readAccountByName,
  replaceHash,
  saveLogin,
  savePassword,
  whyNotLetIn,
} from './account.store.ts'
import type { NoteLogin } from '../identity.ports.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { beginAttempt, forgiveAttempt } from './login-guard.store.ts'
import { attemptOf, ownAttempt, retryAfter, textOf } from './password-check.service.ts'
import type { NewPasswords } from '../credentials/new-password.ts'
import type { PasswordHashes } from '../credentials/password.ts'
import { readProfile } from '../people/profile.store.ts'
import type { Sealing } from '../credentials/sealing.ts'
import type { Origin, SecondStep } from './second-step.service.ts'
import { ABSOLUTE_MS, type Sessions } from './session.service.ts'
import { endPendingOf } from '../credentials/totp.store.ts'

export interface AccountParts {
  db: Database
  clock: Clock
  sealing: Sealing
  hashes: PasswordHashes
  sessions: Sessions
  secondStep: SecondStep
  browsers: KnownBrowsers
  newPasswords: NewPasswords
  noteLogin: NoteLogin
}

export interface SignedIn {
  cookie: string
  token: string
  expiresIn: number
  /** The mark that identifies this browser from now on, for a cookie. */
  browserMark: string
}

/** The password may have been right; a code decides. */
export interface PendingAnswer {
  pending: string
  expiresIn: number
}

/** Signing in and out, and one's own password. */
export function createAccounts(parts: AccountParts) {
  const { db, clock, sessions } = parts
  return {
    /**
     * SEC-3: one answer and one duration for an unknown name and a wrong password; every outcome is logged.
     * @throws AppError login-key-expired | too-many-tries | wrong-credentials | account-disabled | department-disabled
     */
    async signIn(input: Credentials, from: Origin, oldCookie: string | undefined): Promise<SignedIn | PendingAnswer> {
      const found = await identify(parts, input, from)
      return 'pending' in found ? found : open(parts, found, from, oldCookie)
    },

    /**
     * Checks the code after the password. Every failure of the sign-in is reported here, in one answer.
     * @throws AppError sign-in-expired | too-many-tries | wrong-sign-in | account-disabled | department-disabled
     */
    async signInWithCode(
      input: { pending: string; code: string },
      from: Origin,
      oldCookie: string | undefined,
    ): Promise<SignedIn & { recoveryCodesLeft: number | null }> {
      const { account, recoveryCodesLeft } = await parts.secondStep.prove(input, from)
      return { ...(await open(parts, account, from, oldCookie)), recoveryCodesLeft }
    },

    async signOut(session: Session, cookie: string, from: Origin): Promise<void> {
      await sessions.end(cookie)
      const user = { id: session.userId, deptId: session.deptId }
      const line = { now: clock.now(), username: session.username, user, action: 'LOGOUT', result: 'OK' } as const
      await db.transaction((tx) => parts.noteLogin(tx, { ...line, ...from }))
    },

    /**
     * AD-4: ends the user's other sessions and forgets every browser but the present one, whose new mark is returned.
     * @throws AppError login-key-expired | too-many-tries | wrong-old-password | password-unchanged | validation
     */
    changePassword: (session: Session, input: SealedChange, call: ChangeCall): Promise<string> =>
      changePassword(parts, session, input, call),
  }
}

export type Accounts = ReturnType<typeof createAccounts>

interface Credentials {
  username: string
  password: string
  keyId?: string | undefined
}

interface ChangeCall {
  ip: string
  traceId: string
  browserMark: string | undefined
}

interface SealedChange {
  oldPassword: string
  newPassword: string
  keyId?: string | undefined
}

async function open(
  { db, clock, sessions, browsers, noteLogin }: AccountParts,
  account: Account,
  from: Origin,
  oldCookie: string | undefined,
): Promise<SignedIn> {
  if (oldCookie) await sessions.end(oldCookie)
  const cookie = await sessions.begin(account.id, from)
  const now = clock.now()
  await db.transaction(async (tx) => {
    await saveLogin(tx, account, from.ip, now)
    await noteLogin(tx, { now, username: account.username, user: account, action: 'LOGIN', result: 'OK', ...from })
  })
  const browserMark = browsers.mark(from.browserMark, account)
  return { cookie, token: sessions.tokenFor(cookie), expiresIn: ABSOLUTE_MS / 1000, browserMark }
}

/** The account of these credentials, or what must still be proved; a refusal has been logged. */
async function identify(parts: AccountParts, input: Credentials, from: Origin): Promise<Account | PendingAnswer> {
  const { db, sealing, hashes } = parts
  const { username } = input
  const refuse = async (account: Account | null, because: ErrorCode, facts = {}): Promise<never> => {
    await logLogin(parts, username, account, because, from)
    throw new AppError(because, facts)
  }
  const password = textOf(await sealing.open(input.keyId, input.password), 'password')
  const account = await readAccountByName(db, username)
  const browser = parts.browsers.nameOf(from.browserMark, account)
  const attempt = attemptOf(parts.clock, username, { ip: from.ip, browser })
  const waitMs = await beginAttempt(db, attempt)
  if (waitMs > 0) return refuse(null, 'too-many-tries', retryAfter(waitMs))
  const isRight = await hashes.verify(password, account?.passwordHash ?? null)
  const proven = account && isRight ? account : null
  // Still counted as failed: only the code clears it. Right or wrong, the work and the answer are the same.
  const pending = await parts.secondStep.ask({ account, proven, username, attemptAt: attempt.at })
  if (pending) {
    await logLogin(parts, username, account, proven ? 'code-asked' : 'wrong-credentials', from)
    return pending
  }
  if (!account || !proven) return refuse(account, 'wrong-credentials')
  await forgiveAttempt(db, attempt)
  const closed = whyNotLetIn(account)
  if (closed) return refuse(account, closed)
  // Made with less work than we ask for today.
  if (hashes.isOutdated(account.passwordHash)) await replaceHash(db, account.id, await hashes.hash(password))
  return account
}

async function changePassword(
  parts: AccountParts,
  session: Session,
  input: SealedChange,
  { browserMark, ...call }: ChangeCall,
): Promise<string> {
  const { db, clock, sealing, hashes, sessions, browsers } = parts
  const oldPassword = textOf(await sealing.open(input.keyId, input.oldPassword), 'password')
  const newPassword = textOf(await sealing.open(input.keyId, input.newPassword), 'password')
  const account = await readAccount(db, session.userId)
  if (!account) throw new AppError('session-over')
  // Limits guessing at an open console that its user has left.
  const attempt = ownAttempt(clock, session)
  const waitMs = await beginAttempt(db, attempt)
  if (waitMs > 0) throw new AppError('too-many-tries', retryAfter(waitMs))
  if (!(await hashes.verify(oldPassword, account.passwordHash))) throw new AppError('wrong-old-password')
  await forgiveAttempt(db, attempt)
  if (oldPassword === newPassword) throw new AppError('password-unchanged')
  const owner = { ...account, ...(await readProfile(db, account.id)) }
  await parts.newPasswords.refuseWeak(db, { field: 'newPassword', password: newPassword }, owner)
  const hash = await hashes.hash(newPassword)
  const now = clock.now()
  await db.transaction(async (tx) => {
    await savePassword(tx, account.id, hash, { mustChange: false, now })
    await endPendingOf(tx, account.id)
    await recordOperation(tx, session, { action: updatePassword.audit, targetIds: [account.id], ...call })
  })
  await sessions.endAllOf(account.id, session.id)
  return browsers.mark(browserMark, { ...account, passwordTime: now.getTime() })
}

async function logLogin(
  { db, clock, noteLogin }: AccountParts,
  username: string,
  user: Account | null,
  result: string,
  from: Origin,
): Promise<void> {
  const line = { now: clock.now(), username, user, action: 'LOGIN', result, ...from } as const
  await db.transaction((tx) => noteLogin(tx, line))
}
