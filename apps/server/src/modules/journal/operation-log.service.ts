import { setTimeout } from 'node:timers/promises'
import {
  type ChainVerdict,
  inLanguage,
  type operationLogGet,
  type operationLogVerify,
  type OperationProof,
  type OutputOf,
  PROOF_STEPS,
  SEALED_MEMBERS,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import {
  CUT_ACTION,
  cutAudit,
  hasLinesBefore,
  placeInChain,
  verifyAudit,
} from '../../platform/audit/audit-chain.store.ts'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Clock } from '../../platform/clock/clock.ts'
import type { Database } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import { readOperation } from './operation-log.store.ts'

/** The actor of deletions by age: no user. */
const RETENTION = { userId: null, username: 'retention', deptId: null }

/**
 * Deletes the oldest range of lines, all older than `before`, and writes a line about it. A broken chain is left
 * unchanged, because deleted lines could no longer be examined.
 * @throws Error when the chain is broken; the calling job logs it.
 */
export async function cutOperations(db: Database, before: Date, now: Date): Promise<void> {
  if (!(await hasLinesBefore(db, before))) return
  const { broken } = await verifyAudit(db)
  if (broken) throw new Error(`the operation log is not cut, its chain is broken: ${JSON.stringify(broken)}`)
  await db.transaction(async (tx) => {
    const cut = await cutAudit(tx, before, now)
    if (!cut) return
    await recordOperation(tx, RETENTION, {
      action: CUT_ACTION,
      targetIds: [],
      after: { seq: cut.seq, end: cut.hash.toString('hex'), lines: cut.lines, before: before.toISOString() },
      ip: 'local',
      traceId: 'retention',
    })
  })
}

/** One line whole, with its place in the chain. @throws AppError not-found */
export async function wholeLine(db: Database, scope: Scope, id: string): Promise<OutputOf<typeof operationLogGet>> {
  const line = await readOperation(db, scope, id)
  if (!line) throw new AppError('not-found')
  const place = await placeInChain(db, id)
  const hex = (hash: Buffer) => hash.toString('hex')
  const chain = place && {
    seq: place.seq,
    previous: hex(place.previous),
    hash: hex(place.hash),
    next: place.next && hex(place.next),
    fits: place.fits,
  }
  return { ...line, chain }
}

/** One line with what it takes to verify it elsewhere. @throws AppError not-found, conflict while it is not sealed */
export async function proofOf(db: Database, clock: Clock, scope: Scope, id: string): Promise<OperationProof> {
  if (!(await readOperation(db, scope, id))) throw new AppError('not-found')
  const place = await placeInChain(db, id)
  if (!place) throw new AppError('conflict')
  return {
    seq: place.seq,
    algorithm: 'sha256',
    line: place.line,
    members: [...SEALED_MEMBERS],
    previous: place.previous.toString('hex'),
    hash: place.hash.toString('hex'),
    next: place.next && place.next.toString('hex'),
    madeTime: clock.now().toISOString(),
    how: {
      'zh-CN': PROOF_STEPS.map((step) => inLanguage(step, 'zh-CN')),
      'en-US': PROOF_STEPS.map((step) => inLanguage(step, 'en-US')),
    },
  }
}

type Verified = OutputOf<typeof operationLogVerify>

/** A short chain is answered at once; a long one is asked for again. */
const WAIT_MS = 800

interface Verification {
  startedTime: string
  done: number
  total: number
  verdict: ChainVerdict | null
  failure: unknown
  ended: Promise<void>
}

/**
 * Verifies the whole chain when asked, and goes on when whoever asked is gone; all who ask meanwhile share one walk.
 * `since`: the verdict of a walk that began then or later is enough. Another process that is asked walks by itself.
 */
export function chainVerifier(db: Database, clock: Clock): (since?: string) => Promise<Verified> {
  let latest: Verification | null = null
  const begin = (): Verification => {
    const now: Verification = {
      startedTime: clock.now().toISOString(),
      done: 0,
      total: 0,
      verdict: null,
      failure: null,
      ended: Promise.resolve(),
    }
    const note = (done: number, total: number) => Object.assign(now, { done, total })
    now.ended = verifyAudit(db, undefined, note).then(
      ({ lines, unsealed, broken }) => {
        now.verdict = { lines, unsealed, broken, verifiedTime: now.startedTime }
      },
      (error: unknown) => {
        now.failure = error
      },
    )
    return now
  }
  return async (since) => {
    const isEnough = latest && (latest.verdict ? since !== undefined && latest.startedTime >= since : !latest.failure)
    latest = isEnough ? latest! : begin()
    const asked = latest
    await Promise.race([asked.ended, setTimeout(WAIT_MS, undefined, { ref: false })])
    if (asked.failure) throw asked.failure
    const { startedTime, done, total, verdict } = asked
    return { startedTime, done, total, verdict }
  }
}
