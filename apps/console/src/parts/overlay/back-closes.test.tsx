import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useBackCloses } from './back-closes.ts'

const wide = window.innerWidth
const close = vi.fn<(name: string) => void>()
beforeEach(() => {
  window.innerWidth = 390
  history.replaceState({ idx: 3 }, '')
})
afterEach(async () => {
  cleanup()
  await settled()
  vi.resetAllMocks()
  window.innerWidth = wide
})

/** Entries are pushed and left a task later. */
const settled = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
async function back(): Promise<void> {
  history.back()
  await settled()
}
const isOver = () => 'overlay' in (history.state as object)

function Over({ name }: { name: string }) {
  useBackCloses(() => close(name))
  return null
}

test('Back closes what is over the page, and leaves the page where it was', async () => {
  const { unmount } = render(<Over name="a" />)
  await settled()
  expect([isOver(), history.state]).toEqual([true, expect.objectContaining({ idx: 3 })])
  close.mockImplementation(() => unmount())
  await back()
  expect(close.mock.calls).toEqual([['a']])
  expect(history.state).toEqual({ idx: 3 })
})

test('closed by its own button it takes its entry with it', async () => {
  const { unmount } = render(<Over name="a" />)
  await settled()
  unmount()
  await settled()
  expect([isOver(), history.state]).toEqual([false, { idx: 3 }])
  expect(close).not.toHaveBeenCalled()
})

test('of two, one over the other, Back closes the upper one', async () => {
  const draw = (names: string[]) => (
    <>
      {names.map((name) => (
        <Over key={name} name={name} />
      ))}
    </>
  )
  const { rerender } = render(draw(['a']))
  await settled()
  rerender(draw(['a', 'b']))
  await settled()
  close.mockImplementation((name) => rerender(draw(name === 'b' ? ['a'] : [])))
  await back()
  expect(close.mock.calls).toEqual([['b']])
  await back()
  expect(close.mock.calls).toEqual([['b'], ['a']])
  expect(history.state).toEqual({ idx: 3 })
})

test('what stays open when it is asked to close has its entry again', async () => {
  render(<Over name="a" />)
  await settled()
  await back()
  expect([close.mock.calls.length, isOver()]).toEqual([1, true])
  await back()
  expect(close).toHaveBeenCalledTimes(2)
})

test('a desktop keeps its history', async () => {
  window.innerWidth = 1440
  render(<Over name="a" />)
  await settled()
  expect(history.state).toEqual({ idx: 3 })
})

test('one that opens while the entry of another is being left stays open', async () => {
  const { rerender, unmount } = render(<Over key="a" name="a" />)
  await settled()
  rerender(<Over key="b" name="b" />)
  await settled()
  expect([close.mock.calls.length, isOver()]).toEqual([0, true])
  close.mockImplementation(() => unmount())
  await back()
  expect([close.mock.calls, history.state]).toEqual([[['b']], { idx: 3 }])
})

test('two that close together leave no entry', async () => {
  const { rerender } = render([<Over key="a" name="a" />])
  await settled()
  rerender([<Over key="a" name="a" />, <Over key="b" name="b" />])
  await settled()
  rerender([<Over key="a" name="a" />])
  rerender([])
  await settled()
  expect(history.state).toEqual({ idx: 3 })
})

test('what closed with a step to another page is not met on the way back', async () => {
  const { unmount } = render(<Over name="a" />)
  await settled()
  history.pushState({ idx: 4 }, '')
  unmount()
  await back()
  expect([history.state, close.mock.calls.length]).toEqual([{ idx: 3 }, 0])
})

test('what is shut has no entry, and gets one when it opens', async () => {
  function Shut({ open }: { open: boolean }) {
    useBackCloses(() => close('shut'), open)
    return null
  }
  const { rerender } = render(<Shut open={false} />)
  await settled()
  expect(isOver()).toBe(false)
  rerender(<Shut open />)
  await settled()
  expect(isOver()).toBe(true)
  rerender(<Shut open={false} />)
  await settled()
  expect(history.state).toEqual({ idx: 3 })
})
