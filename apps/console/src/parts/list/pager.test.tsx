import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { scrollToTop } from '../../lib/page/scroll-to-top.ts'
import { startTexts } from '../../lib/text/text.ts'
import { Pager } from './pager.tsx'

vi.mock(import('../../lib/page/scroll-to-top.ts'), () => ({ scrollToTop: vi.fn<() => void>() }))

beforeAll(() => startTexts('zh-CN'))
const wide = window.innerWidth
afterEach(() => {
  cleanup()
  resize(wide)
  vi.mocked(scrollToTop).mockClear()
})

function resize(width: number): void {
  act(() => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  })
}
/** The pager's places: numbers, and … for those left out. */
const places = () =>
  [...document.querySelectorAll('.ant-pagination-item:not(:empty), [class*="ant-pagination-jump"]')]
    .filter(({ tagName }) => tagName === 'LI')
    .map((one) => (one.className.includes('pagination-jump-') ? '…' : one.textContent))

function show(page: number) {
  return render(<Pager page={page} limit={20} total={400} onChange={() => {}} />)
}

test('PG-4, MB-6 the pager has seven places, five below 992 px, and follows the window’s width', () => {
  resize(1440)
  show(10)
  expect(places()).toEqual(['1', '…', '9', '10', '11', '…', '20'])
  resize(991)
  expect(places()).toEqual(['1', '…', '10', '…', '20'])
  resize(992)
  expect(places()).toHaveLength(7)
})

test.each([1, 2, 4, 17, 20])('PG-4 (part) page %i of 20 has at most five places on a phone', (page) => {
  resize(390)
  show(page)
  expect(places()).toContain(String(page))
  expect(places()).toHaveLength(5)
})

/** What a pager on `page` emits on this user action. */
async function emitted(page: number, action: (user: ReturnType<typeof userEvent.setup>) => Promise<void> | void) {
  const onChange = vi.fn<(page: number, limit: number) => void>()
  render(<Pager page={page} limit={20} total={400} onChange={onChange} />)
  await action(userEvent.setup())
  return onChange.mock.calls
}

test('PG-5 a change of the page size goes to page 1', async () => {
  const calls = await emitted(7, async (user) => {
    await user.click(screen.getByRole('combobox'))
    await user.click(document.querySelectorAll('.ant-select-item-option-content')[3]!)
  })
  expect(calls).toEqual([[1, 40]])
})

test('PG-3 every change emits once and scrolls the page to its top', async () => {
  const calls = await emitted(7, (user) => user.click(screen.getByTitle('8')))
  expect(calls).toEqual([[8, 20]])
  expect(scrollToTop).toHaveBeenCalledTimes(1)
  cleanup()
  const jumped = await emitted(7, () => {
    const field = document.querySelector('.ant-pagination-options-quick-jumper input')!
    fireEvent.change(field, { target: { value: '3' } })
    fireEvent.keyUp(field, { key: 'Enter', keyCode: 13 })
  })
  expect(jumped).toEqual([[3, 20]])
  expect(scrollToTop).toHaveBeenCalledTimes(2)
})
