import { expect, it } from 'vitest'
import { workbookOf } from './foreign-workbook.fixture.ts'
import { readCells } from './sheet-reader.ts'

const xlsx = (xml: string) => ({ bytes: workbookOf(xml), kind: 'xlsx' as const, maxRows: 10 })

it('both kinds of sheet are read in a thread, without the blanks around their cells', async () => {
  const xml = '<worksheet><row><c t="str"><v> 东渠 </v></c></row></worksheet>'
  expect(await readCells(xlsx(xml))).toEqual([['东渠']])
  const csv = { bytes: Buffer.from('a, b \r\n1,2\r\n3,4'), kind: 'csv' as const, maxRows: 1 }
  expect(await readCells(csv)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

it('SEC-19 (part) what a sheet hides ends its thread at most: the process reads the next one', async () => {
  const bomb = xlsx('<a>'.repeat(16_000_000))
  expect(bomb.bytes.length).toBeLessThan(60_000)
  await expect(readCells(bomb)).rejects.toMatchObject({ code: 'validation', facts: { fields: { file: 'format' } } })
  const full = xlsx(`<worksheet><row>${'<c/>'.repeat(3_000_000)}</row></worksheet>`)
  await expect(readCells(full, undefined, { timeoutMs: 20, heapMb: 64 })).rejects.toMatchObject({ code: 'too-large' })
  const wide = `<worksheet><row a${'x'.repeat(20_000_000)}="1"/></worksheet>`
  await expect(readCells(xlsx(wide), undefined, { timeoutMs: 20_000, heapMb: 8 })).rejects.toMatchObject({
    code: 'too-large',
  })
  expect(await readCells(xlsx('<worksheet><row><c><v>1</v></c></row></worksheet>'))).toEqual([['1']])
})
