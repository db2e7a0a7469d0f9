import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../../lib/text/text.ts'
import { pointNote } from './point-note.ts'

beforeAll(() => startTexts('zh-CN'))

test('a point notes the values it excludes and since when its meter counted, else nothing', () => {
  const point = { t: '2025-06-12T00:00:00.000Z', v: 1 }
  expect(pointNote(point)).toBe('')
  expect(pointNote({ ...point, bad: 2 })).toBe('剔除 2 个异常值')
  expect(pointNote({ ...point, bad: 2, gapFrom: '2025-05-10T00:00:00.000Z' })).toMatch(
    /^剔除 2 个异常值、2025-05-10 \d\d:\d\d:\d\d 起的用量$/,
  )
})
