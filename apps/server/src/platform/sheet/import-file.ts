import { IMPORT_MAX_ROWS, type Resource, SHEET_REMARK, type SheetWords } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { headingOf, importFields } from './sheet-fields.ts'
import { readCells } from './sheet-reader.ts'

/** A row of a sheet with its row number as a spreadsheet shows it. */
export interface SheetRow {
  number: number
  cells: readonly string[]
}

export interface ImportSheet {
  headings: readonly string[]
  /** Index of the column -> field; columns that are no field of the import are left out. */
  fields: ReadonlyMap<number, string>
  /** Unknown headings: a misspelt one must not lose its values silently. */
  unknown: readonly string[]
  rows: readonly SheetRow[]
}

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])

/** The file's kind by its bytes, whatever its name (SEC-19). @throws AppError `validation` */
export function kindOf(bytes: Buffer): 'xlsx' | 'csv' {
  if (bytes.subarray(0, 4).equals(ZIP)) return 'xlsx'
  // Text has no zero bytes: a file with some comes from another program, e.g. an old .xls.
  if (bytes.length === 0 || bytes.subarray(0, 65_536).includes(0)) {
    throw new AppError('validation', { fields: { file: 'format' } })
  }
  return 'csv'
}

/** @throws AppError `validation` when it is no sheet, `too-large` beyond its limits. */
export async function readImport(
  bytes: Buffer,
  resource: Resource,
  words: SheetWords,
  signal?: AbortSignal,
): Promise<ImportSheet> {
  const most = IMPORT_MAX_ROWS + 2
  const cells = await readCells({ bytes, kind: kindOf(bytes), maxRows: most }, signal)
  const [headings = [], ...body] = cells
  const rows = body
    .map((row, at): SheetRow => ({ number: at + 2, cells: row }))
    .filter(({ cells: row }) => row.some((cell) => cell !== '') && !row[0]?.startsWith(SHEET_REMARK))
  if (rows.length > IMPORT_MAX_ROWS || cells.length > most) throw new AppError('too-large', { rows: IMPORT_MAX_ROWS })
  return { headings, ...mapHeadings(headings, resource, words), rows }
}

const plain = (text: string) =>
  text
    .replace(/\s*\*\s*$/, '')
    .trim()
    .toLowerCase()

function mapHeadings(headings: readonly string[], resource: Resource, words: SheetWords) {
  const known = new Map<string, string>()
  for (const name of Object.keys(resource.fields)) {
    for (const said of [name, words.labels[name] ?? name, headingOf(resource, name, words)])
      known.set(plain(said), name)
  }
  const writable = new Set(importFields(resource))
  const fields = new Map<number, string>()
  const unknown: string[] = []
  for (const [at, heading] of headings.entries()) {
    if (heading === '' || heading.startsWith(SHEET_REMARK)) continue
    const name = known.get(plain(heading))
    if (name === undefined) unknown.push(heading)
    // An export that is imported again has columns that cannot be written.
    else if (writable.has(name)) fields.set(at, name)
  }
  return { fields, unknown }
}
