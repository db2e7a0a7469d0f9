import { describe, expect, it } from 'vitest'
import { SHEET_LIMITS } from './sheet-limits.ts'
import { csvLine, csvText, decodeText, parseCsv } from './csv.ts'

const FORMULAS = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1']

describe('a CSV file', () => {
  it('never holds a formula: what begins like one is made text, numbers stay numbers', () => {
    for (const text of FORMULAS) expect(csvLine([text])).toMatch(/^"?'/)
    expect(csvLine([-5, 'a-b', ''])).toBe('-5,a-b,\r\n')
  })

  it('quotes what a reader would tear apart', () => {
    expect(csvLine(['a,b', 'say "so"', 'two\nlines', ' edge'])).toBe('"a,b","say ""so""","two\nlines"," edge"\r\n')
  })

  it('begins with a byte order mark and its heading', async () => {
    const parts: string[] = []
    const columns = [{ heading: '名称', width: 1 }]
    for await (const part of csvText({ name: 's', columns, rows: [[['一']]] })) parts.push(part)
    expect(parts.join('')).toBe('\uFEFF名称\r\n一\r\n')
  })

  it('is read back as it was written', () => {
    const rows = [['a', 'b,c', 'd"e', 'f\ng'], FORMULAS.slice(0, 4), ['', 'x', '', '']]
    expect(parseCsv(rows.map(csvLine).join(''), 10)).toEqual(rows)
  })

  it('is read from spreadsheets that write GB18030 or semicolons, and not beyond the limit', () => {
    expect(decodeText(Uint8Array.from([0xb7, 0xa7, 0xc3, 0xc5]))).toBe('阀门')
    expect(decodeText(Buffer.from('\uFEFF阀门'))).toBe('阀门')
    expect(parseCsv('a;b\r\n1;2', 10)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(parseCsv('a\n1\n2\n3', 2)).toEqual([['a'], ['1']])
  })
})

it('SEC-19 (part) refuses more columns, cells or characters in one than a sheet may have', () => {
  const { cellChars, cells, columns } = SHEET_LIMITS
  const code = (content: string) => {
    try {
      return parseCsv(content, 1e6).length
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  expect(code(','.repeat(columns - 1))).toBe(1)
  expect(code(','.repeat(columns))).toBe('too-large')
  expect(code('x'.repeat(cellChars))).toBe(1)
  expect(code('x'.repeat(cellChars + 1))).toBe('too-large')
  const line = `${'1,'.repeat(249)}1\n`
  expect(code(line.repeat(cells / 250))).toBe(cells / 250)
  expect(code(line.repeat(cells / 250 + 1))).toBe('too-large')
})
