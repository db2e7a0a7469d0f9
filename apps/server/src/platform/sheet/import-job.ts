import { permissionKey, REPORT_MAX_LINES, type ReportLine, type SheetWords, sheetWordsSchema } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type Connection, type Database, preparing } from '../db/db.ts'
import type { CallContext } from '../http/mount-operation.ts'
import type { MountedResource } from '../resource/resource-change.ts'
import type { JobHandle, RowSaid } from '../run/job-handle.ts'
import { BrokenOff, type JobResult } from '../run/job-runs.ts'
import { withDictionaries } from './dictionary-words.ts'
import { type ImportSheet, kindOf, readImport, type SheetRow } from './import-file.ts'
import {
  importRow,
  importRules,
  type ImportRules,
  importTogether,
  mayComeTogether,
  type RowDone,
} from './import-row.ts'
import { keyColumn, resultFile, type Run } from './import-result.ts'

/** Body of `import`, checked (`importSchema`). */
export interface ImportInput {
  file: string
  name: string
  commit: boolean
  updateExisting: boolean
  words?: SheetWords | undefined
}

/**
 * How long a trial may hold its one transaction, and with it the unique keys of its rows. Rows it has not reached by
 * then are checked only by the import.
 */
const TRIAL_MS = 30_000

/** Thrown to roll back the transaction of a trial. */
class TrialOver extends Error {}

/** The stored request of a waiting import; its file is stored separately. */
type Asked = Omit<ImportInput, 'file' | 'name'>

/**
 * Defines the imports of a resource. Returns a function that starts an import, or its trial, and returns the job's id.
 * @throws AppError `validation` for a file that is no sheet, `not-permitted` for a caller who may not add (or change)
 * such rows.
 */
export function defineImport(mounted: MountedResource): (input: ImportInput, context: CallContext) => Promise<string> {
  const { api, shape } = mounted
  const { resource } = shape
  const work = `${resource.name}.import`
  api.runs.define<Asked>(work, async (job) => {
    const { updateExisting, commit: lasts, words = sheetWordsSchema.parse({}) } = job.input
    const sheet = await readImport(await job.upload(), resource, words, job.signal)
    const zone = await api.runs.zoneOf(job.context.session.deptId)
    const said = await withDictionaries(mounted, api.db, words, job.context)
    const rules = importRules(resource, { words: said, zone, updateExisting, context: job.context })
    if (sheet.unknown.length > 0) return unknownColumns(sheet)
    return lasts ? commit(mounted, sheet, rules, job) : trial(mounted, sheet, rules, job)
  })
  return async ({ file, name, ...input }, context) => {
    const { session } = context
    const needed = [
      permissionKey(resource, 'insert'),
      ...(input.updateExisting ? [permissionKey(resource, 'update')] : []),
    ]
    if (!needed.every((key) => session.keys.has(key))) throw new AppError('not-permitted')
    const upload = Buffer.from(file, 'base64')
    kindOf(upload)
    const kind = input.commit ? 'IMPORT' : 'IMPORT_CHECK'
    return api.runs.start(context, { kind, work, resource: resource.name, title: name, input, upload })
  }
}

function unknownColumns({ unknown, rows }: ImportSheet): JobResult {
  const report = unknown.map((field) => ({ row: 1, field, reason: 'unknown-column' }))
  return {
    progress: 0,
    total: rows.length,
    report,
    counts: { inserted: 0, updated: 0, unchanged: 0, refused: rows.length },
  }
}

const newRun = (): Run => ({
  done: 0,
  counts: { inserted: 0, updated: 0, unchanged: 0, refused: 0 },
  refusals: [],
  secrets: [],
})

/** Imports one row and counts its outcome in `run`, also when it was refused. */
async function takeRow(
  mounted: MountedResource,
  sheet: ImportSheet,
  row: SheetRow,
  rules: ImportRules,
  run: Run,
): Promise<RowSaid | undefined> {
  try {
    return count(run, row, await importRow(mounted, sheet, row, rules), keyColumn(mounted, sheet))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const refused = linesOf(row, error)
    run.counts.refused += 1
    run.done += 1
    run.refusals.push({ row, lines: refused })
    return { row: row.number, refused }
  }
}

