import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { BOOK, foreignWorkbook, workbookOf } from './foreign-workbook.fixture.ts'
import type { Cell, Sheet } from './sheet.ts'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { readXlsx } from './xlsx-reader.ts'
import { columnLetters, writeXlsx, xmlText } from './xlsx-writer.ts'

async function written(...sheets: Sheet[]): Promise<Buffer> {
  const out = new PassThrough()
  const bytes = buffer(out)
  await writeXlsx(out, sheets)
  out.end()
  return bytes
}

const sheet = (rows: Cell[][], name = '设备'): Sheet => ({
  name,
  columns: [
    { heading: '名称 *', width: 10, text: true },
    { heading: '类型', width: 10, choices: ['阀门', '水泵'] },
  ],
  rows: [rows],
})

it('a workbook is read back as it was written, with anything in its cells', async () => {
  const rows: Cell[][] = [
    ['12#阀 <&"\'>', '=1+1'],
    [' spaces ', '两\n行'],
    [null, 0.1],
    [
      { wallMs: Date.UTC(2026, 0, 31, 8, 30), day: false },
      { wallMs: Date.UTC(2026, 0, 31), day: true },
    ],
    ['a\u0000b\uD800c', -7],
  ]
  expect(await readXlsx(await written(sheet(rows), sheet([['other']])), 100)).toEqual([
    ['名称 *', '类型'],
    ['12#阀 <&"\'>', '=1+1'],
    [' spaces ', '两\n行'],
    ['', '0.1'],
    ['46053.3541666667', '46053'],
    ['abc', '-7'],
  ])
})

/** The parts of a ZIP file whose sizes stand in its directory. */
function partOf(bytes: Buffer, name: string): string {
  const entry = bytes.lastIndexOf(Buffer.from(name)) - 46
  const [packed, at] = [bytes.readUInt32LE(entry + 20), bytes.readUInt32LE(entry + 42)]
  return inflateRawSync(bytes.subarray(at + 30 + name.length, at + 30 + name.length + packed)).toString()
}

it('a cell is never a formula, and choices are offered below the heading', async () => {
  const xml = partOf(await written(sheet([['=cmd()', 1]])), 'xl/worksheets/sheet1.xml')
  expect(xml).not.toContain('<f>')
  expect(xml).toContain('<is><t xml:space="preserve">=cmd()</t></is>')
  expect(xml).toContain('sqref="B2:B5001"><formula1>"阀门,水泵"</formula1>')
})

it('sheets of the same name get different names, without forbidden characters', async () => {
  const xml = partOf(await written(sheet([], 'a/b'), sheet([], 'a/b')), 'xl/workbook.xml')
  expect(xml).toContain('name="a b"')
  expect(xml).toContain('name="a b 2"')
})

it('a full worksheet goes on in the next', async () => {
  const rows = function* (): Generator<Cell[][]> {
    for (let at = 0; at < 1_048_577; at += 4096) {
      yield Array.from({ length: Math.min(4096, 1_048_577 - at) }, (): Cell[] => [1])
    }
  }
  const bytes = await written({ name: 's', columns: [{ heading: 'n', width: 5 }], rows: rows() })
  expect(partOf(bytes, 'xl/worksheets/sheet2.xml').match(/<row>/g)).toHaveLength(3)
})

it('columns are lettered as a spreadsheet does', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
  expect(xmlText('\u0001<')).toBe('&lt;')
})

it('shared strings, phonetic hints, gaps, booleans and long numbers of other programs are understood', async () => {
  const bytes = foreignWorkbook({
    ...BOOK,
    'xl/sharedStrings.xml':
      '<x:sst xmlns:x="m"><x:si><x:r><x:t>东</x:t></x:r><x:r><x:t>渠</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh></x:si></x:sst>',
    'xl/worksheets/s.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="b"><v>1</v></c></row>' +
      '<row r="3"><c r="B3"><v>0.30000000000000004</v></c><c r="C3"><f>1+1</f><v>13800000000</v></c></row></sheetData></worksheet>',
  })
  expect(await readXlsx(bytes, 10)).toEqual([['东渠', '', 'true'], [], ['', '0.3', '13800000000']])
})

