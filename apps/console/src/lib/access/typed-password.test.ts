import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetTypedPassword, keepTypedPassword, typedPassword } from './typed-password.ts'

const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => {
  forgetTypedPassword()
  vi.useRealTimers()
})

test('a password that was typed is kept for ten minutes from then, however long the page was open before', () => {
  vi.advanceTimersByTime(30 * MINUTE)
  expect(typedPassword()).toBeNull()
  keepTypedPassword('kestrel-7-orbit')
  vi.advanceTimersByTime(10 * MINUTE - 1)
  expect(typedPassword()).toBe('kestrel-7-orbit')
  vi.advanceTimersByTime(1)
  expect(typedPassword()).toBeNull()
})