function count(run: Run, row: SheetRow, { what, secrets }: RowDone, key: number): RowSaid | undefined {
  run.counts[what] += 1
  run.done += 1
  if (Object.keys(secrets).length === 0) return undefined
  run.secrets.push({ key: row.cells[key] ?? '', values: secrets })
  return { row: row.number, secrets }
}

/**
 * Imports rows at once, where that may be and none is refused; undefined otherwise: then nothing is written, and each is
 * judged by itself.
 */
async function takeTogether(
  mounted: MountedResource,
  sheet: ImportSheet,
  rows: readonly SheetRow[],
  rules: ImportRules,
  run: Run,
): Promise<(RowSaid | undefined)[] | undefined> {
  if (rows.length < 2 || !mayComeTogether(mounted)) return undefined
  try {
    const done = await importTogether(mounted, sheet, rows, rules)
    return done && rows.map((row, n) => count(run, row, done[n]!, keyColumn(mounted, sheet)))
  } catch {
    // Whose fault it is, and what it is, comes out when each is taken by itself.
    return undefined
  }
}

function linesOf({ number }: SheetRow, { code, facts }: AppError): ReportLine[] {
  const fields = Object.entries((facts['fields'] ?? {}) as Record<string, string>)
  if (fields.length === 0) return [{ row: number, field: null, reason: code }]
  return fields.map(([field, reason]) => ({ row: number, field, reason }))
}

function reportOf(refusals: Run['refusals']): ReportLine[] {
  return refusals.flatMap(({ lines }) => lines).slice(0, REPORT_MAX_LINES)
}

/** Writes every row in one transaction and rolls it back: what the trial accepts, the import accepts. */
async function trial(
  mounted: MountedResource,
  sheet: ImportSheet,
  rules: ImportRules,
  job: JobHandle,
  trialMs = TRIAL_MS,
): Promise<JobResult> {
  const run = newRun()
  try {
    await mounted.api.db.transaction(async (tx) => {
      const tried = { ...within(mounted, tx), trial: true }
      const endsAt = performance.now() + trialMs
      while (run.done < sheet.rows.length && performance.now() < endsAt) {
        await job.progress(run.done, sheet.rows.length)
        const rows = sheet.rows.slice(run.done, run.done + BATCH.rows)
        if (await takeTogether(tried, sheet, rows, rules, run)) continue
        for (const row of rows) if (performance.now() < endsAt) await takeRow(tried, sheet, row, rules, run)
      }
      throw new TrialOver()
    })
  } catch (error) {
    if (!(error instanceof TrialOver)) throw error
  }
  return { progress: run.done, total: sheet.rows.length, counts: run.counts, report: reportOf(run.refusals) }
}

/**
 * The resource within one transaction: its own transactions become savepoints. No event is sent for what may be rolled
 * back; what to send after the commit is put into `later`.
 */
function within(mounted: MountedResource, given: Connection, later: (() => unknown)[] = []): MountedResource {
  const { api, hooks } = mounted
  const tx = preparing(given)
  const { beforeWrite, afterWrite, afterCommit, forImport, insert, together } = hooks
  const db: Database = {
    ...api.db,
    query: tx.query,
    tables: tx.tables,
    withClient: (work) => work(tx),
    async transaction(work) {
      await tx.query('savepoint import_row')
      try {
        const result = await work(tx)
        await tx.query('release savepoint import_row')
        return result
      } catch (error) {
        await tx.query('rollback to savepoint import_row')
        throw error
      }
    },
  }
  return {
    ...mounted,
    api: { ...api, db },
    hooks: {
      ...(beforeWrite ? { beforeWrite } : {}),
      ...(afterWrite ? { afterWrite } : {}),
      ...(forImport ? { forImport } : {}),
      ...(insert ? { insert } : {}),
      ...(together ? { together } : {}),
      ...(afterCommit ? { afterCommit: (change) => void later.push(() => afterCommit(change)) } : {}),
    },
  }
}

