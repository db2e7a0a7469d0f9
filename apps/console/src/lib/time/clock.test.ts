import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../text/text.ts'
import { showAge } from './clock.ts'

beforeAll(() => startTexts('zh-CN'))

test('TM-1 the age of a time is told in words, and what is no time as a dash', () => {
  const now = Date.UTC(2026, 4, 12, 6, 30)
  expect(showAge(now - 20_000, now)).toBe('刚刚')
  expect(showAge(now - 3 * 3_600_000, now)).toBe('3小时前')
  expect(showAge(null, now)).toBe('-')
})
