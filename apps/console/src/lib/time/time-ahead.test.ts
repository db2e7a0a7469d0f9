import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../text/text.ts'
import { showMoment } from './time-ahead.ts'

beforeAll(() => startTexts('zh-CN'))

test.each([
  [-3 * 3600, '3小时前'],
  [60, '刚刚'],
  [61, '05-12 14:31（还有2分钟）'],
  [3599, '05-12 15:29（还有60分钟）'],
  [3600, '05-12 15:30（还有1小时）'],
  [86_400, '05-13 14:30（还有24小时）'],
  [86_401, '05-13 14:30'],
])('a time %i s ahead is told as it is', (aheadS, text) => {
  const now = Date.UTC(2026, 4, 12, 6, 30)
  expect(showMoment(new Date(now + aheadS * 1000).toISOString(), now)).toBe(text)
})
