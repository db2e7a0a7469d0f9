import { AppError } from '@sluice/kit'
import type { Cell, Sheet } from './sheet.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { wallText } from './sheet.ts'

/** Without it, spreadsheets read a file in the system's old code page. */
const BOM = '\uFEFF'
/** Text that a spreadsheet would run as a formula when it opens the file (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

function text(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (typeof cell !== 'string') return wallText(cell)
  const safe = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n\uFEFF]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end, cells quoted where needed and never a formula. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(text).join(',')}\r\n`
}

/** UTF-8 text of a sheet, in pieces. */
export async function* csvText(sheet: Sheet): AsyncGenerator<string> {
  yield BOM + csvLine(sheet.columns.map(({ heading }) => heading))
  for await (const batch of sheet.rows) yield batch.map(csvLine).join('')
}

/** UTF-8 when the bytes are; else GB18030, in which a Chinese spreadsheet saves its CSV. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

const DELIMITERS = [',', '\t', ';'] as const

/** The most frequent delimiter in the first line: spreadsheets of some countries write `;`. */
function delimiterOf(content: string): string {
  const line = content.slice(0, content.search(/[\r\n]|$/))
  const counts = DELIMITERS.map((one) => line.split(one).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))]!
}

/**
 * Rows of cells as text (RFC 4180); stops after `maxRows`. Undoes the formula protection of `csvLine`.
 * @throws AppError `too-large` for more columns, cells or characters in one than a sheet may have (SHEET_LIMITS).
 */
export function parseCsv(content: string, maxRows: number): string[][] {
  const body = content.startsWith(BOM) ? content.slice(1) : content
  const delimiter = delimiterOf(body)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  let cells = 0
  const endCell = () => {
    if (cell !== '') cells += 1
    const { columns, cellChars } = SHEET_LIMITS
    if (row.length >= columns || cell.length > cellChars || cells > SHEET_LIMITS.cells) throw new AppError('too-large')
    row.push(/^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
    cell = ''
  }
  for (let at = 0; at < body.length && rows.length < maxRows; at++) {
    const char = body[at]!
    if (quoted) {
      if (char !== '"') cell += char
      else if (body[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (char === '"' && cell === '') quoted = true
    else if (char === delimiter) endCell()
    else if (char === '\n') {
      endCell()
      rows.push(row)
      row = []
    } else if (char !== '\r') cell += char
  }
  if (rows.length < maxRows && (cell !== '' || row.length > 0)) {
    endCell()
    rows.push(row)
  }
  return rows
}
