import type { OutputOf, SystemLine, systemLogPage } from '@sluice/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../platform/db.ts'
import type { KeptLine } from '../../platform/log-keeper.ts'
import { containing } from './like.ts'

type Query = z.output<(typeof systemLogPage)['input']>

/** All lines in one statement. */
export async function insertLines(db: Sql, lines: readonly KeptLine[]): Promise<void> {
  await db.query(
    `insert into system_log (ts, level, message, facts, stack, trace_id)
     select (l ->> 'ts')::timestamptz, l ->> 'level', l ->> 'message', l -> 'facts', l ->> 'stack', l ->> 'traceId'
     from jsonb_array_elements($1::jsonb) with ordinality as given (l, at) order by at`,
    [JSON.stringify(lines)],
  )
}

export async function pageLines(db: Sql, query: Query): Promise<OutputOf<typeof systemLogPage>> {
  const { page, limit, startTime, endTime, level, keyword } = query
  const conditions = [
    sql`true`,
    ...(startTime === undefined ? [] : [sql`ts >= ${startTime}::timestamptz`]),
    ...(endTime === undefined ? [] : [sql`ts <= ${endTime}::timestamptz`]),
    ...(level === undefined ? [] : [sql`level = ${level}`]),
    ...(keyword ? [sql`(message ilike ${containing(keyword)} or trace_id = ${keyword})`] : []),
  ]
  const from = sql`from system_log where ${sql.join(conditions, sql` and `)}`
  const counted = await sql<{ total: string }>`select count(*) as total ${from}`.execute(db.tables<unknown>())
  const { rows } = await sql<SystemLine>`
    select id::text as id, ts, level, message, facts, stack, trace_id as "traceId"
    ${from} order by ts desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db.tables<unknown>())
  return { list: rows, total: Number(counted.rows[0]?.total ?? 0), page, limit }
}

/** Keeps the table bounded in age and in number. */
export async function cutLines(db: Sql, before: Date, most: number): Promise<void> {
  await db.query('delete from system_log where ts < $1 or id <= (select max(id) from system_log) - $2', [before, most])
}
