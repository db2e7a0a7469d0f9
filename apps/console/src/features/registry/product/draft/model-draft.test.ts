import { emptyModel, type ProductModel } from '@sluice/contract'
import { expect, test } from 'vitest'
import { begunWith, changedTo, type ModelDraft, redone, replaced, undone } from './model-draft.ts'

const named = (name: string): ProductModel =>
  emptyModel({
    productNo: 'A',
    name,
    englishName: 'A',
    deviceTypeCode: 'SENSOR',
    nodeKind: 'DIRECT',
    protocol: 'SL651',
  })
const names = ({ past, now, future }: ModelDraft) =>
  [past, [now], future].map((list) => list.map(({ name }) => name).join(''))

test('every change can be taken back and made again, until another one is made', () => {
  let draft = changedTo(changedTo(begunWith(named('甲')), named('乙')), named('丙'))
  expect(names(draft)).toEqual(['甲乙', '丙', ''])
  draft = undone(undone(draft))
  expect(names(draft)).toEqual(['', '甲', '乙丙'])
  expect(undone(draft)).toEqual(draft)
  draft = redone(draft)
  expect(names(draft)).toEqual(['甲', '乙', '丙'])
  expect(names(changedTo(draft, named('丁')))).toEqual(['甲乙', '丁', ''])
  expect(names(changedTo(draft, named('乙')))).toEqual(['甲', '乙', '丙'])
  expect(redone(redone(redone(draft))).now.name).toBe('丙')
})

test('an item of a list is replaced, added at its end, or taken out', () => {
  expect(replaced(['a', 'b'], 1, 'c')).toEqual(['a', 'c'])
  expect(replaced(['a', 'b'], 2, 'c')).toEqual(['a', 'b', 'c'])
  expect(replaced(['a', 'b'], 0, null)).toEqual(['b'])
})
