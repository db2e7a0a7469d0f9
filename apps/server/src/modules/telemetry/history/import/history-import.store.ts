import type { HistoryImport, HistoryImportStatus } from '@sluice/contract'
import { sql } from 'kysely'
import { numberArray } from '../../../../platform/db/array-literal.ts'
import type { Sql } from '../../../../platform/db/db.ts'
import { DEVICE_MARK, scoped, scopePredicate } from '../../../../platform/resource/scoped.ts'
import type { Scope, Session } from '../../../../platform/http/session.ts'
import type { BatchOutcome } from './history-import.rules.ts'

/** A run as stored; only the process knows its speed. */
export type StoredImport = Omit<HistoryImport, 'secondsLeft'>

interface ImportTables {
  historyImport: Record<string, unknown> & { id: string; deptId: string; status: HistoryImportStatus }
}

interface NewImport {
  name: string
  program: string
  deptId: string
  fromTime: string
  toTime: string
  expected: number
}

const ROW = sql.raw(`id::text as id, dept_id::text as "deptId", name, program, status, from_time as "fromTime",
  to_time as "toTime", expected::float8 as expected, done::float8 as done, marked::float8 as marked, rejected, cursor,
  reached_time as "reachedTime", create_by::text as "createBy", create_time as "createTime", last_time as "lastTime",
  end_time as "endTime"`)

const inSight = (scope: Scope) => scopePredicate(scope, 'history_import')

/** Returns the new id, or undefined where a run of that name exists that was not cancelled. */
export async function insertImport(db: Sql, session: Session, now: Date, made: NewImport): Promise<string | undefined> {
  const { deptId, ...values } = made
  const row = await scoped(db.tables<ImportTables>(), session)
    .insertInto('historyImport', deptId)
    .values({ ...values, deptId, createBy: session.userId, createTime: now.toISOString() } as never)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function importNamed(
  db: Sql,
  scope: Scope,
  deptId: string,
  name: string,
): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`select ${ROW} from history_import
    where dept_id = ${deptId} and name = ${name} and status <> 'CANCELLED' and ${inSight(scope)}`.execute(
    db.tables<unknown>(),
  )
  return rows[0]
}

export async function findImport(db: Sql, scope: Scope, id: string): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`select ${ROW} from history_import
    where id = ${id} and ${inSight(scope)}`.execute(db.tables<unknown>())
  return rows[0]
}

export async function runningImports(db: Sql, scope: Scope, limit: number): Promise<StoredImport[]> {
  const { rows } = await sql<StoredImport>`select ${ROW} from history_import
    where status = 'RUNNING' and ${inSight(scope)} order by id desc limit ${limit}`.execute(db.tables<unknown>())
  return rows
}

/** Newest first. */
export async function pageImports(
  db: Sql,
  scope: Scope,
  { page, limit, status }: { page: number; limit: number; status?: HistoryImportStatus | undefined },
): Promise<{ list: StoredImport[]; total: number }> {
  const where = sql`where ${inSight(scope)} ${status === undefined ? sql`` : sql`and status = ${status}`}`
  const counted = await sql<{ total: string }>`select count(*) as total from history_import ${where}`.execute(
    db.tables<unknown>(),
  )
  const { rows } = await sql<StoredImport>`select ${ROW} from history_import ${where}
    order by id desc limit ${limit} offset ${(page - 1) * limit}`.execute(db.tables<unknown>())
  return { list: rows, total: Number(counted.rows[0]?.total ?? 0) }
}

export interface BatchStep {
  id: string
  after: string | null
  cursor: string
  reached: number | null
  outcome: BatchOutcome
}

/** Counts a stored batch and moves the cursor on; undefined where the cursor is no longer at `after`. */
export async function moveCursor(db: Sql, scope: Scope, now: Date, step: BatchStep): Promise<StoredImport | undefined> {
  const { id, after, cursor, reached, outcome } = step
  const { rows } = await sql<StoredImport>`update history_import set cursor = ${cursor}, done = done + ${outcome.done},
      marked = marked + ${outcome.marked}, last_time = ${now.toISOString()}::timestamptz,
      reached_time = coalesce(to_timestamp(${reached}::float8 / 1000), reached_time),
      rejected = (select coalesce(jsonb_object_agg(key, total), '{}') from (
        select key, sum(value::bigint) as total from (
          select * from jsonb_each_text(rejected)
          union all select * from jsonb_each_text(${JSON.stringify(outcome.rejected)}::jsonb)) counted group by key) sums)
    where id = ${id} and status = 'RUNNING' and cursor is not distinct from ${after}::text and ${inSight(scope)}
    returning ${ROW}`.execute(db.tables<unknown>())
  return rows[0]
}

/** Undefined where it no longer runs, or is out of scope. */
export async function endImport(
  db: Sql,
  scope: Scope,
  now: Date,
  id: string,
  status: 'DONE' | 'CANCELLED',
): Promise<StoredImport | undefined> {
  const { rows } = await sql<StoredImport>`update history_import
    set status = ${status}, end_time = ${now.toISOString()}::timestamptz
    where id = ${id} and status = 'RUNNING' and ${inSight(scope)} returning ${ROW}`.execute(db.tables<unknown>())
  return rows[0]
}

/** Reports of these devices are known from then on (epoch ms), or from earlier. */
export async function noteReported(db: Sql, from: ReadonlyMap<string, number>): Promise<void> {
  if (from.size === 0) return
  await db.query(
    `insert into device_reported (device_id, from_time)
     select d, to_timestamp(t / 1000) from unnest($1::bigint[], $2::float8[]) as x (d, t) order by d
     on conflict (device_id) do update set from_time = excluded.from_time
       where excluded.from_time < device_reported.from_time ${DEVICE_MARK}`,
    [numberArray([...from.keys()]), numberArray([...from.values()])],
  )
}
