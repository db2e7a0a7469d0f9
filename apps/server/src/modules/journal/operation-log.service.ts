import { CUT_ACTION, cutAudit, hasLinesBefore, verifyAudit } from '../../platform/audit/audit-chain.store.ts'
import { recordOperation } from '../../platform/audit/audit.store.ts'
import type { Database } from '../../platform/db/db.ts'

/** In whose name old lines leave: nobody's. */
const RETENTION = { userId: null, username: 'retention', deptId: null }

/**
 * Takes the oldest range of lines away, all older than `before`, and leaves a line about it. A chain that is broken is
 * left as it is: what is gone could not be looked into any more.
 * @throws Error when the chain is broken; the job that called logs it.
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
