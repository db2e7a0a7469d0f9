import { inOwnThread, type ThreadLimits } from '../jobs/own-thread.ts'
import { SHEET_THREAD } from './sheet-limits.ts'

/** An uploaded file, and its kind by its bytes. */
export interface SheetFile {
  bytes: Uint8Array
  kind: 'xlsx' | 'csv'
  maxRows: number
}

/**
 * The trimmed text of a sheet's cells, at most one row more than `maxRows`, read in a separate thread.
 * @throws AppError `validation` when it is no sheet, `too-large` beyond its limits or those of the thread.
 */
export function readCells(
  file: SheetFile,
  signal?: AbortSignal,
  limits: ThreadLimits = SHEET_THREAD,
): Promise<string[][]> {
  return inOwnThread(new URL('./sheet.worker.ts', import.meta.url), file, limits, signal)
}
