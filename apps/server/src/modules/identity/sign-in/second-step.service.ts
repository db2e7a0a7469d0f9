import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { ErrorCode } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Database } from '../../../platform/db/db.ts'
import { type Account, readAccount, readAccountByName, whyNotLetIn } from './account.store.ts'
import type { NoteLogin } from '../identity.ports.ts'
import type { KnownBrowsers } from './known-browser.ts'
import { beginAttempt, forgiveAttempt } from './login-guard.store.ts'
import { attemptOf, retryAfter } from './password-check.service.ts'
import { readSecret } from './session.store.ts'
import type { Totp } from '../credentials/totp.service.ts'
import { endPending, insertPending, isTotpInUse, type PendingSignIn, tryPending } from '../credentials/totp.store.ts'

/** How long the code may take, and how often it may be wrong, before the password is required again. */
const PENDING_MS = 5 * 60_000
const MAX_TRIES = 5

/** The origin of a sign-in. */
export interface Origin {
  platform: string
  ip: string
  userAgent: string
  /** The browser's own cookie (known-browser.ts). */
  browserMark?: string | undefined
}

export interface SecondStepParts {
  db: Database
  clock: Clock
  totp: Totp
  browsers: KnownBrowsers
  noteLogin: NoteLogin
}

export type SecondStep = Awaited<ReturnType<typeof createSecondStep>>

/** The step of signing in between password and session. */
export async function createSecondStep(parts: SecondStepParts) {
  const { db, clock, totp, browsers } = parts
  const secret = await readSecret(db, 'sign-in-decoy', randomBytes(32))

  /**
   * Unknown names are asked for a code too, one in four and always the same ones, so that the question does not reveal
   * an account. While no user has a second factor nobody is asked.
   */
  async function isDecoy(username: string): Promise<boolean> {
    const mac = createHmac('sha256', secret).update(username.toLowerCase()).digest()
    return mac[0]! % 4 === 0 && (await isTotpInUse(db))
  }

  return {
    /** The answer instead of a session; null when no code is required. Right and wrong passwords get the same. */
    async ask(tried: {
      account: Account | null
      /** The account, when the password was right. */
      proven: Account | null
      username: string
      attemptAt: number
    }): Promise<{ pending: string; expiresIn: number } | null> {
      const { account, proven, username, attemptAt } = tried
      const isAsked = account ? await totp.isOn(account.id) : await isDecoy(username)
      if (!isAsked) return null
      const token = randomBytes(32).toString('base64url')
      const expires = new Date(clock.now().getTime() + PENDING_MS)
      await insertPending(db, idOf(token), { userId: proven?.id ?? null, username, attemptAt }, expires)
      return { pending: token, expiresIn: PENDING_MS / 1000 }
    },

    /**
     * The owner of the pending sign-in and the code; a refusal has been logged.
     * @throws AppError sign-in-expired | too-many-tries | wrong-sign-in | account-disabled | department-disabled
     */
    async prove(
      input: { pending: string; code: string },
      from: Origin,
    ): Promise<{ account: Account; recoveryCodesLeft: number | null }> {
      const id = idOf(input.pending)
      const pending = await tryPending(db, id, clock.now(), MAX_TRIES)
      if (!pending) throw new AppError('sign-in-expired')
      const tried = await readAccountByName(db, pending.username)
      const browser = browsers.nameOf(from.browserMark, tried)
      const attempt = { ...attemptOf(clock, pending.username, { ip: from.ip, browser }), hasWaited: true }
      const waitMs = await beginAttempt(db, attempt)
      if (waitMs > 0) return refuse(parts, pending, 'too-many-tries', from, retryAfter(waitMs))
      const leftBefore = await totp.recoveryCodesLeft(pending.userId ?? NOBODY)
      const isRight = await totp.take(pending.userId ?? NOBODY, input.code)
      const account = await readAccount(db, pending.userId ?? NOBODY)
      if (!isRight || !account || !(await endPending(db, id))) return refuse(parts, pending, 'wrong-sign-in', from)
      await forgiveAttempt(db, attempt)
      await forgiveAttempt(db, { ...attempt, at: pending.attemptAt })
      const closed = whyNotLetIn(account)
      if (closed) return refuse(parts, pending, closed, from)
      const left = await totp.recoveryCodesLeft(account.id)
      return { account, recoveryCodesLeft: left < leftBefore ? left : null }
    },
  }
}

/** Asked for where there is no user, so that the same statements run. */
const NOBODY = '0'

async function refuse(
  { db, clock, noteLogin }: SecondStepParts,
  { userId, username }: PendingSignIn,
  because: ErrorCode,
  from: Origin,
  facts = {},
): Promise<never> {
  const user = await readAccount(db, userId ?? NOBODY)
  const line = { now: clock.now(), username, user, action: 'LOGIN', result: because, ...from } as const
  await db.transaction((tx) => noteLogin(tx, line))
  throw new AppError(because, facts)
}

/** The stored id of a token: reading the table opens nothing. */
function idOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}
