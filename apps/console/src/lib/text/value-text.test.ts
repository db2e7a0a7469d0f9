import { beforeAll, expect, test } from 'vitest'
import { startTexts } from './text.ts'
import { bytesText } from './value-text.ts'

beforeAll(() => startTexts('zh-CN'))

test.each([
  [0, '0 B'],
  [1023, '1,023 B'],
  [1024, '1 KB'],
  [422_400, '412.5 KB'],
  // Not 1,024 KB.
  [1_048_575, '1 MB'],
  [3_355_443, '3.2 MB'],
  [5_368_709_120, '5 GB'],
])('%i bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text))
