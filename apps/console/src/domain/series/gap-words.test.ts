import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { gapWords } from './gap-words.ts'

beforeAll(() => startTexts('zh-CN'))

test('a gap of less than two hours is told in minutes', () => {
  const [MINUTE, HOUR] = [60_000, 3_600_000]
  expect([75 * MINUTE, 2 * HOUR, 6 * HOUR].map((to) => gapWords({ from: 0, to }))).toEqual([
    '无数据 75 分',
    '无数据 2 小时',
    '无数据 6 小时',
  ])
})
