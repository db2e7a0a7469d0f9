import { listsChangedBy, operationLogResource } from '@sluice/contract'
import { maskSecrets } from './audit.rules.ts'
import type { Sql } from '../db/db.ts'
import type { Session } from '../http/session.ts'
import { type ChangedRows, tellRows } from '../resource/changed-rows.ts'
import { unscopedText } from '../resource/scoped.ts'

/** One line of the operation log: who did what to which rows (SEC-15). Never holds a secret. */
export interface AuditEntry {
  /** `<resource or area>.<verb>`, e.g. `user.update`, `user.resetPassword`. */
  action: string
  targetIds: readonly string[]
  /** Department of the target, when it has one; else the line belongs to the caller's department. */
  deptId?: string | undefined
  /** The departments whose rows changed, where they are others than that; null: rows that belong to none. */
  changedIn?: readonly (string | null)[]
  /** Whose own rows changed, where a list shows everybody only what is theirs. */
  changedOf?: string
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

/**
 * Writes the line, and tells the lists that show what was changed; give it the transaction of the change, so that neither
 * exists without the other.
 */
export async function recordOperation(tx: Sql, by: Actor, entry: AuditEntry): Promise<void> {
  await recordLines(tx, by, [entry], [changedBy(by, entry)])
}

function changedBy(by: Actor, { action, deptId, changedIn, changedOf }: AuditEntry): ChangedRows {
  const deptIds = changedIn ?? [deptId ?? by.deptId]
  return { resources: listsChangedBy(action), deptIds, ...(changedOf !== undefined && { userId: changedOf }) }
}

/** Writes lines of changes, and tells the log and those lists that show what was `changed`. */
export async function recordLines(
  tx: Sql,
  by: Actor,
  entries: readonly AuditEntry[],
  changed: readonly ChangedRows[],
): Promise<void> {
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
  const deptIds = entries.map((entry) => entry.deptId ?? by.deptId)
  await tellRows(tx, [...changed, { resources: [operationLogResource.name], deptIds }])
}

function withoutSecrets(value: unknown): unknown {
  return value === undefined || value === null ? null : maskSecrets(value)
}
