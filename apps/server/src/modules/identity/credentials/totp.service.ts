import { createHash, randomBytes, randomInt } from 'node:crypto'
import { confirmTotp, disableTotp, renewRecoveryCodes, resetTotp, type TotpState } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { recordOperation } from '../../../platform/audit/audit.store.ts'
import type { Clock } from '../../../platform/clock/clock.ts'
import type { Connection, Database, Sql } from '../../../platform/db/db.ts'
import type { CallContext } from '../../../platform/http/mount-operation.ts'
import type { Session } from '../../../platform/http/session.ts'
import { refuseAbove } from '../sign-in/holding.service.ts'
import type { PasswordCheck } from '../sign-in/password-check.service.ts'
import { createSecretBox, type SecretBox } from '../../../platform/secret-box.ts'
import type { Sessions } from '../sign-in/session.service.ts'
import {
  confirmSecret,
  countRecoveryCodes,
  deleteTotp,
  endPendingOf,
  readRequiresTotp,
  readTotp,
  replaceRecoveryCodes,
  savePendingTotp,
  takeRecoveryCode,
  takeStep,
} from './totp.store.ts'
import { enrolmentOf, RECOVERY_CODES, recoveryCode, SECRET_BYTES, stepOf, typedCode } from './totp-code.ts'
import { readSeenUser } from '../people/user.store.ts'

type Call = Pick<CallContext, 'session' | 'ip' | 'traceId'>

interface Sealed {
  sealed: string
  keyId: string
}

export interface TotpParts {
  db: Database
  clock: Clock
  sessions: Sessions
  passwords: PasswordCheck
  serverKey: Buffer
}

/** The issuer that authenticators show. */
const ISSUER = 'Sluice'

/** The second factor: setting it up, checking it, taking it away (RFC 6238). */
export function createTotp(parts: TotpParts) {
  const { db, clock, sessions, passwords, serverKey } = parts
  const box = createSecretBox(serverKey, 'sluice totp')

  /** Whether the code opens: it is spent then. A recovery code works too. */
  async function take(userId: string, typed: string): Promise<boolean> {
    const now = clock.now()
    const code = typedCode(typed)
    const stored = await readTotp(db, userId)
    // Without a second factor the same work is done with a random secret.
    const secret = stored?.confirmTime ? box.open(stored.secret, userId) : randomBytes(SECRET_BYTES)
    const step = stepOf(secret, code, now.getTime(), stored?.lastStep ?? 0)
    if (step !== null && (await takeStep(db, userId, step))) return true
    return takeRecoveryCode(db, userId, hashOf(userId, code), now)
  }

  /** Password and code, both counted by the guard: an open console must not be a place to try them. */
  async function proveBoth(call: Call, sealed: Sealed, code: string): Promise<void> {
    await passwords.prove(call.session, sealed, async () => {
      if (!(await take(call.session.userId, code))) throw new AppError('wrong-code')
    })
  }

  return {
    take,

    async isOn(userId: string): Promise<boolean> {
      return Boolean((await readTotp(db, userId))?.confirmTime)
    },

    recoveryCodesLeft: (userId: string) => countRecoveryCodes(db, userId),

    async state({ userId }: Session): Promise<TotpState> {
      const [stored, left, required] = await Promise.all([
        readTotp(db, userId),
        countRecoveryCodes(db, userId),
        readRequiresTotp(db, userId),
      ])
      const since = stored?.confirmTime ?? null
      return { enabled: since !== null, since, recoveryCodesLeft: since === null ? 0 : left, required }
    },

    /** @throws AppError conflict when one is in force: it is turned off first. */
    async begin(call: Call, sealed: Sealed): Promise<{ secret: string; uri: string }> {
      await passwords.prove(call.session, sealed)
      const { userId, username } = call.session
      const secret = randomBytes(SECRET_BYTES)
      if (!(await savePendingTotp(db, userId, box.seal(secret, userId), clock.now()))) throw new AppError('conflict')
      return enrolmentOf(secret, ISSUER, username)
    },

    confirm: (call: Call, code: string): Promise<string[]> => confirm(parts, box, call, code),

    async renewRecoveryCodes(call: Call, sealed: Sealed, code: string): Promise<string[]> {
      await proveBoth(call, sealed, code)
      return db.transaction(async (tx) => {
        await record(tx, call, renewRecoveryCodes.audit)
        return freshCodes(tx, call.session.userId)
      })
    },

    /** @throws AppError second-factor-required | wrong-old-password | wrong-code */
    async disable(call: Call, sealed: Sealed, code: string): Promise<void> {
      const { userId } = call.session
      if (await readRequiresTotp(db, userId)) throw new AppError('second-factor-required')
      await proveBoth(call, sealed, code)
      await db.transaction(async (tx) => {
        await deleteTotp(tx, userId)
        await record(tx, call, disableTotp.audit)
      })
      sessions.rightsChanged(userId)
    },

    resetFor: (id: string, call: Call): Promise<void> => resetFor(parts, id, call),
  }
}

export type Totp = ReturnType<typeof createTotp>

function hashOf(userId: string, code: string): Buffer {
  return createHash('sha256').update(`${userId}:${code}`).digest()
}

/** @throws AppError conflict without a secret to confirm, wrong-code */
async function confirm(
  { db, clock, sessions }: TotpParts,
  box: SecretBox,
  call: Call,
  code: string,
): Promise<string[]> {
  const { userId, id } = call.session
  const stored = await readTotp(db, userId)
  if (!stored || stored.confirmTime) throw new AppError('conflict')
  const step = stepOf(box.open(stored.secret, userId), typedCode(code), clock.now().getTime(), stored.lastStep)
  if (step === null) throw new AppError('wrong-code')
  const codes = await db.transaction(async (tx) => {
    if (!(await confirmSecret(tx, userId, step, clock.now()))) throw new AppError('conflict')
    await record(tx, call, confirmTotp.audit)
    return freshCodes(tx, userId)
  })
  // Other sessions were signed in with the password alone.
  await sessions.endAllOf(userId, id)
  sessions.rightsChanged(userId)
  return codes
}

async function freshCodes(tx: Connection, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode((below) => randomInt(below)))
  await replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashOf(userId, typedCode(code))),
  )
  return codes
}

function record(tx: Sql, call: Call, action: string): Promise<void> {
  const { session, ip, traceId } = call
  return recordOperation(tx, session, { action, targetIds: [session.userId], ip, traceId })
}

/** @throws AppError not-found | cannot-touch-self | grant-above-own */
async function resetFor({ db, sessions }: TotpParts, id: string, { session, ip, traceId }: Call): Promise<void> {
  const user = await readSeenUser(db, session, id)
  if (!user) throw new AppError('not-found')
  if (user.id === session.userId) throw new AppError('cannot-touch-self')
  await refuseAbove(db, session, user)
  await db.transaction(async (tx) => {
    const wasOn = await deleteTotp(tx, user.id)
    await endPendingOf(tx, user.id)
    await recordOperation(tx, session, {
      action: resetTotp.audit,
      targetIds: [user.id],
      deptId: user.deptId,
      before: { totp: wasOn },
      after: { totp: false },
      ip,
      traceId,
    })
  })
  await sessions.endAllOf(user.id)
}
