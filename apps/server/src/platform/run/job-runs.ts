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
  readFileOf,
  readJobs,
  readReport,
  saveProgress,
  sweepJobs,
  takeFileOf,
} from './job-run.store.ts'

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
  file?: { path: string; name: string; bytes: number; once?: boolean }
  counts?: ImportCounts
  report?: readonly ReportLine[]
}

export interface JobRequest {
  kind: JobKind
  resource: string
  title: string
  work(job: JobHandle): Promise<JobResult>
}

export interface JobRunParts {
  db: Database
  clock: Clock
  log: Log
  /** Where files are kept until they expire. */
  folder: string
  /** IANA zone of a department's site, in which its people read times. */
  zoneOf(deptId: string): Promise<string>
}

const KEPT_MS = 24 * 3_600_000
/** One-time passwords do not wait a day for their reader. */
const SECRET_KEPT_MS = 3_600_000
/** Running at a time in this process; the others wait their turn. */
const AT_ONCE = 2
/** Open ones of one person. */
const MOST_OPEN = 5
const TELL_EVERY_MS = 400
const HEARTBEAT_MS = 20_000
const DEAD_AFTER_MS = 120_000

/** Long work that people asked for: queued, told about, cancelled, its files handed out to their owner and dropped. */
export class JobRuns {
  readonly #parts: JobRunParts
  readonly #waiting: (() => void)[] = []
  readonly #stops = new Map<string, AbortController>()
  readonly #running = new Set<Promise<void>>()
  #busy = 0
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

  /** Answers the job's id at once. @throws AppError `too-many-requests` when this person has enough open. */
  async start(session: Session, request: JobRequest): Promise<string> {
    const { db, clock } = this.#parts
    const now = clock.now()
    const { kind, resource, title } = request
    const expire = new Date(now.getTime() + KEPT_MS)
    const id = await insertJob(db, { userId: session.userId, kind, resource, title, now, expire }, MOST_OPEN)
    if (id === null) throw new AppError('too-many-requests', { retryAfterS: 30 })
    const run = this.#run(id, request).finally(() => this.#running.delete(run))
    this.#running.add(run)
    return id
  }

  list(session: Session): Promise<JobRun[]> {
    return readJobs(this.#parts.db, session.userId)
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
    this.#stops.get(id)?.abort()
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
    for (const stop of this.#stops.values()) stop.abort()
    for (const go of this.#waiting.splice(0)) go()
    await Promise.all(this.#running)
  }

  #pathOf(name: string): string {
    return join(this.#parts.folder, basename(name))
  }

  async #run(id: string, request: JobRequest): Promise<void> {
    const stop = new AbortController()
    this.#stops.set(id, stop)
    // While it waits or is busy with one long statement it still says that it lives.
    let last = { progress: 0, total: null as number | null }
    const tell = async () => {
      if (!(await saveProgress(this.#parts.db, id, { ...last, now: this.#parts.clock.now() }))) stop.abort()
    }
    const heart = setInterval(() => void tell().catch(() => undefined), HEARTBEAT_MS)
    heart.unref()
    await this.#turn()
    try {
      if (stop.signal.aborted || this.#closed) return await this.#end(id, { status: 'CANCELLED' })
      let told = 0
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
      this.#stops.delete(id)
      this.#busy -= 1
      this.#waiting.shift()?.()
    }
  }

  /** Waits for one of the places. */
  async #turn(): Promise<void> {
    if (this.#busy >= AT_ONCE) await new Promise<void>((go) => this.#waiting.push(go))
    this.#busy += 1
  }

  async #end(id: string, result: JobResult & { status: 'DONE' | 'CANCELLED' }): Promise<void> {
    const { db, clock } = this.#parts
    const now = clock.now()
    const { file, ...more } = result
    const once = file?.once ?? false
    const expire = new Date(now.getTime() + (once ? SECRET_KEPT_MS : KEPT_MS))
    const ended = await endJob(db, id, { ...more, file: file && { ...file, once }, now, expire })
    if (!ended && file) await rm(this.#pathOf(file.path), { force: true })
  }

  async #fail(id: string, { kind, resource }: JobRequest, error: unknown, aborted: boolean): Promise<void> {
    const { db, clock, log } = this.#parts
    const now = clock.now()
    const expire = new Date(now.getTime() + KEPT_MS)
    const known = error instanceof AppError
    if (!aborted && !known) log.error({ job: id, kind, resource, err: error }, 'a job somebody asked for failed')
    const end = aborted
      ? { status: 'CANCELLED' as const, now, expire }
      : { status: 'FAILED' as const, error: known ? error.code : failureOf(error), now, expire }
    await endJob(db, id, end).catch((failed: unknown) =>
      log.error({ job: id, err: failed }, 'a job could not be ended'),
    )
  }
}
