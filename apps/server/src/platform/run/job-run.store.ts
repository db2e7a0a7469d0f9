import type { ImportCounts, JobKind, JobRun, JobStatus, ReportLine } from '@sluice/contract'
import type { Sql } from '../db/db.ts'
import { isRowId } from '../resource/scoped.ts'
import type { SavedCaller } from './job-caller.ts'

interface JobRow extends Record<string, unknown> {
  id: string
  kind: JobKind
  resource: string
  title: string
  status: JobStatus
  progress: string
  total: string | null
  file_name: string | null
  file_bytes: string | null
  file_once: boolean
  counts: ImportCounts | null
  error: string | null
  create_time: string
  end_time: string | null
  expire_time: string
}

const COLUMNS = `id, kind, resource, title, status, progress, total, file_name, file_bytes, file_once, counts, error,
  create_time, end_time, expire_time`

function present(row: JobRow): Omit<JobRun, 'ahead'> {
  const { file_name: name, file_bytes: bytes, file_once: once } = row
  return {
    id: row.id,
    kind: row.kind,
    resource: row.resource,
    title: row.title,
    status: row.status,
    progress: Number(row.progress),
    total: row.total === null ? null : Number(row.total),
    file: name === null ? null : { name, bytes: Number(bytes), once },
    counts: row.counts,
    error: row.error,
    createTime: row.create_time,
    endTime: row.end_time,
    expireTime: row.expire_time,
  }
}

export interface NewJob {
  userId: string
  tenant: string
  kind: JobKind
  work: string
  resource: string
  title: string
  asked: { input: unknown; caller: SavedCaller }
  uploadBytes: number
  now: Date
  expire: Date
}

export async function insertJob(db: Sql, job: NewJob): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into job_run (user_id, kind, resource, title, create_time, heard_time, expire_time, tenant, work, asked,
       upload_bytes)
     values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10) returning id`,
    [
      job.userId,
      job.kind,
      job.resource,
      job.title,
      job.now,
      job.expire,
      job.tenant,
      job.work,
      JSON.stringify(job.asked),
      job.uploadBytes,
    ],
  )
  return rows[0]!.id
}

/** How many of the person's own have not ended. */
export async function countOpenOf(db: Sql, userId: string): Promise<number> {
  const { rows } = await db.query<{ count: string }>(
    `select count(*) from job_run where user_id = $1 and status in ('QUEUED', 'RUNNING')`,
    [userId],
  )
  return Number(rows[0]!.count)
}

/** The person's own, newest first. */
export async function readJobs(db: Sql, userId: string): Promise<Omit<JobRun, 'ahead'>[]> {
  const { rows } = await db.query<JobRow>(
    `select ${COLUMNS} from job_run where user_id = $1 order by id desc limit 50`,
    [userId],
  )
  return rows.map(present)
}

export async function readReport(db: Sql, userId: string, id: string): Promise<ReportLine[] | undefined> {
  if (!isRowId(id)) return undefined
  const { rows } = await db.query<{ report: ReportLine[] | null }>(
    'select report from job_run where id = $1 and user_id = $2',
    [id, userId],
  )
  return rows[0] && (rows[0].report ?? [])
}

/**
 * Writes heartbeat and progress. False when it was cancelled meanwhile or belongs to another attempt: the process that
 * runs it stops.
 */
export async function saveProgress(
  db: Sql,
  { id, attempt }: { id: string; attempt: number },
  at: Progress | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update job_run set progress = coalesce($3, progress), total = coalesce($4, total), heard_time = clock_timestamp()
     where id = $1 and attempt = $2 and status = 'RUNNING'`,
    [id, attempt, at?.progress ?? null, at?.total ?? null],
  )
  return rowCount === 1
}

/** Rows done, of how many. */
export interface Progress {
  progress: number
  total: number | null
}

export interface JobEnd {
  status: 'DONE' | 'FAILED' | 'CANCELLED'
  progress?: number | undefined
  total?: number | undefined
  file?: { path: string; name: string; bytes: number; once: boolean } | undefined
  counts?: ImportCounts | undefined
  report?: readonly ReportLine[] | undefined
  error?: string | undefined
  now: Date
  expire: Date
}

