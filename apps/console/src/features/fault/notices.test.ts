import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { tellFaults } from '../../lib/page/told-faults.ts'
import { forgetNotices, notify, useNotices, yieldToMessages } from './notices.ts'

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  forgetNotices()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const shown = () => useNotices.getState().notices.map(({ text }) => text)

test('FB-8 the same text within 5 s is shown once, after that again; another one at once', () => {
  notify('电机堵转')
  vi.advanceTimersByTime(4_999)
  notify('电机堵转')
  expect(shown()).toEqual(['电机堵转'])
  notify('水位过高')
  expect(shown()).toEqual(['电机堵转', '水位过高'])
  vi.advanceTimersByTime(1)
  notify('电机堵转')
  expect(shown()).toEqual(['电机堵转', '水位过高', '电机堵转'])
})

test('FB-8 the time counts from when it was shown, even if the user closed it', () => {
  notify('电机堵转')
  useNotices.getState().close(useNotices.getState().notices[0]!.id)
  vi.advanceTimersByTime(3_000)
  notify('电机堵转')
  expect(shown()).toEqual([])
  vi.advanceTimersByTime(2_000)
  notify('电机堵转')
  expect(shown()).toEqual(['电机堵转'])
})

test('FB-8 on a hidden page nothing is shown, and the message does not count as shown', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  notify('电机堵转')
  expect(shown()).toEqual([])
  hidden.mockReturnValue(false)
  notify('电机堵转')
  expect(shown()).toEqual(['电机堵转'])
})

test('FB-7 a notice closes by itself after 8 s, a critical one stays until closed', () => {
  notify('水位过高', 3)
  notify('电机堵转', 4)
  vi.advanceTimersByTime(7_999)
  expect(shown()).toEqual(['水位过高', '电机堵转'])
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual(['电机堵转'])
  vi.advanceTimersByTime(3_600_000)
  expect(shown()).toEqual(['电机堵转'])
})

const STUCK = { id: '1', line: '12#阀：电机堵转', level: 4 }
const HIGH = { id: '2', line: '闸前：水位过高', level: 3 }
const FLAT = { id: '3', line: '7#阀：电池欠压', level: 2 }
const MESSAGE = '12#阀：电机堵转；另有 2 条新故障'
const bell = () => notify(MESSAGE, 4, [STUCK, HIGH, FLAT])

test('a fault that a message told of before has no second notice; what the line says beside it stays', () => {
  tellFaults(['1'])
  bell()
  expect(shown()).toEqual(['闸前：水位过高；另有 1 条新故障'])
  expect(useNotices.getState().notices[0]!.level).toBe(3)
  notify(STUCK.line, 4, [STUCK])
  expect(shown()).toHaveLength(1)
  // A fault that begins again later is told again.
  vi.advanceTimersByTime(60_000)
  notify(STUCK.line, 4, [STUCK])
  expect(shown()).toEqual([STUCK.line])
})

test('a message that comes after the notice takes its fault out of it, and the notice away with the last', () => {
  onTestFinished(yieldToMessages())
  bell()
  notify('没有编号的', 1)
  expect(shown()).toEqual([MESSAGE, '没有编号的'])
  tellFaults(['9'])
  expect(shown()).toEqual([MESSAGE, '没有编号的'])
  tellFaults(['1', '2'])
  expect(shown()).toEqual([FLAT.line, '没有编号的'])
  tellFaults(['3'])
  expect(shown()).toEqual(['没有编号的'])
})
