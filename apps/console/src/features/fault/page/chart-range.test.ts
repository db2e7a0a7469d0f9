import { expect, test } from 'vitest'
import { limitsOfTrigger, rangeOf } from './chart-range.ts'

const AT = Date.parse('2026-05-01T06:00:00Z')
const MINUTE = 60_000
const iso = (minutes: number) => new Date(AT + minutes * MINUTE).toISOString()
const minutes = (fault: Parameters<typeof rangeOf>[0], span: Parameters<typeof rangeOf>[1], now: number) =>
  Object.values(rangeOf(fault, span, AT + now * MINUTE)).map((at) => (at - AT) / MINUTE)

test('a fault that lasts is shown from before its beginning until now', () => {
  const fault = { firstTime: iso(0), clearTime: null, conditionState: 'ACTIVE' }
  expect(minutes(fault, 'minutes10', 24)).toEqual([-10, 24, 24])
  expect(minutes(fault, 'hour1', 24)).toEqual([-60, 24, 24])
  expect(minutes(fault, 'hours24', 24)).toEqual([-1440, 24, 24])
  // One that has just begun has a window too.
  expect(minutes(fault, 'minutes10', 0)).toEqual([-10, 1, 0])
})

test('one that is over is shown until a little after its end, and not beyond now', () => {
  const fault = { firstTime: iso(0), clearTime: iso(30), conditionState: 'CLEARED' }
  expect(minutes(fault, 'minutes10', 600)).toEqual([-10, 34, 30])
  expect(minutes(fault, 'minutes10', 31)).toEqual([-10, 31, 30])
  // It began again: its end before means nothing.
  expect(minutes({ ...fault, conditionState: 'ACTIVE' }, 'minutes10', 600)).toEqual([-10, 600, 600])
})

test('the limit that raised it is drawn where it compares numbers', () => {
  const drawn = (op: 'GT' | 'GE' | 'LT' | 'LE' | 'OUTSIDE' | 'EQ') =>
    limitsOfTrigger({ op, value: 2, value2: 5 }, 3, (value) => value * 10).map(({ side, value }) => [side, value])
  expect([drawn('GT'), drawn('GE')]).toEqual(Array(2).fill([['high', 20]]))
  expect([drawn('LT'), drawn('LE')]).toEqual(Array(2).fill([['low', 20]]))
  expect(drawn('OUTSIDE')).toEqual([
    ['low', 20],
    ['high', 50],
  ])
  expect(drawn('EQ')).toEqual([])
})