/** Rows of one transaction, and how long it may gather them: other writers wait for its unique keys. */
const BATCH = { rows: 50, ms: 250 }

/**
 * Commits rows in batches, each together with the progress: a process that takes the job over continues after the last
 * one. Rows committed before a failure remain, and their events are sent.
 * @throws BrokenOff with the progress until then
 */
async function commit(
  mounted: MountedResource,
  sheet: ImportSheet,
  rules: ImportRules,
  job: JobHandle,
): Promise<JobResult> {
  let run = runOf(mounted, sheet, await job.reached<Reached>())
  const outcome = async (): Promise<JobResult> => {
    const { done: progress, counts, refusals } = run
    const told = { progress, total: sheet.rows.length, counts, report: reportOf(refusals) }
    const file = await resultFile(mounted, sheet, run, rules, job.folder)
    return file ? { ...told, file } : told
  }
  try {
    while (run.done < sheet.rows.length) {
      await job.progress(run.done, sheet.rows.length)
      const batch = await takeBatch(mounted, sheet, rules, job, run)
      run = batch.run
      if (batch.broken) throw batch.broken.error
    }
  } catch (error) {
    throw run.done > 0 ? new BrokenOff(error, await outcome()) : error
  }
  return outcome()
}

/** The stored progress, without the notes about single rows. */
type Reached = Pick<Run, 'done' | 'counts'>

/** Where earlier attempts stopped, or the beginning. */
function runOf(
  mounted: MountedResource,
  sheet: ImportSheet,
  earlier: { reached: Reached; said: RowSaid[] } | null,
): Run {
  if (!earlier) return newRun()
  const rows = new Map(sheet.rows.map((row) => [row.number, row]))
  const key = keyColumn(mounted, sheet)
  const run: Run = { ...earlier.reached, refusals: [], secrets: [] }
  for (const { row: number, refused, secrets } of earlier.said) {
    const row = rows.get(number)!
    if (refused) run.refusals.push({ row, lines: refused })
    if (secrets) run.secrets.push({ key: row.cells[key] ?? '', values: secrets })
  }
  return run
}

interface Batch {
  run: Run
  /** A row that failed for a reason of the server; the rows before it are saved. */
  broken?: { error: unknown }
}

async function takeBatch(
  mounted: MountedResource,
  sheet: ImportSheet,
  rules: ImportRules,
  job: JobHandle,
  before: Run,
): Promise<Batch> {
  const later: (() => unknown)[] = []
  const { api, hooks, shape } = mounted
  const batch = await job.transaction(async (tx): Promise<Batch> => {
    const run: Run = structuredClone(before)
    const inside = within(mounted, tx, later)
    const said: RowSaid[] = []
    const endsAt = performance.now() + BATCH.ms
    let broken: Batch['broken']
    const rows = sheet.rows.slice(before.done, before.done + BATCH.rows)
    const together = await takeTogether(inside, sheet, rows, rules, run)
    said.push(...(together ?? []).filter((one) => one !== undefined))
    for (const row of together ? [] : rows) {
      try {
        const one = await takeRow(inside, sheet, row, rules, run)
        if (one) said.push(one)
      } catch (error) {
        broken = { error }
        break
      }
      if (job.signal.aborted || performance.now() > endsAt) break
    }
    const reached: Reached = { done: run.done, counts: run.counts }
    await job.save(tx, { reached, done: run.done, said }).catch((error: unknown) => {
      // A statement that failed outside of its savepoint took the transaction with it.
      throw broken ? broken.error : error
    })
    return broken ? { run, broken } : { run }
  })
  for (const tell of hooks.afterImport ? [...later, hooks.afterImport] : later) {
    // The rows are saved, so the import continues even when this fails.
    await Promise.resolve()
      .then(tell)
      .catch((error: unknown) => api.log.error({ resource: shape.resource.name, err: error }, 'afterCommit failed'))
  }
  return batch
}
