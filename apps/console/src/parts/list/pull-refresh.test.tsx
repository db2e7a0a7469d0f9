import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { PullRefresh } from './pull-refresh.tsx'

const wide = window.innerWidth
const refresh = vi.fn<() => void>()

function List({ busy = false }: { busy?: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  return (
    <div ref={place} data-testid="list">
      <PullRefresh place={place} busy={busy} onRefresh={refresh} />
    </div>
  )
}

beforeAll(() => startTexts('zh-CN'))
beforeEach(() => {
  window.innerWidth = 390
})
afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  window.innerWidth = wide
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
})

const list = () => screen.getByTestId('list')
const at = (x: number, y: number) => ({ touches: [{ clientX: x, clientY: y }] })
const start = (...fingers: readonly { clientX: number; clientY: number }[]) =>
  fireEvent.touchStart(list(), { touches: fingers })
/** Whether the browser was kept from doing something of its own. */
const move = (x: number, y: number) => !fireEvent.touchMove(list(), at(x, y))
const said = () => screen.queryByRole('status')?.textContent ?? null

test('a pull says what it does, and what letting go does, and fetches once', () => {
  const { rerender } = render(<List />)
  start({ clientX: 100, clientY: 100 })
  expect([move(102, 140), said()]).toEqual([true, '下拉刷新'])
  move(102, 228)
  expect([said(), refresh.mock.calls.length]).toEqual(['松开刷新', 0])
  fireEvent.touchEnd(list())
  expect(refresh).toHaveBeenCalledOnce()
  rerender(<List busy />)
  expect(said()).toBe('正在刷新')
  rerender(<List />)
  expect(said()).toBeNull()
})

test('let go too early, or taken away, nothing is fetched', () => {
  render(<List />)
  for (const [y, end] of [
    [220, fireEvent.touchEnd],
    [300, fireEvent.touchCancel],
  ] as const) {
    start({ clientX: 100, clientY: 100 })
    move(100, y)
    expect(said()).not.toBeNull()
    end(list())
    expect([said(), refresh.mock.calls.length]).toEqual([null, 0])
  }
})

test.each([
  ['a scroll up', [100, 60]],
  ['a swipe of a row', [20, 110]],
])('%s is no pull, and becomes none', (_what, [x, y]) => {
  render(<List />)
  start({ clientX: 100, clientY: 100 })
  expect(move(x!, y!)).toBe(false)
  expect(move(100, 300)).toBe(false)
  fireEvent.touchEnd(list())
  expect([said(), refresh.mock.calls.length]).toEqual([null, 0])
})

test('further down the page, with two fingers, or on a desktop there is no pull', () => {
  const pull = (fingers = 1) => {
    start(...Array.from({ length: fingers }, () => ({ clientX: 100, clientY: 100 })))
    move(100, 300)
    fireEvent.touchEnd(list())
  }
  render(<List />)
  pull(2)
  Object.defineProperty(window, 'scrollY', { value: 40, configurable: true })
  pull()
  cleanup()
  Object.defineProperty(window, 'scrollY', { value: 0, configurable: true })
  window.innerWidth = 1440
  render(<List />)
  pull()
  expect(refresh).not.toHaveBeenCalled()
})
