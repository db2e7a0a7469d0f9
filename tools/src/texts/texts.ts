import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { csvText } from '@sluice/server/src/platform/sheet/csv.ts'
import { type TextLine, textLines } from './text-sheet.ts'

const HEADINGS = ['key', 'Chinese', 'English', 'where'] as const

async function sheetOf(lines: readonly TextLine[]): Promise<string> {
  const columns = HEADINGS.map((heading) => ({ heading, width: 40 }))
  const rows = [lines.map(({ key, chinese, english, where }) => [key, chinese, english, where])]
  let text = ''
  for await (const part of csvText({ name: 'texts', columns, rows })) text += part
  return text
}

/** Writes every text of the product as CSV: to the file named, else to the standard output. Nothing reads it back. */
async function main([file]: readonly string[]): Promise<void> {
  const lines = textLines(resolve(import.meta.dirname, '../../..'))
  const sheet = await sheetOf(lines)
  if (file === undefined) {
    // A reader may close the pipe early: that is not an error.
    process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
    process.stdout.write(sheet)
    return
  }
  writeFileSync(file, sheet)
  process.stderr.write(`${lines.length} texts in ${file}\n`)
}

await main(process.argv.slice(2))
