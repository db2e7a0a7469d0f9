import { inOwnThread, type ThreadLimits } from '../jobs/own-thread.ts'
import { SHEET_THREAD } from './sheet-limits.ts'

/** A file somebody uploaded, and what its bytes say it is. */
export interface SheetFile {
  bytes: Uint8Array
  kind: 'xlsx' | 'csv'
  maxRows: number
}

/**
 * The cells of a sheet as text without the blanks around it, one row more than `maxRows` at most, read in a thread of
 * its own.
 * @throws AppError `validation` when it is no sheet, `too-large` beyond its limits or those of the thread.
 */
export function readCells(
  file: SheetFile,
  signal?: AbortSignal,
  limits: ThreadLimits = SHEET_THREAD,
): Promise<string[][]> {
  return inOwnThread(new URL('./sheet.worker.ts', import.meta.url), file, limits, signal)
}
