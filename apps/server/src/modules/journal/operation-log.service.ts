import { CUT_ACTION, cutAudit, hasLinesBefore, verifyAudit } from '../../platform/audit/audit-chain.store.ts'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Database } from '../../platform/db/db.ts'

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
