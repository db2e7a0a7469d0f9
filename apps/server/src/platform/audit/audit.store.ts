import { maskSecrets } from './audit.rules.ts'
import type { Sql } from '../db/db.ts'
import type { Session } from '../http/session.ts'
import { unscopedText } from '../resource/scoped.ts'

/** One line of the operation log: who did what to which rows (SEC-15). Never holds a secret. */
export interface AuditEntry {
  /** `<resource or area>.<verb>`, e.g. `user.update`, `user.resetPassword`. */
  action: string
  targetIds: readonly string[]
  /** Department of the target, when it has one; else the line belongs to the caller's department. */
  deptId?: string | undefined
  /** The changed fields as they were and as they are now. */
  before?: unknown
  after?: unknown
  ip: string
  traceId: string
}

/** Who did it: a person, a program by its key in the name of a person, or the operator at the server (no user id). */
export interface Actor extends Pick<Session, 'username' | 'apiKey'> {
  userId: string | null
  deptId: string | null
}

const INSERT = `insert into oper_log (user_id, username, dept_id, action, target_ids, before, after, ip, trace_id,
  api_key_id, api_key_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ${unscopedText('audit')}`

/** Writes the line; give it the transaction of the change, so that neither exists without the other. */
export async function recordOperation(tx: Sql, by: Actor, entry: AuditEntry): Promise<void> {
  await tx.query(INSERT, [
    by.userId,
    by.username,
    entry.deptId ?? by.deptId,
    entry.action,
    entry.targetIds,
    json(entry.before),
    json(entry.after),
    entry.ip,
    entry.traceId,
    by.apiKey?.id ?? null,
    by.apiKey?.name ?? null,
  ])
}

function json(value: unknown): string | null {
  return value === undefined || value === null ? null : JSON.stringify(maskSecrets(value))
}
