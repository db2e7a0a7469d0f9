import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { showFresh } from './fresh.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const made = () => document.createElement('span')
const shade = (element: HTMLElement) => element.dataset['fresh']

test('a changed value fades in three shades and is clear within 600 ms', () => {
  const value = made()
  showFresh(value)
  const shades = [shade(value)]
  for (let n = 0; n < 3; n++) {
    vi.advanceTimersByTime(200)
    shades.push(shade(value))
  }
  expect(shades).toEqual(['3', '2', '1', undefined])
  expect(vi.getTimerCount()).toBe(0)
})

test('values that change at different times share their frames, and one that changes again begins anew', () => {
  const [one, other] = [made(), made()]
  showFresh(one)
  vi.advanceTimersByTime(250)
  showFresh(other)
  expect(vi.getTimerCount()).toBe(1)
  showFresh(one)
  vi.advanceTimersByTime(150)
  expect([shade(one), shade(other)]).toEqual(['2', '2'])
  vi.advanceTimersByTime(400)
  expect([shade(one), shade(other)]).toEqual([undefined, undefined])
})
