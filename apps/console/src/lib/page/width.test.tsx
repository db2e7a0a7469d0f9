import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useMobile } from './width.ts'

const wide = window.innerWidth
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  window.innerWidth = wide
})

function Layout() {
  return <output>{useMobile() ? 'mobile' : 'desktop'}</output>
}
const layout = () => screen.getByRole('status').textContent

function resize(width: number): void {
  act(() => {
    window.innerWidth = width
    window.dispatchEvent(new Event('resize'))
  })
}

test('MB-1, AM-16 991 is mobile, 992 and 993 are desktop', () => {
  render(<Layout />)
  const seen = [991, 992, 993, 360].map((width) => {
    resize(width)
    return layout()
  })
  expect(seen).toEqual(['mobile', 'desktop', 'desktop', 'mobile'])
})

test('MB-4 a hidden page keeps its layout until it is visible', () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
  render(<Layout />)
  resize(1440)
  hidden.mockReturnValue(true)
  resize(600)
  expect(layout()).toBe('desktop')
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(layout()).toBe('mobile')
})
