import type { ReportLine } from '@sluice/contract'
import type { Clock } from '../clock/clock.ts'
import type { Connection, Database, Sql } from '../db/db.ts'
import type { CallContext } from '../handler-context.ts'
import type { SecretBox } from '../secret-box.ts'
import { callerContext } from './job-caller.ts'
import { boundIdleness, type Claimed, readReached, readUpload, saveReached } from './job-claim.store.ts'

/** An import's notes about single rows: why they were refused, or secrets for its importer. */
export interface RowSaid {
  row: number
  refused?: readonly ReportLine[]
  secrets?: Readonly<Record<string, string>>
}

/** What a running job gets. */
export interface JobHandle<I = unknown> {
  readonly id: string
  readonly signal: AbortSignal
  /** Folder for its file. */
  readonly folder: string
  readonly input: I
  /** The caller, as of the request. */
  readonly context: CallContext
  /** The uploaded file. */
  upload(): Promise<Buffer>
  /** Rows done, of how many; written to the store from time to time. */
  progress(done: number, total: number | null): Promise<void>
  /** The progress that earlier attempts saved; null at the first. */
  reached<T>(): Promise<{ reached: T; said: RowSaid[] } | null>
  /** A transaction of the job, rolled back if this process hangs in it. */
  transaction<T>(work: (tx: Connection) => Promise<T>): Promise<T>
  /**
   * Saves the progress in the transaction of the work.
   * @throws Error when it was cancelled or taken over meanwhile: the transaction must be rolled back
   */
  save(tx: Sql, step: { reached: unknown; done: number; said: readonly RowSaid[] }): Promise<void>
}

/** A job that runs here. */
export interface Running extends Claimed {
  readonly stop: AbortController
}

interface HandleParts {
  db: Database
  clock: Clock
  folder: string
  progress: JobHandle['progress']
  secrets(): Promise<SecretBox>
}

export function jobHandle(job: Running, { db, clock, folder, progress, secrets }: HandleParts): JobHandle {
  const { id, input, caller, stop } = job
  const about = (row: number) => `job ${id} row ${row}`
  return {
    id,
    signal: stop.signal,
    folder,
    input,
    context: callerContext(caller, clock),
    progress,
    async upload() {
      const file = await readUpload(db, id)
      if (!file) throw new Error(`job ${id} has no file`)
      return file
    },
    async reached<T>() {
      const found = await readReached<T>(db, id)
      if (!found) return null
      const box = await secrets()
      const said = found.notes.map(({ row, refused, secrets: sealed }) => ({
        row,
        ...(refused ? { refused } : {}),
        ...(sealed ? { secrets: JSON.parse(box.open(sealed, about(row)).toString()) as Record<string, string> } : {}),
      }))
      return { reached: found.reached, said }
    },
    transaction: (work) =>
      db.transaction(async (tx) => {
        await boundIdleness(tx)
        return work(tx)
      }),
    async save(tx, { reached, done, said }) {
      const box = await secrets()
      const notes = said.map(({ row, refused, secrets: open }) => ({
        row,
        ...(refused ? { refused } : {}),
        ...(open ? { secrets: box.seal(Buffer.from(JSON.stringify(open)), about(row)) } : {}),
      }))
      if (await saveReached(tx, job, { reached, done, notes })) return
      stop.abort()
      stop.signal.throwIfAborted()
    },
  }
}
