import { expect, test } from 'vitest'
import { believedTime } from './believed-time.ts'

test('a telephone whose clock is ahead begins now, and nothing waits on one longer than a week', () => {
  const now = Date.parse('2026-06-12T06:00:00Z')
  expect(believedTime(now + 60_000, now)).toBe(now)
  expect(believedTime(now - 60_000, now)).toBe(now - 60_000)
  expect(believedTime(0, now)).toBe(now - 7 * 86_400_000)
})
