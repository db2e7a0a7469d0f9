import type { ProductModel } from '@sluice/contract'
import { expect, test } from 'vitest'
import { begunWith, changedTo, type ModelDraft, redone, replaced, undone } from './model-draft.ts'

const MODEL: ProductModel = {
  productNo: 'A',
  name: '甲',
  englishName: 'A',
  deviceTypeCode: 'SENSOR',
  nodeKind: 'DIRECT',
  protocol: 'SL651',
  keepsOnline: true,
  reportIntervalS: 300,
  points: ['level', 'doorOpen', 'gateOpening'],
  uplink: {
    protocol: 'SL651',
    elements: [{ id: '39', key: 'level', channel: 0 }],
    statusBits: [
      { bit: 1, key: 'doorOpen', when: 1 },
      { bit: 2, fault: 'S01', when: 1 },
    ],
    switches: [{ func: '4C', key: 'pumpState', on: 'RUN', off: 'STOP' }],
    gates: { key: 'gateOpening', factor: 0.01 },
  },
  commands: [],
  downlinks: null,
}
const named = (name: string): ProductModel => ({ ...MODEL, name })
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
