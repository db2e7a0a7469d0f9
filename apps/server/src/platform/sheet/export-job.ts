import { type SheetFormat, type SheetWords, sheetWordsSchema } from '@sluice/contract'
import { AppError, localTimeOf } from '@sluice/kit'
import { recordOperation } from '../audit.store.ts'
import type { CallContext } from '../mount-operation.ts'
import type { MountedResource } from '../resource-change.ts'
import { readableFields } from '../resource-shape.ts'
import { countRows, type StreamQuery, streamRows } from '../resource-stream.store.ts'
import type { JobHandle, JobResult } from '../run/job-runs.ts'
import type { Cell, SheetColumn } from './sheet.ts'
import { cellOf, headingOf } from './sheet-fields.ts'
import { writeSheetFile } from './write-sheet.ts'

/** Body of `export`, checked (`exportSchema`). */
export interface ExportInput {
  format: SheetFormat
  columns: string[]
  words?: SheetWords | undefined
  ids?: string[] | undefined
  keyword?: string | undefined
  sort?: string | undefined
  order?: 'asc' | 'desc' | undefined
  [filter: string]: unknown
}

const WIDTHS: Readonly<Record<string, number>> = {
  longText: 32,
  time: 20,
  date: 12,
  integer: 12,
  decimal: 12,
  boolean: 8,
}
const WIDTH = 18

/** Begins an export of everything the search finds in the caller's scope; answers the job's id. */
export async function startExport(mounted: MountedResource, input: ExportInput, context: CallContext): Promise<string> {
  const { api, shape } = mounted
  const { format, columns, words: given, ids, keyword, sort, order, ...filters } = input
  const readable = new Set(readableFields(shape).map(([name]) => name))
  if (!columns.every((name) => readable.has(name))) {
    throw new AppError('validation', { fields: { columns: 'not-an-option' } })
  }
  const words = given ?? sheetWordsSchema.parse({})
  const { session, ip, traceId } = context
  const query: StreamQuery = { keyword, sort, order, filters, ids, names: new Set(columns) }
  const title = words.title ?? shape.resource.name
  const work = async (job: JobHandle) => {
    const zone = await api.runs.zoneOf(session.deptId)
    await mounted.hooks.beforeRead?.()
    const result = await exportRows(mounted, { query, columns, words, format, title, zone, scope: session.scope }, job)
    const after = { rows: result.progress, columns, filters, keyword: keyword ?? null }
    // Who took how much out of the house (SEC-15).
    await recordOperation(api.db, session, {
      action: `${shape.resource.name}.export`,
      targetIds: [],
      after,
      ip,
      traceId,
    })
    return { ...result, file: { ...result.file, name: fileName(title, format, context.clock.now(), zone) } }
  }
  return api.runs.start(session, { kind: 'EXPORT', resource: shape.resource.name, title, work })
}

function fileName(title: string, format: SheetFormat, now: Date, zone: string): string {
  const stamp = localTimeOf(now.getTime(), zone).replaceAll(/[-:]/g, '').replace(' ', '-').slice(0, 13)
  return `${title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}-${stamp}.${format}`
}

interface Export {
  query: StreamQuery
  columns: readonly string[]
  words: SheetWords
  format: SheetFormat
  title: string
  zone: string
  scope: CallContext['session']['scope']
}

async function exportRows(
  { api, shape }: MountedResource,
  { query, columns, words, format, title, zone, scope }: Export,
  job: JobHandle,
): Promise<JobResult & { file: { path: string; name: string; bytes: number } }> {
  const { fields } = shape.resource
  const sheetColumns = columns.map((name): SheetColumn => {
    const { kind } = fields[name]!
    return { heading: headingOf(shape.resource, name, words), width: WIDTHS[kind] ?? WIDTH }
  })
  return api.db.transaction(
    async (tx) => {
      const total = await countRows(tx, shape, scope, query)
      let done = 0
      const rows = async function* (): AsyncGenerator<Cell[][]> {
        for await (const batch of streamRows(tx, shape, scope, query)) {
          yield batch.map((row) => columns.map((name) => cellOf(fields[name]!, name, row, words, zone)))
          done += batch.length
          await job.progress(done, total)
        }
      }
      const sheet = { name: title, columns: sheetColumns, rows: rows() }
      const { name, bytes } = await writeSheetFile(job.folder, format, [sheet], job.signal)
      return { progress: done, file: { path: name, name, bytes } }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}
