import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportCounts, JobKind, JobRun, ReportLine } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../clock/clock.ts'
import type { Database, Sql } from '../db/db.ts'
import { failureOf } from '../http/http-errors.ts'
import type { Log } from '../log/log.ts'
import { createSecretBox, type SecretBox } from '../secret-box.ts'
import type { Session } from '../http/session.ts'
import { type Caller, savedCaller } from './job-caller.ts'
import {
  type Claimed,
  claimJob,
  dropInput,
  leaveJob,
  lockQueue,
  openJobs,
  saveUpload,
  servedTenants,
} from './job-claim.store.ts'
import { type JobHandle, jobHandle, type Running } from './job-handle.ts'
import {
  cancelJobRow,
  countOpenOf,
  deleteJob,
  endJob,
  insertJob,
  type JobFile,
  type Progress,
  readFileOf,
  readJobs,
  readReport,
  saveProgress,
  sweepJobs,
  takeFileOf,
} from './job-run.store.ts'
import { mayJoin, nextOf, orderOf, QUEUE_LIMITS } from './job-queue.rules.ts'

/** The result of a job. `file.path` is a name below the folder. */
export interface JobResult {
  progress?: number
  /** Rows there are, where they were counted. */
  total?: number
  file?: { path: string; name: string; bytes: number; once?: boolean }
  counts?: ImportCounts
  report?: readonly ReportLine[]
  /** Written with its end, or not at all. */
  atEnd?(tx: Sql): Promise<void>
}

export interface JobRequest {
  kind: JobKind
  /** The name of its definition. */
  work: string
  resource: string
  title: string
  /** Stored as JSON. */
  input: unknown
  upload?: Buffer
}

/** @throws BrokenOff when some of it was done before it failed or was cancelled */
type Work = (job: JobHandle) => Promise<JobResult>

/** Ends a job that failed or was cancelled midway, with its progress. */
export class BrokenOff extends Error {
  readonly result: JobResult

  constructor(cause: unknown, result: JobResult) {
    super('broken off', { cause })
    this.result = result
  }
}

export interface JobRunParts {
  db: Database
  clock: Clock
  log: Log
  /** Where files are stored until they expire; the same for every process on the database. */
  folder: string
  /** IANA zone of a department's site, in which its people read times. */
  zoneOf(deptId: string): Promise<string>
  /** The department below the root to which a department belongs; itself when left out. */
  tenantOf?(deptId: string): Promise<string>
  /** Encrypts what must not be readable from the database alone; a key of this process when omitted. */
  serverKey?(): Promise<Buffer>
}

const KEPT_MS = 24 * 3_600_000
/** One-time passwords do not wait a day for their reader. */
const SECRET_KEPT_MS = 3_600_000
const TELL_EVERY_MS = 400
const HEARTBEAT_MS = 2_500
/** A file that is only just written has no line yet. */
const NEW_FILE_MS = 120_000
/** Starts of one job: a job that ends its process each time must not end processes forever. */
const MOST_ATTEMPTS = 5

/**
 * The jobs that people started: queued in the database, run by any process with room, taken over when that process
 * dies, reported on, cancelled from anywhere, their files served to their owner and deleted.
 */
export class JobRuns {
  readonly #parts: JobRunParts
  readonly #works = new Map<string, Work>()
  readonly #here = new Map<string, Running>()
  readonly #ends = new Set<Promise<void>>()
  #box: Promise<SecretBox> | undefined
  #looking: Promise<void> | undefined
  #lookAgain = false
  #closed = false

  constructor(parts: JobRunParts) {
    this.#parts = parts
  }

  /** Where files are written. */
  get folder(): string {
    return this.#parts.folder
  }

  get zoneOf(): (deptId: string) => Promise<string> {
    return this.#parts.zoneOf
  }

