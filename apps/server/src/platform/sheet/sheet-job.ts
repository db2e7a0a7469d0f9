import type { SheetFormat } from '@sluice/contract'
import { localTimeOf } from '@sluice/kit'
import { recordOperation } from '../audit/audit.store.ts'
import type { Connection } from '../db/db.ts'
import type { Api, CallContext } from '../http/mount-operation.ts'
import type { JobHandle } from '../run/job-handle.ts'
import type { Cell, SheetColumn } from './sheet.ts'
import { writeSheetFile } from './write-sheet.ts'

/** The source of a sheet. Everything is read in one transaction with one snapshot. */
export interface SheetSource {
  columns: readonly SheetColumn[]
  count(tx: Connection): Promise<number>
  /** In batches; times as a clock in `zone` shows them. */
  rows(tx: Connection, zone: string): AsyncIterable<Cell[][]> | Iterable<Cell[][]>
}

export interface SheetJob {
  title: string
  format: SheetFormat
  /** What was requested, for the log. */
  facts: Readonly<Record<string, unknown>>
  /** Called before rows are read, to write what is still in memory. */
  beforeRead?: (() => Promise<void>) | undefined
  source: SheetSource
}

/**
 * Defines sheets that are written in the background. Returns a function that starts one and returns the job's id.
 * `action` is that of the log's line, e.g. `device.export`; the part before the dot names the job. `make` is called at
 * the request, so that a wrong one is refused at once, and again, from the beginning, by the process that writes the
 * sheet.
 */
export function defineSheet<I>(
  api: Api,
  action: `${string}.export`,
  make: (input: I, context: CallContext) => SheetJob | Promise<SheetJob>,
): (input: I, context: CallContext) => Promise<string> {
  const resource = action.slice(0, action.indexOf('.'))
  api.runs.define<I>(action, async (job) => {
    const { session, clock, ip, traceId } = job.context
    const { title, format, facts, beforeRead, source } = await make(job.input, job.context)
    const zone = await api.runs.zoneOf(session.deptId)
    await beforeRead?.()
    const { done, path, bytes } = await writeRows(api, { source, title, format, zone }, job)
    return {
      progress: done,
      file: { path, bytes, name: fileName(title, format, clock.now(), zone) },
      // Who exported how many rows (SEC-15).
      atEnd: (tx) =>
        recordOperation(tx, session, { action, targetIds: [], after: { rows: done, ...facts }, ip, traceId }),
    }
  })
  return async (input, context) => {
    const { title } = await make(input, context)
    return api.runs.start(context, { kind: 'EXPORT', work: action, resource, title, input })
  }
}

function fileName(title: string, format: SheetFormat, now: Date, zone: string): string {
  const stamp = localTimeOf(now.getTime(), zone).replaceAll(/[-:]/g, '').replace(' ', '-').slice(0, 13)
  return `${title.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()}-${stamp}.${format}`
}

function writeRows(
  api: Api,
  { source, title, format, zone }: Pick<SheetJob, 'source' | 'title' | 'format'> & { zone: string },
  job: JobHandle,
): Promise<{ done: number; path: string; bytes: number }> {
  return api.db.transaction(
    async (tx) => {
      const total = await source.count(tx)
      let done = 0
      const rows = async function* (): AsyncGenerator<Cell[][]> {
        for await (const batch of source.rows(tx, zone)) {
          yield batch
          done += batch.length
          await job.progress(done, total)
        }
      }
      const sheet = { name: title, columns: source.columns, rows: rows() }
      const { name: path, bytes } = await writeSheetFile(job.folder, format, [sheet], job.signal)
      return { done, path, bytes }
    },
    { isolation: 'repeatable read', readOnly: true },
  )
}
