import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scrollToTop } from './scroll-to-top.ts'

/** A page scrolled down by `top` px. */
function page(top: number, reduced = false) {
  const at = { top }
  vi.stubGlobal('scrollTo', (to: { top: number }) => (at.top = to.top))
  vi.stubGlobal('matchMedia', () => ({ matches: reduced }))
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => at.top)
  return at
}

beforeEach(() => {
  vi.useFakeTimers()
  // The page has been open for a while.
  vi.advanceTimersByTime(5_000)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('PG-3 (part) the page glides to its top in 0.8 s', () => {
  const at = page(1000)
  scrollToTop()
  vi.advanceTimersByTime(400)
  expect(at.top).toBeGreaterThan(400)
  expect(at.top).toBeLessThan(600)
  vi.advanceTimersByTime(300)
  expect(at.top).toBeGreaterThan(0)
  vi.advanceTimersByTime(120)
  expect(at.top).toBe(0)
})

test('PG-3 (part) scrolling down meanwhile stops the return to the top; with reduced motion it is instant', () => {
  const at = page(1000)
  scrollToTop()
  vi.advanceTimersByTime(200)
  at.top = 1200
  vi.advanceTimersByTime(1000)
  expect(at.top).toBe(1200)
  const still = page(1000, true)
  scrollToTop()
  expect(still.top).toBe(0)
})

test('a page that is at its top already is not scrolled', () => {
  page(0)
  const scrolled = vi.spyOn(window, 'scrollTo')
  scrollToTop()
  vi.advanceTimersByTime(1000)
  page(0, true)
  scrollToTop()
  expect(scrolled).not.toHaveBeenCalled()
})