  /** Defines the work of jobs of that name, the same in every process. */
  define<I>(name: string, work: (job: JobHandle<I>) => Promise<JobResult>): void {
    if (this.#works.has(name)) throw new Error(`two kinds of work are named ${name}`)
    this.#works.set(name, work as Work)
  }

  /** Returns the job's id at once. @throws AppError `too-many-requests` when too many are open. */
  async start(caller: Caller, request: JobRequest): Promise<string> {
    const { db, clock, tenantOf } = this.#parts
    const { userId, deptId } = caller.session
    const { upload, input, ...facts } = request
    if (!this.#works.has(request.work)) throw new Error(`no work is named ${request.work}`)
    const tenant = (await tenantOf?.(deptId)) ?? deptId
    const bytes = upload?.length ?? 0
    const id = await db.transaction(async (tx) => {
      // Locked, because otherwise a hundred simultaneous calls would all find room.
      await lockQueue(tx)
      const isFull = (await countOpenOf(tx, userId)) >= QUEUE_LIMITS.open.person
      if (isFull || !mayJoin(await openJobs(tx), { userId, tenant, bytes }))
        throw new AppError('too-many-requests', { retryAfterS: 30 })
      const now = clock.now()
      const asked = { input, caller: savedCaller(caller) }
      const expire = new Date(now.getTime() + KEPT_MS)
      const made = await insertJob(tx, { ...facts, userId, tenant, asked, uploadBytes: bytes, now, expire })
      if (upload) await saveUpload(tx, made, upload)
      return made
    })
    this.#lookSoon()
    return id
  }

  /** The person's own, newest first, with how many others run before each that waits. */
  async list(session: Session): Promise<JobRun[]> {
    const { db } = this.#parts
    const rows = await readJobs(db, session.userId)
    const open = rows.some(({ status }) => status === 'QUEUED') ? await openJobs(db) : []
    const { waiting, running } = halves(open)
    const served = waiting.length > 0 ? await servedTenants(db) : new Map<string, number>()
    const order = orderOf(waiting, running, served).map(({ id }) => id)
    return rows.map((row) => {
      const at = row.status === 'QUEUED' ? order.indexOf(row.id) : -1
      return { ...row, ahead: at < 0 ? null : at }
    })
  }

  async report(session: Session, id: string): Promise<ReportLine[]> {
    const report = await readReport(this.#parts.db, session.userId, id)
    if (!report) throw new AppError('not-found')
    return report
  }

  /** The process that runs it learns of it at the next heartbeat. */
  async cancel(session: Session, id: string): Promise<void> {
    const { db, clock } = this.#parts
    if (!(await cancelJobRow(db, session.userId, id, clock.now()))) throw new AppError('not-found')
    this.#here.get(id)?.stop.abort()
    this.#lookSoon()
  }

  async forget(session: Session, id: string): Promise<void> {
    const gone = await deleteJob(this.#parts.db, session.userId, id)
    if (!gone) throw new AppError('not-found')
    if (gone.path !== null) await rm(this.#pathOf(gone.path), { force: true })
  }

  /**
   * Path and name of the file. A file that is deleted after its first reader belongs to this caller now, who deletes
   * it.
   */
  async file(session: Session, id: string): Promise<JobFile> {
    const { db, clock } = this.#parts
    const file = await readFileOf(db, session.userId, id, clock.now())
    if (!file) throw new AppError('not-found')
    if (file.once && !(await takeFileOf(db, session.userId, id))) throw new AppError('not-found')
    return { ...file, path: this.#pathOf(file.path) }
  }

  /** Periodic: starts jobs while there is room, and takes over those another process left. */
  async look(): Promise<void> {
    if (this.#looking) {
      this.#lookAgain = true
      return this.#looking
    }
    this.#looking = this.#lookOnce().finally(() => {
      this.#looking = undefined
      if (this.#lookAgain) this.#lookSoon()
      this.#lookAgain = false
    })
    return this.#looking
  }

  /** Periodic: ends jobs that cannot be taken over, deletes expired ones and files that no job refers to. */
  async sweep(): Promise<void> {
    const { db, clock, folder } = this.#parts
    const now = clock.now()
    const kept = await sweepJobs(db, now, new Date(now.getTime() - NEW_FILE_MS))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      const path = this.#pathOf(name)
      const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
      if (!kept.has(name) && age > NEW_FILE_MS) await rm(path, { force: true })
    }
  }

  /** Starts nothing new, stops running jobs and leaves them to another process or the next start. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#looking
    for (const { stop } of this.#here.values()) stop.abort()
    await Promise.all(this.#ends)
  }

  #pathOf(name: string): string {
    return join(this.#parts.folder, basename(name))
  }

  #lookSoon(): void {
    this.look().catch((error: unknown) => this.#parts.log.error({ err: error }, 'the queue could not be looked at'))
  }

  async #lookOnce(): Promise<void> {
    const { db } = this.#parts
    while (!this.#closed) {
      const open = await openJobs(db)
      if (!open.some(({ isRunning, isLeft }) => !isRunning || isLeft)) return
      const claimed = await this.#claim()
      if (!claimed) return
      const end = this.#run({ ...claimed, stop: new AbortController() }).finally(() => {
        this.#ends.delete(end)
        if (!this.#closed) this.#lookSoon()
      })
      this.#ends.add(end)
    }
  }

  /** Interrupted jobs first, in their old place; then the next in turn. */
  #claim(): Promise<Claimed | undefined> {
    const { db, clock } = this.#parts
    return db.transaction(async (tx) => {
      await lockQueue(tx)
      const { waiting, running } = halves(await openJobs(tx))
      const left = running.filter(({ id, isLeft }) => isLeft && !this.#here.has(id))
      const tired = left.filter(({ attempt }) => attempt >= MOST_ATTEMPTS)
      const now = clock.now()
      const failed = { status: 'FAILED' as const, error: 'interrupted', now, expire: new Date(now.getTime() + KEPT_MS) }
      for (const job of tired) await endJob(tx, job, failed)
      const mine = left.find((job) => !tired.includes(job)) ?? nextOf(waiting, running, await servedTenants(tx))
      return mine && claimJob(tx, mine.id)
    })
  }

  async #run(job: Running): Promise<void> {
    const { stop, id } = job
    this.#here.set(id, job)
    let last: Progress | null = null
    const tell = async () => {
      if (!(await saveProgress(this.#parts.db, job, last))) stop.abort()
    }
    // Keeps the heartbeat going during one long statement.
    const heart = setInterval(() => void tell().catch(() => undefined), HEARTBEAT_MS)
    heart.unref()
    let told = 0
    const progress = async (done: number, total: number | null) => {
      stop.signal.throwIfAborted()
      last = { progress: done, total }
      if (performance.now() - told < TELL_EVERY_MS) return
      told = performance.now()
      await tell()
      stop.signal.throwIfAborted()
    }
    try {
      const work = this.#works.get(job.work)
      if (!work) throw new Error(`no work is named ${job.work}`)
      await this.#end(job, {
        status: 'DONE',
        ...(await work(jobHandle(job, { ...this.#parts, progress, secrets: () => this.#secrets() }))),
      })
    } catch (error) {
      await this.#fail(job, error)
    } finally {
      clearInterval(heart)
      this.#here.delete(id)
    }
  }

  #secrets(): Promise<SecretBox> {
    const { serverKey = async () => randomBytes(32) } = this.#parts
    this.#box ??= serverKey().then((key) => createSecretBox(key, 'job secrets'))
    return this.#box
  }

  async #end(
    job: Claimed,
    result: JobResult & { status: 'DONE' | 'FAILED' | 'CANCELLED'; error?: string },
  ): Promise<void> {
    const { db, clock } = this.#parts
    const now = clock.now()
    const { file, atEnd, ...more } = result
    const once = file?.once ?? false
    const expire = new Date(now.getTime() + (once ? SECRET_KEPT_MS : KEPT_MS))
    const ended = await db.transaction(async (tx) => {
      const isMine = await endJob(tx, job, { ...more, file: file && { ...file, once }, now, expire })
      if (isMine) await atEnd?.(tx)
      if (isMine) await dropInput(tx, job.id)
      return isMine
    })
    if (!ended && file) await rm(this.#pathOf(file.path), { force: true })
  }

  async #fail(job: Running, thrown: unknown): Promise<void> {
    const { db, log } = this.#parts
    const { id, work, stop } = job
    const { cause: error, result } = thrown instanceof BrokenOff ? thrown : { cause: thrown, result: {} as JobResult }
    const aborted = stop.signal.aborted
    const known = error instanceof AppError
    if (!aborted && !known) log.error({ job: id, work, err: error }, 'a job somebody asked for failed')
    const status = aborted
      ? { status: 'CANCELLED' as const }
      : { status: 'FAILED' as const, error: known ? error.code : failureOf(error) }
    try {
      if (!this.#closed || !aborted) return await this.#end(job, { ...result, ...status })
      await leaveJob(db, job)
      if (result.file) await rm(this.#pathOf(result.file.path), { force: true })
    } catch (failed) {
      log.error({ job: id, err: failed }, 'a job could not be ended')
    }
  }
}

function halves<J extends { isRunning: boolean }>(open: readonly J[]): { waiting: J[]; running: J[] } {
  return { waiting: open.filter(({ isRunning }) => !isRunning), running: open.filter(({ isRunning }) => isRunning) }
}
