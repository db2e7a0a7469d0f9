import { systemLogResource } from '@sluice/contract'
import { tellRowsOf } from '../../platform/resource/changed-rows.ts'
import type { Sql } from '../../platform/db/db.ts'
import type { KeptLine } from '../../platform/log/log-recorder.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'

/** Lines never change. */
export const SYSTEM_LINES: Pick<ResourceOptions<typeof systemLogResource>, 'computed' | 'access'> = {
  computed: { version: '0', cause: "t.facts #>> '{error,message}'" },
  access: { traceId: { equals: 't.trace_id = {value}' } },
}

/** All lines in one statement. */
export async function insertLines(tx: Sql, lines: readonly KeptLine[]): Promise<void> {
  await tx.query(
    `insert into system_log (ts, level, message, facts, stack, trace_id)
     select (l ->> 'ts')::timestamptz, l ->> 'level', l ->> 'message', l -> 'facts', l ->> 'stack', l ->> 'traceId'
     from jsonb_array_elements($1::jsonb) with ordinality as given (l, at) order by at`,
    [JSON.stringify(lines)],
  )
  await tellRowsOf(tx, systemLogResource)
}

/** Keeps the table bounded in age and in number. */
export async function cutLines(db: Sql, before: Date, most: number): Promise<void> {
  await db.query('delete from system_log where ts < $1 or id <= (select max(id) from system_log) - $2', [before, most])
}
