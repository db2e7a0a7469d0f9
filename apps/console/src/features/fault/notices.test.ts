import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetNotices, notify, useNotices } from './notices.ts'

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
