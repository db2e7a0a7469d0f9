import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { AppError } from '@sluice/kit'
import { SaxesParser } from 'saxes'

const unpack = promisify(inflateRaw)
/** What one part may unpack to: a small file that grows without end is an attack, not a sheet. */
const MAX_PART_BYTES = 48 * 1024 * 1024
/** Characters parsed before others get their turn. */
const TURN = 256 * 1024
const MAX_COLUMNS = 300

interface Part {
  method: number
  packed: number
  at: number
}

/** What a spreadsheet holds that nobody could have meant: @throws AppError `validation`. */
function unreadable(): AppError {
  return new AppError('validation', { fields: { file: 'format' } })
}

/** The directory at the end of a ZIP file (APPNOTE 4.3.12). */
function readDirectory(bytes: Buffer): Map<string, Part> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end + 22 > bytes.length) throw unreadable()
  const parts = new Map<string, Part>()
  let at = bytes.readUInt32LE(end + 16)
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x0201_4b50) throw unreadable()
    const nameLength = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength)
    parts.set(name, {
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      at: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}

async function readPart(bytes: Buffer, part: Part | undefined): Promise<string> {
  if (!part || part.at + 30 > bytes.length) throw unreadable()
  const start = part.at + 30 + bytes.readUInt16LE(part.at + 26) + bytes.readUInt16LE(part.at + 28)
  const packed = bytes.subarray(start, start + part.packed)
  if (part.method === 0) return packed.toString('utf8')
  if (part.method !== 8) throw unreadable()
  try {
    return (await unpack(packed, { maxOutputLength: MAX_PART_BYTES })).toString('utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('too-large')
    throw unreadable()
  }
}

interface Handlers {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  close?(name: string): void
  text?(text: string): void
}

/** Names come without their prefix. `isDone` stops early. Document types, and with them entities, are refused. */
async function parse(xml: string, handlers: Handlers, isDone: () => boolean = () => false): Promise<void> {
  const parser = new SaxesParser({ position: false })
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', () => {
    throw unreadable()
  })
  parser.on('doctype', () => {
    throw unreadable()
  })
  parser.on('opentag', ({ name, attributes }) => handlers.open?.(local(name), attributes as Record<string, string>))
  parser.on('closetag', ({ name }) => handlers.close?.(local(name)))
  parser.on('text', (text) => handlers.text?.(text))
  for (let at = 0; at < xml.length && !isDone(); at += TURN) {
    parser.write(xml.slice(at, at + TURN))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Where the first sheet is: the workbook names it, the relations say which part that is. */
async function firstSheet(bytes: Buffer, parts: Map<string, Part>): Promise<Part | undefined> {
  let id: string | undefined
  await parse(await readPart(bytes, parts.get('xl/workbook.xml')), {
    open(name, attributes) {
      if (name !== 'sheet' || id !== undefined) return
      id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
    },
  })
  let target: string | undefined
  await parse(await readPart(bytes, parts.get('xl/_rels/workbook.xml.rels')), {
    open(name, attributes) {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target']
    },
  })
  if (target === undefined) throw unreadable()
  return parts.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
}

async function sharedStrings(bytes: Buffer, part: Part | undefined): Promise<string[]> {
  if (!part) return []
  const strings: string[] = []
  let inText = false
  // How a word is pronounced stands beside it (`rPh`) and is not part of it.
  let aside = false
  await parse(await readPart(bytes, part), {
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
      if (inText) strings[strings.length - 1] += text
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

/** Rows of a sheet as it is read: gaps between cells and rows are kept, so that row numbers are those a person sees. */
class SheetRows {
  readonly rows: string[][] = []
  readonly #strings: readonly string[]
  #column = -1
  #type = ''
  #value = ''
  #reading = false

  constructor(strings: readonly string[]) {
    this.#strings = strings
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
    if (name !== 'c' || this.#column >= MAX_COLUMNS || this.#value === '') return
    const row = this.rows.at(-1)
    if (!row) return
    while (row.length <= this.#column) row.push('')
    row[this.#column] = this.#read()
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
 * The cells of a workbook's first sheet as text, one row more than `maxRows` at most.
 * @throws AppError `validation` when it is no workbook, `too-large` when it unpacks beyond all measure.
 */
export async function readXlsx(bytes: Buffer, maxRows: number): Promise<string[][]> {
  const parts = readDirectory(bytes)
  const sheet = await firstSheet(bytes, parts)
  const reader = new SheetRows(await sharedStrings(bytes, parts.get('xl/sharedStrings.xml')))
  await parse(
    await readPart(bytes, sheet),
    {
      open: (name, attributes) => reader.open(name, attributes, maxRows),
      close: (name) => reader.close(name),
      text: (text) => reader.text(text),
    },
    () => reader.rows.length > maxRows,
  )
  return reader.rows.slice(0, maxRows + 1)
}
