import { saveContent } from '../../../lib/api/save-file.ts'

export type Cell = string | number | null

/** What a card shows as a picture, as rows: the table on the screen and the file. */
export interface FigureTable {
  columns: readonly { title: string; numeric?: boolean }[]
  rows: readonly (readonly Cell[])[]
  /** Where the rows behind each of them are. */
  addresses?: readonly string[]
}

/** A cell that a spreadsheet would take for a formula is a text (OWASP, CSV injection). */
const FORMULA = /^[=+\-@\t\r]/

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const text = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** RFC 4180 lines. */
export function csvOf({ columns, rows }: FigureTable): string {
  return [columns.map(({ title }) => title), ...rows].map((row) => row.map(cellText).join(',')).join('\r\n')
}

/** With a byte order mark, by which spreadsheets know UTF-8. */
export function saveTable(table: FigureTable, name: string): void {
  saveContent(new Blob(['\uFEFF', csvOf(table)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)
}
