import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { ImportCounts, JobKind, JobRun, ReportLine } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Clock } from '../clock.ts'
import type { Database } from '../db.ts'
import { failureOf } from '../http-errors.ts'
import type { Log } from '../log.ts'
import type { Session } from '../session.ts'
import {
  cancelJobRow,
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
import { mayJoin, nextOf, orderOf, QUEUE_LIMITS, type QueuedJob } from './job-queue.rules.ts'

/** What one piece of long work is given while it runs. */
export interface JobHandle {
  readonly id: string
  readonly signal: AbortSignal
  /** Folder for its file. */
  readonly folder: string
  /** Rows done, of how many; told to the store now and then. */
  progress(done: number, total: number | null): Promise<void>
}

/** What it leaves behind. `file.path` is a name below the folder. */
export interface JobResult {
  progress?: number
  /** Rows there are, where they were counted. */
  total?: number
  file?: { path: string; name: string; bytes: number; once?: boolean }
  counts?: ImportCounts
  report?: readonly ReportLine[]
}

export interface JobRequest {
  kind: JobKind
  resource: string
  title: string
  /** Of an uploaded file that it holds until it ends. */
  bytes?: number
  /** @throws BrokenOff when some of it was done before it failed or was cancelled */
  work(job: JobHandle): Promise<JobResult>
}

/** Ends work that failed or was cancelled on its way, with what was done until then. */
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
  /** Where files are kept until they expire. */
  folder: string
  /** IANA zone of a department's site, in which its people read times. */
  zoneOf(deptId: string): Promise<string>
  /** The department below the root to which a department belongs; itself when left out. */
  tenantOf?(deptId: string): Promise<string>
}

const KEPT_MS = 24 * 3_600_000
/** One-time passwords do not wait a day for their reader. */
const SECRET_KEPT_MS = 3_600_000
const TELL_EVERY_MS = 400
const HEARTBEAT_MS = 20_000
const DEAD_AFTER_MS = 120_000

/** One that was asked for and has not ended. */
interface Open extends QueuedJob {
  /** Empty until it is stored. */
  id: string
  readonly stop: AbortController
  state: 'new' | 'waiting' | 'running'
  /** Ends its wait. */
  go(): void
}

const NEW = { state: 'new' as const, go: () => {} }

/** Long work that people asked for: queued, told about, cancelled, its files handed out to their owner and dropped. */
export class JobRuns {
  readonly #parts: JobRunParts
  /** In the order they came. */
  readonly #open = new Set<Open>()
  readonly #running = new Set<Promise<void>>()
  /** One entry for each customer. */
  readonly #served = new Map<string, number>()
  #turns = 0
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

