import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../../lib/text/text.ts'
import { briefDuration, clocksOf } from './clocks.ts'

beforeAll(() => startTexts('zh-CN'))

const AT = Date.parse('2026-05-01T06:00:00Z')
const iso = (minutes: number) => new Date(AT + minutes * 60_000).toISOString()
const FAULT = {
  firstTime: iso(0),
  clearTime: null,
  conditionState: 'ACTIVE',
  handleState: 'UNHANDLED',
  ackTime: null,
} as const
const told = (fault: Parameters<typeof clocksOf>[0], minutes: number) =>
  clocksOf(fault, AT + minutes * 60_000).map(({ name, ms, runs }) => [
    name.split('.')[1],
    ms === null ? null : ms / 60_000,
    runs,
  ])

test('a fault that waits has two clocks that run', () => {
  expect(told(FAULT, 24)).toEqual([
    ['lasting', 24, true],
    ['waiting', 24, true],
  ])
})

test('taking stops the second, clearing the first, and how long it has been over runs on', () => {
  const taken = { ...FAULT, handleState: 'ACKED', ackTime: iso(2) } as const
  expect(told(taken, 24)).toEqual([
    ['lasting', 24, true],
    ['response', 2, false],
  ])
  expect(told({ ...taken, conditionState: 'CLEARED', clearTime: iso(30) }, 34)).toEqual([
    ['lasted', 30, false],
    ['response', 2, false],
    ['clearedFor', 4, true],
  ])
})

test('one that cleared before anybody took it waits for nobody, and one that began again is not over', () => {
  expect(told({ ...FAULT, conditionState: 'CLEARED', clearTime: iso(5) }, 9)[1]).toEqual(['response', null, false])
  expect(told({ ...FAULT, clearTime: iso(5) }, 9)).toHaveLength(2)
})

test('a length of time has its two largest units', () => {
  expect([0, 133, 3 * 3600 + 61, 86_400 + 3 * 3600 + 1800].map((s) => briefDuration(s * 1000))).toEqual([
    '0 秒',
    '2 分钟 13 秒',
    '3 小时 1 分钟',
    '1 天 3 小时',
  ])
})
