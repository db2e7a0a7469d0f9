import type { Writable } from 'node:stream'
import type { Cell, Sheet, SheetColumn } from './sheet.ts'
import { ZipWriter } from './zip-writer.ts'

/** Rows of one worksheet, its heading included (ECMA-376, limits of the common programs). */
const MAX_ROWS = 1_048_576
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const DAY_MS = 86_400_000
/** Days from 1899-12-30, where spreadsheets begin to count, to 1970. */
const EPOCH_DAYS = 25_569
/** Cells with a list to choose from, below the heading. */
const CHOICE_ROWS = 5_000
/** A list written into the sheet itself may have this many characters. */
const CHOICE_CHARS = 255
const STYLE = { heading: 1, time: 2, day: 3, text: 4 } as const

/** Text of an element or attribute; characters that XML cannot hold are omitted. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n\r]|\p{Cs}|[\uFFFE\uFFFF]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

function cellXml(cell: Cell): string {
  if (cell === null || cell === '') return '<c/>'
  if (typeof cell === 'number') return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : '<c/>'
  // Always an inline string: it can never become a formula, and no table of shared strings is needed.
  if (typeof cell === 'string') return `<c t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
  return `<c s="${cell.day ? STYLE.day : STYLE.time}"><v>${cell.wallMs / DAY_MS + EPOCH_DAYS}</v></c>`
}

function rowXml(cells: readonly Cell[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

/** A, B, …, Z, AA, … for 0, 1, … */
export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (index % 26))
}

function sheetHead(columns: readonly SheetColumn[]): string {
  const widths = columns.map(({ width, text }, at) => {
    const style = text ? ` style="${STYLE.text}"` : ''
    return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${style}/>`
  })
  const headings = columns.map(
    ({ heading }) =>
      `<c t="inlineStr" s="${STYLE.heading}"><is><t xml:space="preserve">${xmlText(heading)}</t></is></c>`,
  )
  return (
    `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
    `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `<cols>${widths.join('')}</cols><sheetData><row>${headings.join('')}</row>`
  )
}

function sheetTail(columns: readonly SheetColumn[]): string {
  const lists = columns.flatMap(({ choices = [] }, at) => {
    const list = choices.join(',')
    if (choices.length === 0 || list.length > CHOICE_CHARS || choices.some((one) => one.includes(','))) return []
    const column = columnLetters(at)
    return [
      `<dataValidation type="list" allowBlank="1" showErrorMessage="1" sqref="${column}2:${column}${CHOICE_ROWS + 1}">` +
        `<formula1>"${xmlText(list.replaceAll('"', '""'))}"</formula1></dataValidation>`,
    ]
  })
  const choices = lists.length > 0 ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>` : ''
  return `</sheetData>${choices}</worksheet>`
}

const STYLES =
  `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss"/>` +
  `<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts>` +
  `<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
  `<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
  `<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/>` +
  `<xf fontId="1" applyFont="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf numFmtId="165" applyNumberFormat="1"/><xf numFmtId="49" applyNumberFormat="1"/>` +
  `</cellXfs></styleSheet>`

/** The allowed characters of a sheet's name, at most 31; names are unique. */
function sheetNames(names: readonly string[]): string[] {
  const used = new Set<string>()
  return names.map((name) => {
    const clean =
      name
        .replaceAll(/[\\/?*[\]:']/g, ' ')
        .trim()
        .slice(0, 26) || 'Sheet'
    let unique = clean
    for (let n = 2; used.has(unique.toLowerCase()); n++) unique = `${clean} ${n}`
    used.add(unique.toLowerCase())
    return unique
  })
}

/** Batches that may be taken up again by the next worksheet when one is full. */
class Batches {
  readonly #source: AsyncIterator<readonly (readonly Cell[])[]> | Iterator<readonly (readonly Cell[])[]>
  #rest: readonly (readonly Cell[])[] = []
  #over = false

  constructor(rows: Sheet['rows']) {
    this.#source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  }

  /** At most `most` rows; empty at the end. */
  async next(most: number): Promise<readonly (readonly Cell[])[]> {
    while (this.#rest.length === 0 && !this.#over) {
      const step = await this.#source.next()
      if (step.done) this.#over = true
      else this.#rest = step.value
    }
    const taken = this.#rest.slice(0, most)
    this.#rest = this.#rest.slice(most)
    return taken
  }

  async isOver(): Promise<boolean> {
    if (this.#rest.length > 0) return false
    this.#rest = await this.next(Number.POSITIVE_INFINITY)
    return this.#rest.length === 0
  }
}

async function* sheetXml(columns: readonly SheetColumn[], batches: Batches): AsyncGenerator<string> {
  yield sheetHead(columns)
  let room = MAX_ROWS - 1
  while (room > 0) {
    const rows = await batches.next(room)
    if (rows.length === 0) break
    room -= rows.length
    yield rows.map(rowXml).join('')
  }
  yield sheetTail(columns)
}

/**
 * Writes a workbook (ECMA-376, SpreadsheetML) from front to back; memory does not grow with the rows. A sheet longer
 * than a worksheet may be continues in the next one.
 */
export async function writeXlsx(out: Writable, sheets: readonly Sheet[], signal?: AbortSignal): Promise<void> {
  const zip = new ZipWriter(out)
  const made: string[] = []
  for (const { name, columns, rows } of sheets) {
    const batches = new Batches(rows)
    do {
      made.push(name)
      await zip.add(`xl/worksheets/sheet${made.length}.xml`, sheetXml(columns, batches), signal)
    } while (!(await batches.isOver()))
  }
  const names = sheetNames(made)
  const listed = names.map((name, at) => `<sheet name="${xmlText(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/>`
  const links = names.map((_, at) => relation(`rId${at + 1}`, 'worksheet', `worksheets/sheet${at + 1}.xml`))
  const relations = (list: readonly string[]) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${list.join('')}</Relationships>`
  const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const part = (path: string, type: string) => `<Override PartName="${path}" ContentType="${spreadsheet}.${type}+xml"/>`
  await zip.add('xl/workbook.xml', [
    `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${listed.join('')}</sheets></workbook>`,
  ])
  await zip.add('xl/_rels/workbook.xml.rels', [relations([...links, relation('rIdS', 'styles', 'styles.xml')])])
  await zip.add('xl/styles.xml', [STYLES])
  await zip.add('_rels/.rels', [relations([relation('rId1', 'officeDocument', 'xl/workbook.xml')])])
  await zip.add('[Content_Types].xml', [
    `${HEAD}<Types xmlns="${PACKAGE}/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      part('/xl/workbook.xml', 'sheet.main') +
      names.map((_, at) => part(`/xl/worksheets/sheet${at + 1}.xml`, 'worksheet')).join('') +
      `${part('/xl/styles.xml', 'styles')}</Types>`,
  ])
  await zip.end()
}
