import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { actedRecently as ActedRecently } from './last-act.ts'

let actedRecently: typeof ActedRecently

// One clock for all tests, from before the module is loaded: the module keeps its state between tests, so the time must
// go on.
beforeAll(async () => {
  vi.useFakeTimers()
  actedRecently = (await import('./last-act.ts')).actedRecently
})
afterAll(() => void vi.useRealTimers())

test.each(['pointerdown', 'click', 'keydown', 'popstate'])(
  'a call within five seconds of a %s is the person’s',
  (kind) => {
    vi.advanceTimersByTime(60_000)
    expect(actedRecently()).toBe(false)
    const quiet = (event: Event) => event.stopPropagation()
    document.body.addEventListener(kind, quiet)
    ;(kind === 'popstate' ? window : document.body).dispatchEvent(new Event(kind, { bubbles: true }))
    document.body.removeEventListener(kind, quiet)
    expect(actedRecently()).toBe(true)
    vi.advanceTimersByTime(4_999)
    expect(actedRecently()).toBe(true)
    vi.advanceTimersByTime(1)
    expect(actedRecently()).toBe(false)
  },
)
