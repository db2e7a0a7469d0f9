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
select $1, $2, e.dept_id, e.action, e.target_ids, e.before, e.after, e.ip, e.trace_id, $3, $4
from jsonb_to_recordset($5) e (dept_id bigint, action text, target_ids text[], before jsonb, after jsonb, ip text,
  trace_id text) ${unscopedText('audit')}`

/** Writes the line; give it the transaction of the change, so that neither exists without the other. */
export async function recordOperation(tx: Sql, by: Actor, entry: AuditEntry): Promise<void> {
  await recordOperations(tx, by, [entry])
}

/** The same for several lines, in their order. */
export async function recordOperations(tx: Sql, by: Actor, entries: readonly AuditEntry[]): Promise<void> {
  const lines = entries.map((entry) => ({
    dept_id: entry.deptId ?? by.deptId,
    action: entry.action,
    target_ids: entry.targetIds,
    before: withoutSecrets(entry.before),
    after: withoutSecrets(entry.after),
    ip: entry.ip,
    trace_id: entry.traceId,
  }))
  await tx.query(INSERT, [
    by.userId,
    by.username,
    by.apiKey?.id ?? null,
    by.apiKey?.name ?? null,
    JSON.stringify(lines),
  ])
}

function withoutSecrets(value: unknown): unknown {
  return value === undefined || value === null ? null : maskSecrets(value)
}
