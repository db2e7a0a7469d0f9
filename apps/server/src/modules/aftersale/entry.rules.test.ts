import { expect, test } from 'vitest'
import { changedIn, clashesOf, filledOf } from './entry.rules.ts'

const SAND = { id: '4', item: '油封', quantity: 2, price: 1200, amount: 2400 }
const ROW = { cause: '进沙', damaged: null, measure: null, untested: null, laborFee: 12_000, parts: [SAND] }
const line = ({ item, quantity, price }: typeof SAND) => ({ item, quantity, price })

test('what stands in a field is told as a telephone says it, a part without its id and its sum', () => {
  expect(filledOf(ROW, ['cause', 'parts'])).toEqual({ cause: '进沙', parts: [line(SAND)] })
})

test('a field clashes when what stands there is neither what the person saw nor what they want', () => {
  expect(clashesOf(ROW, { cause: '进沙' }, { cause: '卡物' })).toEqual([])
  expect(clashesOf(ROW, { cause: null }, { cause: '进沙' })).toEqual([])
  expect(clashesOf(ROW, { cause: null }, { cause: '卡物' })).toEqual(['cause'])
  expect(clashesOf(ROW, {}, { measure: '清沙' })).toEqual([])
  expect(clashesOf(ROW, { parts: [line(SAND)] }, { parts: [] })).toEqual([])
  expect(clashesOf(ROW, { parts: [] }, { parts: [line({ ...SAND, quantity: 1 })] })).toEqual(['parts'])
  expect(clashesOf(ROW, { laborFee: 0, cause: null }, { laborFee: 1, cause: 'x' })).toEqual(['laborFee', 'cause'])
})

test('a value that was there already is nobody’s change, and neither is a field that is not filled in here', () => {
  expect(changedIn(ROW, { cause: '进沙', laborFee: 1, contact: '王' })).toEqual(['laborFee'])
  expect(changedIn(ROW, { cause: null, parts: [SAND] })).toEqual(['cause'])
  expect(changedIn(ROW, { parts: [{ ...SAND, quantity: 3 }] })).toEqual(['parts'])
})
