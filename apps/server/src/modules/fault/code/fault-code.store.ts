import type { Connection, Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import type { CodeAction } from '../auto/auto.store.ts'

/** What is decided by a code: how serious its faults are, and whether one may begin. */
export interface CodeFacts {
  level: number
  enabled: boolean
  /** What the platform does by itself when one begins; null: nothing. */
  auto: CodeAction | null
}

export async function codeFacts(db: Sql): Promise<Map<string, CodeFacts>> {
  const { rows } = await db.query<CodeFacts & { code: string } & Record<string, unknown>>(
    `select code, level, enabled, case when auto_on then jsonb_build_object('action', auto_action, 'stepPct', auto_step_pct,
       'byId', auto_by::text, 'byName', auto_by_name) end as auto
     from fault_code where not deleted`,
  )
  return new Map(rows.map(({ code, level, enabled, auto }) => [code, { level, enabled, auto }]))
}

/** SQL: whether faults were stored under the code of the row `t`, or limits raise it, whoever sees them. */
export const IS_USED = `(exists (select from fault f where f.code = t.code ${unscopedText('in-use')})
  or exists (select from alarm_limit l where l.fault_code = t.code and not l.deleted))`

/** Whether faults were stored under this code, or limits raise it; none begins until the transaction ends. */
export async function isCodeUsed(tx: Connection, id: string): Promise<boolean> {
  // A fault or a limit that is inserted waits for this lock: it refers to the row.
  await tx.query('select from fault_code where id = $1 for update', [id])
  const { rows } = await tx.query<{ used: boolean }>(`select ${IS_USED} as used from fault_code t where t.id = $1`, [
    id,
  ])
  return rows[0]?.used ?? false
}

/** Makes room for a code that was deleted: nothing refers to it, or it could not have been. */
export async function forgetDeletedCode(tx: Connection, code: string): Promise<void> {
  await tx.query('delete from fault_code where code = $1 and deleted', [code])
}