/**
 * False when it had already ended, e.g. was cancelled in the last moment, or belongs to another attempt. What a
 * cancelled one had done by then is added to its row.
 */
export async function endJob(db: Sql, { id, attempt }: { id: string; attempt: number }, end: JobEnd): Promise<boolean> {
  const { rowCount } = await db.query(
    `update job_run set status = $2, progress = coalesce($3, progress), file_path = $4, file_name = $5, file_bytes = $6,
       file_once = $7, counts = $8, report = $9, error = $10, end_time = $11, expire_time = $12,
       total = coalesce($13, total)
     where id = $1 and attempt = $14
       and (status in ('QUEUED', 'RUNNING') or (status = 'CANCELLED' and $2 = status and counts is null))`,
    [
      id,
      end.status,
      end.progress ?? null,
      end.file?.path ?? null,
      end.file?.name ?? null,
      end.file?.bytes ?? null,
      end.file?.once ?? false,
      end.counts ? JSON.stringify(end.counts) : null,
      end.report ? JSON.stringify(end.report) : null,
      end.error ?? null,
      end.now,
      end.expire,
      end.total ?? null,
      attempt,
    ],
  )
  return rowCount === 1
}

/** Only the person's own, and only while it is open. */
export async function cancelJobRow(db: Sql, userId: string, id: string, now: Date): Promise<boolean> {
  if (!isRowId(id)) return false
  const { rowCount } = await db.query(
    `with cancelled as (
       update job_run set status = 'CANCELLED', end_time = $3
       where id = $1 and user_id = $2 and status in ('QUEUED', 'RUNNING') returning id),
     upload as (delete from job_run_upload where job_id in (select id from cancelled))
     select id from cancelled`,
    [id, userId, now],
  )
  return rowCount === 1
}

/** Deletes the row; returns the file that belonged to it, undefined when there was no such finished row. */
export async function deleteJob(db: Sql, userId: string, id: string): Promise<{ path: string | null } | undefined> {
  if (!isRowId(id)) return undefined
  const { rows } = await db.query<{ file_path: string | null }>(
    `delete from job_run where id = $1 and user_id = $2 and status not in ('QUEUED', 'RUNNING') returning file_path`,
    [id, userId],
  )
  return rows[0] && { path: rows[0].file_path }
}

export interface JobFile {
  path: string
  name: string
  once: boolean
}

export async function readFileOf(db: Sql, userId: string, id: string, now: Date): Promise<JobFile | undefined> {
  if (!isRowId(id)) return undefined
  const { rows } = await db.query<{ file_path: string; file_name: string; file_once: boolean }>(
    `select file_path, file_name, file_once from job_run
     where id = $1 and user_id = $2 and file_path is not null and expire_time > $3`,
    [id, userId, now],
  )
  return rows[0] && { path: rows[0].file_path, name: rows[0].file_name, once: rows[0].file_once }
}

/** One taker only: the second one finds no file any more. */
export async function takeFileOf(db: Sql, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update job_run set file_path = null, file_name = null, file_bytes = null
     where id = $1 and user_id = $2 and file_path is not null`,
    [id, userId],
  )
  return rowCount === 1
}

/** Ends jobs that cannot be taken over, deletes expired ones, and returns the files to keep. */
export async function sweepJobs(db: Sql, now: Date, deadSince: Date): Promise<Set<string>> {
  await db.query(
    `update job_run set status = 'FAILED', error = 'interrupted', end_time = $1
     where status in ('QUEUED', 'RUNNING') and work is null and heard_time < $2`,
    [now, deadSince],
  )
  await db.query(`delete from job_run where expire_time <= $1 and status not in ('QUEUED', 'RUNNING')`, [now])
  const { rows } = await db.query<{ file_path: string }>('select file_path from job_run where file_path is not null')
  return new Set(rows.map(({ file_path: path }) => path))
}
