import {
  errorText,
  type ImportCounts,
  importKey,
  type Language,
  permissionKey,
  REPORT_MAX_LINES,
  type ReportLine,
  SHEET_REMARK,
  type SheetWords,
  sheetWordsSchema,
} from '@sluice/contract'
import { AppError } from '@sluice/kit'
import type { Connection, Database } from '../db.ts'
import { isErrorCode } from '../http-errors.ts'
import type { CallContext } from '../mount-operation.ts'
import type { MountedResource } from '../resource-change.ts'
import { BrokenOff, type JobHandle, type JobResult } from '../run/job-runs.ts'
import { type ImportSheet, kindOf, readImport, type SheetRow } from './import-file.ts'
import { importRow, type ImportRules } from './import-row.ts'
import type { Sheet } from './sheet.ts'
import { headingOf } from './sheet-fields.ts'
import { writeSheetFile } from './write-sheet.ts'

/** Body of `import`, checked (`importSchema`). */
export interface ImportInput {
  file: string
  name: string
  commit: boolean
  updateExisting: boolean
  words?: SheetWords | undefined
}

interface Refusal {
  row: SheetRow
  lines: ReportLine[]
}
interface Secret {
  key: string
  values: Readonly<Record<string, string>>
}

/**
 * How long a trial may hold its one transaction, and with it the unique keys of its rows. What it has not reached by then
 * is looked at when it is imported.
 */
const TRIAL_MS = 30_000

/** Thrown to leave the transaction of a trial: nothing of it is kept. */
class TrialOver extends Error {}

/**
 * Begins an import, or its trial; answers the job's id.
 * @throws AppError `validation` for what is no sheet, `not-permitted` for who may not add (or change) such rows.
 */
export async function startImport(mounted: MountedResource, input: ImportInput, context: CallContext): Promise<string> {
  const { api, shape } = mounted
  const { resource } = shape
  const { session } = context
  const needed = [
    permissionKey(resource, 'insert'),
    ...(input.updateExisting ? [permissionKey(resource, 'update')] : []),
  ]
  if (!needed.every((key) => session.keys.has(key))) throw new AppError('not-permitted')
  const bytes = Buffer.from(input.file, 'base64')
  kindOf(bytes)
  const words = input.words ?? sheetWordsSchema.parse({})
  const { language } = context
  const work = async (job: JobHandle) => {
    const sheet = await readImport(bytes, resource, words, job.signal)
    const zone = await api.runs.zoneOf(session.deptId)
    const rules: ImportRules = { words, zone, updateExisting: input.updateExisting, context }
    if (sheet.unknown.length > 0) return unknownColumns(sheet)
    return input.commit ? commit(mounted, sheet, rules, language, job) : trial(mounted, sheet, rules, job)
  }
  const kind = input.commit ? 'IMPORT' : 'IMPORT_CHECK'
  return api.runs.start(session, { kind, resource: resource.name, title: input.name, bytes: bytes.length, work })
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

interface Run {
  /** Rows that were reached. */
  done: number
  counts: ImportCounts
  refusals: Refusal[]
  secrets: Secret[]
}

const newRun = (): Run => ({
  done: 0,
  counts: { inserted: 0, updated: 0, unchanged: 0, refused: 0 },
  refusals: [],
  secrets: [],
})

/** Writes row by row into `run`, which says how far it came, also when a row or the job's end throws. */
async function runRows(
  mounted: MountedResource,
  sheet: ImportSheet,
  rules: ImportRules,
  job: JobHandle,
  { run, endsAt = Number.POSITIVE_INFINITY }: { run: Run; endsAt?: number },
): Promise<void> {
  const keyField = importKey(mounted.shape.resource) ?? mounted.shape.resource.display
  const keyColumn = [...sheet.fields].find(([, name]) => name === keyField)?.[0] ?? 0
  for (const row of sheet.rows) {
    if (performance.now() > endsAt) return
    await job.progress(run.done, sheet.rows.length)
    try {
      const { what, secrets } = await importRow(mounted, sheet, row, rules)
      run.counts[what] += 1
      if (Object.keys(secrets).length > 0) run.secrets.push({ key: row.cells[keyColumn] ?? '', values: secrets })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      run.counts.refused += 1
      run.refusals.push({ row, lines: linesOf(row, error) })
    }
    run.done += 1
  }
}

function linesOf({ number }: SheetRow, { code, facts }: AppError): ReportLine[] {
  const fields = Object.entries((facts['fields'] ?? {}) as Record<string, string>)
  if (fields.length === 0) return [{ row: number, field: null, reason: code }]
  return fields.map(([field, reason]) => ({ row: number, field, reason }))
}

function reportOf(refusals: readonly Refusal[]): ReportLine[] {
  return refusals.flatMap(({ lines }) => lines).slice(0, REPORT_MAX_LINES)
}

/** Everything is really written, in one transaction that is then taken back: what the trial passes, the import takes. */
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
      await runRows(within(mounted, tx), sheet, rules, job, { run, endsAt: performance.now() + trialMs })
      throw new TrialOver()
    })
  } catch (error) {
    if (!(error instanceof TrialOver)) throw error
  }
  return { progress: run.done, total: sheet.rows.length, counts: run.counts, report: reportOf(run.refusals) }
}