it('SEC-19 (part) refuses what is no workbook, document types, and a part that grows without end', async () => {
  const refused = async (bytes: Buffer) => readXlsx(bytes, 10).catch((error: { code: string }) => error.code)
  expect(await refused(Buffer.from('PK\u0003\u0004 and nothing'))).toBe('validation')
  expect(await refused(foreignWorkbook(BOOK))).toBe('validation')
  const entity = '<!DOCTYPE x [<!ENTITY e "eeee">]><worksheet><row><c><v>&e;</v></c></row></worksheet>'
  expect(await refused(foreignWorkbook({ ...BOOK, 'xl/worksheets/s.xml': entity }))).toBe('validation')
  expect(await refused(foreignWorkbook({ ...BOOK, 'xl/worksheets/s.xml': ' '.repeat(60_000_000) }))).toBe('too-large')
  const whole = await written(sheet([['a', 'b']]))
  for (let cut = 1; cut < whole.length; cut += 97) {
    expect(['validation', 'too-large']).toContain(await refused(whole.subarray(0, cut)))
  }
})

describe('SEC-19 (part) a small file that names more than it weighs is refused while it is read:', () => {
  const read = (xml: string) =>
    readXlsx(workbookOf(xml), 5002).then(
      () => 'read',
      (error: { code: string }) => error.code,
    )
  const row = (cells: string) => `<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`
  const { depth, elements, cells, columns, cellChars, chars } = SHEET_LIMITS

  it('elements within elements', async () => {
    expect(await read(`<a>${'<a>'.repeat(depth - 1)}`)).toBe('read')
    expect(await read(`<a>${'<a>'.repeat(depth)}`)).toBe('validation')
    expect(await read('<a>'.repeat(16_000_000))).toBe('validation')
    // Next to each other they add no depth.
    expect(await read(row('<c><v>1</v></c>'.repeat(depth)))).toBe('read')
  })

  it('elements and attributes without number', async () => {
    expect(await read(row('<c/>'.repeat(elements)))).toBe('too-large')
    const attributes = Array.from({ length: 20 }, (_, n) => `a${n}=""`).join(' ')
    expect(await read(row(`<c ${attributes}/>`.repeat(elements / 20)))).toBe('too-large')
  })

  it('cells, columns, long cells, and texts that many cells share', async () => {
    const rows = (count: number) =>
      `<worksheet>${`<row>${'<c><v>1</v></c>'.repeat(250)}</row>`.repeat(count)}</worksheet>`
    expect(await read(rows(cells / 250))).toBe('read')
    expect(await read(rows(cells / 250 + 1))).toBe('too-large')
    expect(await read(row('<c><v>1</v></c>'.repeat(columns)))).toBe('read')
    expect(await read(row('<c><v>1</v></c>'.repeat(columns + 1)))).toBe('too-large')
    expect(await read(row(`<c r="ZZZZZZZZ1" s="1"/>`))).toBe('read')
    expect(await read(row(`<c r="ZZZZZZZZ1"><v>1</v></c>`))).toBe('too-large')
    expect(await read(row(`<c t="str"><v>${'x'.repeat(cellChars)}</v></c>`))).toBe('read')
    expect(await read(row(`<c t="str"><v>${'x'.repeat(cellChars + 1)}</v></c>`))).toBe('too-large')
    const many = `<worksheet>${`<row>${'<c t="s"><v>0</v></c>'.repeat(100)}</row>`.repeat(6)}</worksheet>`
    const shared = (text: string) => ({
      ...BOOK,
      'xl/sharedStrings.xml': `<sst><si><t>${text}</t></si></sst>`,
      'xl/worksheets/s.xml': many,
    })
    const readShared = (length: number) =>
      readXlsx(foreignWorkbook(shared('x'.repeat(length))), 10).catch((error: { code: string }) => error.code)
    expect(await readShared(Math.floor(chars / 601))).toHaveLength(6)
    expect(await readShared(Math.ceil(chars / 601) + 1)).toBe('too-large')
  })

  it('parts that are small each and much together', async () => {
    const half = ' '.repeat(SHEET_LIMITS.unpackedBytes / 2 + 1)
    const sheet = `<worksheet><row><c><v>1</v></c></row></worksheet>`
    const parts = { ...BOOK, 'xl/sharedStrings.xml': `<sst/>${half}`, 'xl/worksheets/s.xml': sheet }
    expect(await readXlsx(foreignWorkbook(parts), 10)).toEqual([['1']])
    const both = { ...parts, 'xl/worksheets/s.xml': `${sheet}${half}` }
    expect(await readXlsx(foreignWorkbook(both), 10).catch((error: { code: string }) => error.code)).toBe('too-large')
  })
})
