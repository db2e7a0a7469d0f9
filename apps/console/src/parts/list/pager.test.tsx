import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../lib/text.ts'
import { Pager } from './pager.tsx'

beforeAll(() => startTexts('zh-CN'))
const wide = window.innerWidth
afterEach(() => {
  cleanup()
  resize(wide)
})

function resize(width: number): void {
  act(() => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  })
}
/** What stands in the row: numbers, and … for those left out. */
const places = () =>
  [...document.querySelectorAll('.ant-pagination-item:not(:empty), [class*="ant-pagination-jump"]')]
    .filter(({ tagName }) => tagName === 'LI')
    .map((one) => (one.className.includes('pagination-jump-') ? '…' : one.textContent))

function show(page: number) {
  return render(<Pager page={page} limit={20} total={400} onChange={() => {}} />)
}

test('PG-4, MB-6 seven places, five below 992 px, and it follows the window', () => {
  resize(1440)
  show(10)
  expect(places()).toEqual(['1', '…', '9', '10', '11', '…', '20'])
  resize(991)
  expect(places()).toEqual(['1', '…', '10', '…', '20'])
  resize(992)
  expect(places()).toHaveLength(7)
})

test.each([1, 2, 4, 17, 20])('PG-4 page %i of 20 keeps to five places on a phone', (page) => {
  resize(390)
  show(page)
  expect(places()).toContain(String(page))
  expect(places()).toHaveLength(5)
})