/** The resource on one transaction: its own transactions become savepoints, and nobody is told of what may not last. */
function within(mounted: MountedResource, tx: Connection): MountedResource {
  const { api, hooks } = mounted
  const { beforeWrite, afterWrite, forImport, insert } = hooks
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
    trial: true,
    api: { ...api, db },
    hooks: {
      ...(beforeWrite ? { beforeWrite } : {}),
      ...(afterWrite ? { afterWrite } : {}),
      ...(forImport ? { forImport } : {}),
      ...(insert ? { insert } : {}),
    },
  }
}

/**
 * Each row is a transaction of its own: what is written when it breaks off stays, and is told.
 * @throws BrokenOff with what was done until then
 */
async function commit(
  mounted: MountedResource,
  sheet: ImportSheet,
  rules: ImportRules,
  language: Language,
  job: JobHandle,
): Promise<JobResult> {
  const run = newRun()
  const outcome = async (): Promise<JobResult> => {
    const { done: progress, counts, refusals } = run
    const told = { progress, total: sheet.rows.length, counts, report: reportOf(refusals) }
    const file = await resultFile(mounted, sheet, run, rules, language, job)
    return file ? { ...told, file } : told
  }
  try {
    await runRows(mounted, sheet, rules, job, { run })
  } catch (error) {
    throw run.done > 0 ? new BrokenOff(error, await outcome()) : error
  }
  return outcome()
}

/** One-time passwords and refused rows; undefined when there are neither. */
async function resultFile(
  mounted: MountedResource,
  sheet: ImportSheet,
  { secrets, refusals }: Run,
  { words }: ImportRules,
  language: Language,
  { folder }: JobHandle,
): Promise<JobResult['file']> {
  const sheets = [
    ...(secrets.length > 0 ? [secretSheet(mounted, secrets, words)] : []),
    ...(refusals.length > 0 ? [refusedSheet(sheet, refusals, words, mounted, language)] : []),
  ]
  if (sheets.length === 0) return undefined
  const { name: path, bytes } = await writeSheetFile(folder, 'xlsx', sheets)
  return { path, name: `${words.notes['result'] ?? 'import result'}.xlsx`, bytes, once: secrets.length > 0 }
}

/** The refused rows as they were, with the reason beside them: put right, the file can be imported again. */
function refusedSheet(
  { headings }: ImportSheet,
  refusals: readonly Refusal[],
  words: SheetWords,
  { shape }: MountedResource,
  language: Language,
): Sheet {
  const note = (key: string) => words.notes[key] ?? key
  const wordOf = (reason: string) =>
    words.reasons[reason] ?? (isErrorCode(reason) ? errorText(reason, language) : reason)
  const why = ({ field, reason }: ReportLine) =>
    field !== null && shape.resource.fields[field]
      ? `${headingOf(shape.resource, field, words)}: ${wordOf(reason)}`
      : wordOf(reason)
  return {
    name: note('refused'),
    columns: [...headings, `${SHEET_REMARK} ${note('row')}`, `${SHEET_REMARK} ${note('reason')}`].map((heading) => ({
      heading,
      width: 18,
    })),
    rows: [
      refusals.map(({ row, lines }) => [
        ...headings.map((_, at) => row.cells[at] ?? ''),
        row.number,
        lines.map(why).join('; '),
      ]),
    ],
  }
}

function secretSheet({ shape }: MountedResource, secrets: readonly Secret[], words: SheetWords): Sheet {
  const { resource } = shape
  const names = Object.keys(secrets[0]!.values)
  const key = importKey(resource) ?? resource.display
  return {
    name: words.notes['secrets'] ?? 'secrets',
    columns: [key, ...names].map((name) => ({ heading: headingOf(resource, name, words), width: 24 })),
    rows: [secrets.map((secret) => [secret.key, ...names.map((name) => secret.values[name] ?? '')])],
  }
}
