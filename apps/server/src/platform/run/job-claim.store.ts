import type { ReportLine } from '@sluice/contract'
import type { Connection, Sql } from '../db/db.ts'
import type { SavedCaller } from './job-caller.ts'
import type { QueuedJob, Served } from './job-queue.rules.ts'

/** A requested job that has not ended, in any process. */
export interface OpenJob extends QueuedJob {
  readonly id: string
  readonly isRunning: boolean
  /** Its process sent no heartbeat for so long that it counts as dead. */
  readonly isLeft: boolean
  readonly attempt: number
}

/** A job that this process runs, as long as no other process starts the next attempt. */
export interface Claimed {
  readonly id: string
  readonly attempt: number
  readonly work: string
  readonly input: unknown
  readonly caller: SavedCaller
}

/**
 * The heartbeat of a running job is more frequent than this; measured by the database's clock, which all processes
 * share.
 */
const LEFT_AFTER = '10 seconds'

/** The queue is shared by all processes: a process that changes it holds this lock until the end of the transaction. */
export async function lockQueue(tx: Connection): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended('job-runs', 0))")
}

/** In the order they came. Lines from before there was a queue in the database are not of it. */
export async function openJobs(db: Sql): Promise<OpenJob[]> {
  const { rows } = await db.query<{
    id: string
    user_id: string
    tenant: string
    upload_bytes: string
    status: string
    is_left: boolean
    attempt: number
  }>(
    `select id, user_id, tenant, upload_bytes, status, attempt,
       status = 'RUNNING' and heard_time < clock_timestamp() - $1::interval as is_left
     from job_run where status in ('QUEUED', 'RUNNING') and work is not null order by id`,
    [LEFT_AFTER],
  )
  return rows.map((row) => ({
    id: row.id,
    userId: row.user_id,
    tenant: row.tenant,
    bytes: Number(row.upload_bytes),
    isRunning: row.status === 'RUNNING',
    isLeft: row.is_left,
    attempt: row.attempt,
  }))
}

/** Tenant -> the how-manieth start its last one was. */
export async function servedTenants(db: Sql): Promise<Served> {
  const { rows } = await db.query<{ tenant: string; turn: string }>(
    'select tenant, max(turn) as turn from job_run where turn is not null group by tenant',
  )
  return new Map(rows.map(({ tenant, turn }) => [tenant, Number(turn)]))
}

/** Starts the next attempt for this process; the process of the previous attempt can write nothing from now on. */
export async function claimJob(tx: Sql, id: string): Promise<Claimed> {
  const { rows } = await tx.query<{
    attempt: number
    work: string
    asked: { input: unknown; caller: SavedCaller }
  }>(
    `update job_run set status = 'RUNNING', attempt = attempt + 1, heard_time = clock_timestamp(),
       turn = coalesce(turn, nextval('job_run_turn'))
     where id = $1 returning attempt, work, asked`,
    [id],
  )
  const { attempt, work, asked } = rows[0]!
  return { id, attempt, work, ...asked }
}

export async function saveUpload(tx: Sql, id: string, file: Buffer): Promise<void> {
  await tx.query('insert into job_run_upload (job_id, file) values ($1, $2)', [id, file])
}

export async function readUpload(db: Sql, id: string): Promise<Buffer | undefined> {
  const { rows } = await db.query<{ file: Buffer }>('select file from job_run_upload where job_id = $1', [id])
  return rows[0]?.file
}

/** Deletes the input, which is not needed once the job has ended. */
export async function dropInput(db: Sql, id: string): Promise<void> {
  await db.query(
    `with upload as (delete from job_run_upload where job_id = $1), lines as (delete from job_run_row where job_id = $1)
     update job_run set asked = null, reached = null where id = $1`,
    [id],
  )
}

/** Leaves the job to the next process that checks. */
export async function leaveJob(db: Sql, { id, attempt }: Pick<Claimed, 'id' | 'attempt'>): Promise<void> {
  await db.query(`update job_run set heard_time = '-infinity' where id = $1 and attempt = $2 and status = 'RUNNING'`, [
    id,
    attempt,
  ])
}

/**
 * The server rolls back this transaction when its process hangs in it, before another process takes over; that one
 * would otherwise wait for its rows.
 */
export async function boundIdleness(tx: Sql): Promise<void> {
  await tx.query("select set_config('idle_in_transaction_session_timeout', '8000', true)")
}

/** The note about one row. */
export interface RowNote {
  row: number
  refused?: readonly ReportLine[]
  secrets?: Buffer
}

/**
 * Saves the progress together with the work. False when another process has taken over, or the job was cancelled: roll
 * back.
 */
export async function saveReached(
  tx: Sql,
  { id, attempt }: Pick<Claimed, 'id' | 'attempt'>,
  { reached, done, notes }: { reached: unknown; done: number; notes: readonly RowNote[] },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update job_run set reached = $3, progress = $4, heard_time = clock_timestamp()
     where id = $1 and attempt = $2 and status = 'RUNNING'`,
    [id, attempt, JSON.stringify(reached), done],
  )
  if (rowCount !== 1) return false
  for (const { row, refused, secrets } of notes) {
    const said = refused ? JSON.stringify(refused) : null
    await tx.query('insert into job_run_row (job_id, row_number, refused, secrets) values ($1, $2, $3, $4)', [
      id,
      row,
      said,
      secrets ?? null,
    ])
  }
  return true
}

/** How far earlier attempts came; null where there was none. */
export async function readReached<T>(db: Sql, id: string): Promise<{ reached: T; notes: RowNote[] } | null> {
  const { rows } = await db.query<{ reached: T | null }>('select reached from job_run where id = $1', [id])
  const reached = rows[0]?.reached
  if (reached === undefined || reached === null) return null
  const noted = await db.query<{ row_number: number; refused: ReportLine[] | null; secrets: Buffer | null }>(
    'select row_number, refused, secrets from job_run_row where job_id = $1 order by row_number',
    [id],
  )
  const notes = noted.rows.map(({ row_number: row, refused, secrets }) => ({
    row,
    ...(refused ? { refused } : {}),
    ...(secrets ? { secrets } : {}),
  }))
  return { reached, notes }
}
