import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import type { SheetFormat } from '@sluice/contract'
import { csvText } from './csv.ts'
import type { Sheet } from './sheet.ts'
import { writeXlsx } from './xlsx-writer.ts'

/** Only this process's user reads it. */
const MODE = 0o600

/**
 * Writes sheets into a new file with a random name below `folder`; a file that failed is removed. A CSV holds the first
 * sheet only.
 */
export async function writeSheetFile(
  folder: string,
  format: SheetFormat,
  sheets: readonly Sheet[],
  signal?: AbortSignal,
): Promise<{ name: string; bytes: number }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${randomUUID()}.${format}`
  const path = join(folder, name)
  const out = createWriteStream(path, { mode: MODE, flags: 'wx' })
  try {
    if (format === 'csv') await pipeline(Readable.from(csvText(sheets[0]!)), out, signal ? { signal } : {})
    else {
      const written = finished(out)
      // Also handled below; unhandled, it would end the process when the workbook fails first.
      written.catch(() => undefined)
      await writeXlsx(out, sheets, signal)
      out.end()
      await written
    }
    return { name, bytes: (await stat(path)).size }
  } catch (error) {
    out.destroy()
    await rm(path, { force: true })
    throw error
  }
}