  /** Answers the job's id at once. @throws AppError `too-many-requests` when there is enough open. */
  async start(session: Session, request: JobRequest): Promise<string> {
    const { db, clock, tenantOf } = this.#parts
    const { userId, deptId } = session
    const tenant = (await tenantOf?.(deptId)) ?? deptId
    const refused = () => new AppError('too-many-requests', { retryAfterS: 30 })
    // Nothing waits between the look and the place, or a hundred calls at once would all find room.
    const job: Open = { userId, tenant, bytes: request.bytes ?? 0, id: '', stop: new AbortController(), ...NEW }
    if (!mayJoin([...this.#open], job)) throw refused()
    this.#open.add(job)
    const now = clock.now()
    const { kind, resource, title } = request
    const expire = new Date(now.getTime() + KEPT_MS)
    try {
      const id = await insertJob(db, { userId, kind, resource, title, now, expire }, QUEUE_LIMITS.open.person)
      if (id === null) throw refused()
      job.id = id
    } catch (error) {
      this.#open.delete(job)
      throw error
    }
    const run = this.#run(job, request).finally(() => this.#running.delete(run))
    this.#running.add(run)
    return job.id
  }

  /** The person's own, newest first, with how many others run before each that waits here. */
  async list(session: Session): Promise<JobRun[]> {
    const rows = await readJobs(this.#parts.db, session.userId)
    const [waiting, running] = [this.#in('waiting'), this.#in('running')]
    const order = orderOf(waiting, running, this.#served).map(({ id }) => id)
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

  async cancel(session: Session, id: string): Promise<void> {
    if (!(await cancelJobRow(this.#parts.db, session.userId, id, this.#parts.clock.now()))) {
      throw new AppError('not-found')
    }
    for (const job of this.#open) if (job.id === id) job.stop.abort()
  }

  async forget(session: Session, id: string): Promise<void> {
    const gone = await deleteJob(this.#parts.db, session.userId, id)
    if (!gone) throw new AppError('not-found')
    if (gone.path !== null) await rm(this.#pathOf(gone.path), { force: true })
  }

  /** Path and name of the file. One that goes with its first reader is this caller's now: he removes it. */
  async file(session: Session, id: string): Promise<JobFile> {
    const { db, clock } = this.#parts
    const file = await readFileOf(db, session.userId, id, clock.now())
    if (!file) throw new AppError('not-found')
    if (file.once && !(await takeFileOf(db, session.userId, id))) throw new AppError('not-found')
    return { ...file, path: this.#pathOf(file.path) }
  }

  /** Periodic: ends what died with its process, drops what is over, removes files nobody names any more. */
  async sweep(): Promise<void> {
    const { db, clock, folder } = this.#parts
    const now = clock.now()
    const kept = await sweepJobs(db, now, new Date(now.getTime() - DEAD_AFTER_MS))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(folder)) {
      const path = this.#pathOf(name)
      const age = Date.now() - ((await stat(path).catch(() => undefined))?.mtimeMs ?? 0)
      // A file that is only just written has no line yet.
      if (!kept.has(name) && age > DEAD_AFTER_MS) await rm(path, { force: true })
    }
  }

  /** Lets nothing new begin, stops what runs and waits for it. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { stop } of this.#open) stop.abort()
    await Promise.all(this.#running)
  }

  #pathOf(name: string): string {
    return join(this.#parts.folder, basename(name))
  }

  #in(state: Open['state']): Open[] {
    return [...this.#open].filter((job) => job.state === state)
  }

  async #run(job: Open, request: JobRequest): Promise<void> {
    const { id, stop } = job
    // While it waits or is busy with one long statement it still says that it lives.
    let last: Progress | null = null
    const tell = async () => {
      if (!(await saveProgress(this.#parts.db, id, { at: last, now: this.#parts.clock.now() }))) stop.abort()
    }
    const heart = setInterval(() => void tell().catch(() => undefined), HEARTBEAT_MS)
    heart.unref()
    await this.#turn(job)
    try {
      if (stop.signal.aborted || this.#closed) {
        // Who cancels may ask for something else at once.
        this.#open.delete(job)
        return await this.#end(id, { status: 'CANCELLED' })
      }
      let told = 0
      last = { progress: 0, total: null }
      const progress = async (done: number, total: number | null) => {
        stop.signal.throwIfAborted()
        last = { progress: done, total }
        if (performance.now() - told < TELL_EVERY_MS) return
        told = performance.now()
        await tell()
        stop.signal.throwIfAborted()
      }
      await tell()
      const { folder } = this.#parts
      const result = await request.work({ id, signal: stop.signal, folder, progress })
      await this.#end(id, { status: 'DONE', ...result })
    } catch (error) {
      await this.#fail(id, request, error, stop.signal.aborted)
    } finally {
      clearInterval(heart)
      this.#open.delete(job)
      this.#letGo()
    }
  }

  /** Waits for one of the places, or until it is cancelled. */
  async #turn(job: Open): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    job.go = resolve
    job.state = 'waiting'
    job.stop.signal.addEventListener('abort', () => resolve())
    if (job.stop.signal.aborted) resolve()
    this.#letGo()
    await promise
    job.state = 'running'
  }

  #letGo(): void {
    for (;;) {
      const next = nextOf(this.#in('waiting'), this.#in('running'), this.#served)
      if (!next) return
      this.#served.set(next.tenant, ++this.#turns)
      next.state = 'running'
      next.go()
    }
  }

  async #end(
    id: string,
    result: JobResult & { status: 'DONE' | 'FAILED' | 'CANCELLED'; error?: string },
  ): Promise<void> {
    const { db, clock } = this.#parts
    const now = clock.now()
    const { file, ...more } = result
    const once = file?.once ?? false
    const expire = new Date(now.getTime() + (once ? SECRET_KEPT_MS : KEPT_MS))
    const ended = await endJob(db, id, { ...more, file: file && { ...file, once }, now, expire })
    if (!ended && file) await rm(this.#pathOf(file.path), { force: true })
  }

  async #fail(id: string, { kind, resource }: JobRequest, thrown: unknown, aborted: boolean): Promise<void> {
    const { log } = this.#parts
    const { cause: error, result } = thrown instanceof BrokenOff ? thrown : { cause: thrown, result: {} }
    const known = error instanceof AppError
    if (!aborted && !known) log.error({ job: id, kind, resource, err: error }, 'a job somebody asked for failed')
    const status = aborted
      ? { status: 'CANCELLED' as const }
      : { status: 'FAILED' as const, error: known ? error.code : failureOf(error) }
    await this.#end(id, { ...result, ...status }).catch((failed: unknown) =>
      log.error({ job: id, err: failed }, 'a job could not be ended'),
    )
  }
}
