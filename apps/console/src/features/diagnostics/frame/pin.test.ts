import type { FrameField } from '@sluice/contract'
import { expect, test } from 'vitest'
import { fieldAt, grouped, matches, stepped } from './pin.ts'

const field = (from: number, to: number, more: Partial<FrameField> = {}): FrameField => ({
  from,
  to,
  kind: 'value',
  group: 'head',
  name: 'station',
  value: null,
  parts: [],
  ...more,
})
const FIELDS = [field(0, 2), field(2, 7), field(7, 9, { group: 'values' }), field(9, 10, { group: 'tail' })]

test('a byte belongs to the field around it', () => {
  expect([0, 1, 2, 6, 7, 9].map((byte) => fieldAt(FIELDS, byte))).toEqual([0, 0, 1, 1, 2, 3])
  expect(fieldAt(FIELDS, 10)).toBe(-1)
})

test('arrows step along bytes and along fields, and stop at the ends', () => {
  expect(stepped(FIELDS, null, 'ArrowDown')).toBe(0)
  expect(stepped(FIELDS, 3, 'ArrowRight')).toBe(4)
  expect(stepped(FIELDS, 9, 'ArrowRight')).toBe(9)
  expect(stepped(FIELDS, 0, 'ArrowLeft')).toBe(0)
  expect(stepped(FIELDS, 4, 'ArrowDown')).toBe(7)
  expect(stepped(FIELDS, 4, 'ArrowUp')).toBe(0)
  expect(stepped(FIELDS, 9, 'ArrowDown')).toBe(9)
  expect(stepped([], 3, 'ArrowDown')).toBeNull()
})

test('neighbours of one group stand together', () => {
  expect(grouped(FIELDS).map(({ group, from, to }) => [group, from, to])).toEqual([
    ['head', 0, 7],
    ['values', 7, 9],
    ['tail', 9, 10],
  ])
})

test('a field is found by name, value, bytes and clause, blanks aside', () => {
  const level = field(0, 6, { id: '39', value: '42.310', clause: '39H N(7,3)' })
  for (const words of ['水位', '42.3', '00 0423', 'n(7,3)', ''])
    expect(matches(level, '水位', '392300042310', words)).toBe(true)
  expect(matches(level, '水位', '392300042310', '流量')).toBe(false)
})
