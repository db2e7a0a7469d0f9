import { act, cleanup, render } from '@testing-library/react'
import { Profiler, type ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { Age, Reading } from './reading.tsx'

const NOON = Date.parse('2026-01-01T12:00:00Z')

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** How often the parts were drawn; a list has hundreds of them. */
function drawn(children: ReactNode): { count(): number; text: string } {
  let count = 0
  const { container } = render(
    <Profiler id="parts" onRender={() => count++}>
      {children}
    </Profiler>,
  )
  return {
    count: () => count,
    get text() {
      return container.textContent
    },
  }
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a value is drawn again when it becomes old, not with every second', () => {
  const reading = { v: 42, ts: new Date(NOON - 60_000).toISOString(), q: 'GOOD' } as const
  const parts = drawn(<Reading metric="opening" reading={reading} face={{ unit: '%' }} staleAfter={120_000} />)
  const first = parts.count()
  void pass(59_000)
  expect(parts.count()).toBe(first)
  void pass(3_000)
  expect(parts.count()).toBe(first + 1)
  expect(document.querySelector('.reading.stale')).toBeTruthy()
})

test('an age is drawn again when its words change', () => {
  const parts = drawn(<Age time={new Date(NOON - 65_000).toISOString()} />)
  const [first, text] = [parts.count(), parts.text]
  // Two minutes from 61 s to 120 s of age.
  void pass(50_000)
  expect([parts.count(), parts.text]).toEqual([first, text])
  void pass(10_000)
  expect(parts.count()).toBe(first + 1)
  expect(parts.text).not.toBe(text)
})
