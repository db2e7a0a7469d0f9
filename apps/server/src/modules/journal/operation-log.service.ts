import type { operationLogVerify, operationLogGet, OutputOf } from '@sluice/contract'
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

type Verified = OutputOf<typeof operationLogVerify>

/** Verifies the whole chain when asked; all who ask meanwhile wait for the same walk. */
export function chainVerifier(db: Database, clock: Clock): () => Promise<Verified> {
  let underWay: Promise<Verified> | null = null
  const verify = async (): Promise<Verified> => {
    const { lines, unsealed, broken } = await verifyAudit(db)
    return { lines, unsealed, broken, verifiedTime: clock.now().toISOString() }
  }
  return () => {
    underWay ??= verify().finally(() => {
      underWay = null
    })
    return underWay
  }
}
