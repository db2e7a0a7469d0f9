import type { FieldOf } from '@sluice/contract'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { pastedLines, sumOf } from './lines-rules.ts'
import { sentValues } from '../sent-values.ts'

beforeAll(() => startTexts('zh-CN'))

const items: FieldOf<'lines'> = {
  kind: 'lines',
  table: 'thing_item',
  fields: {
    part: { kind: 'text', required: true },
    quantity: { kind: 'decimal', decimals: 2, sum: true },
    price: { kind: 'money', sum: true },
    amount: { kind: 'money', write: 'never' },
    madeOn: { kind: 'date' },
    spare: { kind: 'boolean' },
    makerId: { kind: 'ref', to: 'user' },
  },
}

test('pasted spreadsheet rows become lines, starting at the column they are pasted in', () => {
  expect(pastedLines('valve\t2.5\t12.50\t2026/3/1\t是\tsomebody\r\nbolt\t1,000\tx\r\n', items, 'part')).toEqual([
    { part: 'valve', quantity: 2.5, price: 1250, madeOn: '2026-03-01', spare: true },
    { part: 'bolt', quantity: 1000 },
  ])
  expect(pastedLines('3\t4', items, 'quantity')).toEqual([{ quantity: 3, price: 400 }])
  expect(pastedLines('a single cell\n', items, 'part')).toBeNull()
})

test('a line is sent as its id and writable fields; an emptied field as empty', () => {
  const line = { id: '7', part: 'valve', amount: 5, makerId: '3', makerIdName: 'somebody', key: 1 }
  const written = { part: 'valve', quantity: null, price: null, madeOn: null, spare: null, makerId: '3' }
  const { id: _id, ...fresh } = line
  expect(sentValues({ fields: { items } }, { name: 'x', items: [line, fresh] })).toEqual({
    name: 'x',
    items: [{ id: '7', ...written }, written],
  })
})

test('a sum is exact to the decimals of its field, with missing values left out', () => {
  const cents = fc.array(fc.option(fc.integer({ min: 0, max: 1_000_000 })), { maxLength: 200 })
  fc.assert(
    fc.property(cents, (values) => {
      const lines = values.map((value) => ({ quantity: value === null ? null : value / 100 }))
      const whole = values.reduce((sum: number, value) => sum + (value ?? 0), 0)
      expect(sumOf('quantity', items.fields['quantity']!, lines)).toBe(whole / 100)
    }),
  )
})
