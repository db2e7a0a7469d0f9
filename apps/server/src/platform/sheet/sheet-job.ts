import type { SheetFormat } from '@sluice/contract'
import { localTimeOf } from '@sluice/kit'
import { recordOperation } from '../audit.store.ts'
import type { Connection } from '../db.ts'
import type { Api, CallContext } from '../mount-operation.ts'
import type { JobHandle } from '../run/job-runs.ts'
import type { Cell, SheetColumn } from './sheet.ts'
import { writeSheetFile } from './write-sheet.ts'

/** What a sheet is written from. Everything is read in one transaction that sees one moment. */
export interface SheetSource {
  columns: readonly SheetColumn[]
  count(tx: Connection): Promise<number>
  /** In batches; times as a clock in `zone` shows them. */
  rows(tx: Connection, zone: string): AsyncIterable<Cell[][]> | Iterable<Cell[][]>
}

export interface SheetJob {
  /** Of the log's line, e.g. `device.export`; what stands before the dot names the work. */
  action: `${string}.export`
  title: string
  format: SheetFormat
  /** What was asked for, for the log. */
  facts: Readonly<Record<string, unknown>>
  /** Before rows are read: what is still in memory is written. */
  beforeRead?: (() => Promise<void>) | undefined
  source: SheetSource
}

/** Begins to write a sheet in the background; answers the job's id. */
export function startSheet(api: Api, job: SheetJob, { session, clock, ip, traceId }: CallContext): Promise<string> {
  const { action, title, format, facts, beforeRead, source } = job
  const resource = action.slice(0, action.indexOf('.'))
  const work = async (handle: JobHandle) => {
    const zone = await api.runs.zoneOf(session.deptId)
    await beforeRead?.()
    const { done, path, bytes } = await writeRows(api, { source, title, format, zone }, handle)
    // Who took how much out of the house (SEC-15).
    await recordOperation(api.db, session, { action, targetIds: [], after: { rows: done, ...facts }, ip, traceId })
    return { progress: done, file: { path, bytes, name: fileName(title, format, clock.now(), zone) } }
  }
  return api.runs.start(session, { kind: 'EXPORT', resource, title, work })
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
