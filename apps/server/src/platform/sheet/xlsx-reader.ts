import { AppError } from '@sluice/kit'
import { SaxesParser } from 'saxes'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { unreadable, ZipReader } from './zip-reader.ts'

interface Handlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

/** The budget of all parts of one workbook together. @throws AppError `too-large` beyond it */
class Budget {
  #elements = SHEET_LIMITS.elements
  #chars = SHEET_LIMITS.chars
  #cells = SHEET_LIMITS.cells

  element(): void {
    this.#elements -= 1
    this.#check(this.#elements)
  }

  chars(more: number): void {
    this.#chars -= more
    this.#check(this.#chars)
  }

  cell(): void {
    this.#cells -= 1
    this.#check(this.#cells)
  }

  #check(left: number): void {
    if (left < 0) throw new AppError('too-large')
  }
}

/**
 * Names are given without their prefix. `isDone` stops early. Refuses document types, and with them entities, and
 * elements nested deeper than in any spreadsheet.
 */
async function parse(
  xml: AsyncIterable<string>,
  budget: Budget,
  handlers: Handlers,
  isDone: () => boolean = () => false,
): Promise<void> {
  const parser = new SaxesParser({ position: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  let depth = 0
  parser.on('error', () => {
    throw unreadable()
  })
  parser.on('doctype', () => {
    throw unreadable()
  })
  parser.on('attribute', () => budget.element())
  parser.on('opentag', ({ name, attributes }) => {
    budget.element()
    depth += 1
    if (depth > SHEET_LIMITS.depth) throw unreadable()
    handlers.open?.(local(name), attributes as Record<string, string>)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    handlers.close?.(local(name))
  })
  parser.on('text', (text) => handlers.text?.(text))
  for await (const piece of xml) {
    parser.write(piece)
    if (isDone()) return
  }
}

/** The path of the first sheet: the workbook names it, the relations give its part. */
async function firstSheet(zip: ZipReader, budget: Budget): Promise<string> {
  let id: string | undefined
  await parse(zip.text('xl/workbook.xml'), budget, {
    open(name, attributes) {
      if (name !== 'sheet' || id !== undefined) return
      id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    },
  })
  let target: string | undefined
  await parse(zip.text('xl/_rels/workbook.xml.rels'), budget, {
    open(name, attributes) {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target']
    },
  })
  if (target === undefined) throw unreadable()
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`
}

const SHARED = 'xl/sharedStrings.xml'

async function sharedStrings(zip: ZipReader, budget: Budget): Promise<string[]> {
  if (!zip.has(SHARED)) return []
  const strings: string[] = []
  let inText = false
  // A word's phonetic hint (`rPh`) is not part of its text.
  let aside = false
  await parse(zip.text(SHARED), budget, {
    open(name) {
      if (name === 'si') strings.push('')
      if (name === 'rPh') aside = true
      inText = name === 't' && !aside
    },
    close(name) {
      if (name === 'rPh') aside = false
      inText = false
    },
    text(text) {
      if (!inText) return
      budget.chars(text.length)
      strings[strings.length - 1] += text
    },
  })
  return strings
}

/** Column of a reference like `AB12`, counted from 0; -1 when there is none. */
function columnOf(reference: string | undefined): number {
  let column = 0
  for (const char of reference ?? '') {
    if (char < 'A' || char > 'Z') break
    column = column * 26 + char.charCodeAt(0) - 64
  }
  return column - 1
}

/**
 * Rows of a sheet as it is read: gaps between cells and rows are filled, so that row numbers match the spreadsheet's.
 */
class SheetRows {
  readonly rows: string[][] = []
  readonly #strings: readonly string[]
  readonly #budget: Budget
  #column = -1
  #type = ''
  #value = ''
  #reading = false

  constructor(strings: readonly string[], budget: Budget) {
    this.#strings = strings
    this.#budget = budget
  }

  open(name: string, attributes: Readonly<Record<string, string>>, maxRows: number): void {
    if (name === 'row') {
      const number = Math.min(Number(attributes['r'] ?? this.rows.length + 1) || this.rows.length + 1, maxRows + 1)
      while (this.rows.length < number) this.rows.push([])
      this.#column = -1
    } else if (name === 'c') {
      const named = columnOf(attributes['r'])
      this.#column = named >= 0 ? named : this.#column + 1
      this.#type = attributes['t'] ?? ''
      this.#value = ''
    } else this.#reading = name === 'v' || name === 't'
  }

  text(text: string): void {
    if (this.#reading) this.#value += text
  }

  close(name: string): void {
    this.#reading = false
    if (name !== 'c' || this.#value === '') return
    const row = this.rows.at(-1)
    if (!row) return
    if (this.#column >= SHEET_LIMITS.columns) throw new AppError('too-large')
    const text = this.#read()
    if (text.length > SHEET_LIMITS.cellChars) throw new AppError('too-large')
    this.#budget.cell()
    this.#budget.chars(text.length)
    while (row.length <= this.#column) row.push('')
    row[this.#column] = text
  }

  #read(): string {
    if (this.#type === 's') return this.#strings[Number(this.#value)] ?? ''
    if (this.#type === 'b') return this.#value === '1' ? 'true' : 'false'
    if (this.#type === 'e') return ''
    // 0.1 + 0.2 is written with all its digits; a person sees fifteen.
    if (this.#type === '' || this.#type === 'n') {
      const number = Number(this.#value)
      return Number.isFinite(number) && !/^\d{16,}$/.test(this.#value)
        ? String(Number(number.toPrecision(15)))
        : this.#value
    }
    return this.#value
  }
}

/**
 * The text of the cells of a workbook's first sheet, at most one row more than `maxRows`. Its contents are limited
 * (SHEET_LIMITS), but not the time it takes: uploaded sheets are read in a thread (sheet-reader.ts).
 * @throws AppError `validation` when it is no workbook, `too-large` when it holds or unpacks to more than the limits.
 */
export async function readXlsx(bytes: Buffer, maxRows: number): Promise<string[][]> {
  const zip = new ZipReader(bytes)
  const budget = new Budget()
  const sheet = await firstSheet(zip, budget)
  const reader = new SheetRows(await sharedStrings(zip, budget), budget)
  await parse(
    zip.text(sheet),
    budget,
    {
      open: (name, attributes) => reader.open(name, attributes, maxRows),
      close: (name) => reader.close(name),
      text: (text) => reader.text(text),
    },
    () => reader.rows.length > maxRows,
  )
  return reader.rows.slice(0, maxRows + 1)
}
