import type { BreakReason, ChainLink } from '../platform/audit/audit.rules.ts'
import { CUT_ACTION, cutAudit, sealAudit, verifyAudit } from '../platform/audit/audit-chain.store.ts'
import { recordOperation } from '../platform/audit/audit.store.ts'
import type { Database } from '../platform/db/db.ts'
import { StartupError } from '../platform/startup-error.ts'

const REASONS: Record<BreakReason, string> = {
  'line-changed': 'the line was changed after it was written',
  'line-missing': 'the line was taken away',
  'seal-missing': 'a seal was taken away',
  'line-unsealed': 'the line was put in past the server',
  'cut-unproven': 'the log was cut, but no line says so',
  'head-lost': 'the end that was noted is not in the chain any more: newer lines were taken away or written anew',
}

/**
 * Verifies the chain of the operation log. `noted` is an end that this command printed earlier.
 * @throws StartupError naming the first broken line.
 */
export async function verifyLog(db: Database, noted = ''): Promise<string> {
  const { lines, unsealed, head, broken } = await verifyAudit(db, noted === '' ? undefined : linkFrom(noted))
  if (broken) {
    const where = [
      broken.operId === null ? '' : `line ${broken.operId}`,
      broken.seq === null ? '' : `seal ${broken.seq}`,
    ].filter((part) => part !== '')
    throw new StartupError(`The operation log is broken at ${where.join(', ')}: ${REASONS[broken.because]}.`)
  }
  const waiting = unsealed === 0 ? '' : ` ${unsealed} newer lines are not sealed yet.`
  return `The operation log is whole: ${lines} lines.${waiting}\nIts end, to be noted somewhere else: ${textOf(head)}`
}

/** Deletes the lines before a day (UTC) after verifying the whole chain. @throws StartupError */
export async function cutLog(db: Database, day = ''): Promise<string> {
  const before = new Date(`${day}T00:00:00Z`)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(before.getTime()) || before > new Date()) {
    throw new StartupError(`"${day}" is no day in the past, like 2025-12-31.`)
  }
  await sealAudit(db)
  await verifyLog(db)
  const cut = await db.transaction(async (tx) => {
    const done = await cutAudit(tx, before, new Date())
    if (!done) return null
    const shell = { userId: null, username: 'command line', deptId: null }
    await recordOperation(tx, shell, {
      action: CUT_ACTION,
      targetIds: [],
      after: { before: day, lines: done.lines, seq: done.seq, end: done.hash.toString('hex') },
      ip: 'local',
      traceId: 'command-line',
    })
    return done
  })
  await sealAudit(db)
  return cut ? `${cut.lines} lines before ${day} were taken away.` : `There are no sealed lines before ${day}.`
}

function textOf({ seq, hash }: ChainLink): string {
  return `${seq}:${hash.toString('hex')}`
}

function linkFrom(text: string): ChainLink {
  const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? []
  if (seq === undefined || hash === undefined) {
    throw new StartupError(`"${text}" is no end of the log; verify-audit prints one as SEQ:HASH.`)
  }
  return { seq: Number(seq), hash: Buffer.from(hash, 'hex') }
}
