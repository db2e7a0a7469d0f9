import { expect, test } from 'vitest'
import { pathOf } from './strokes.ts'

test('a signature is a path of its lines, a dot included', () => {
  expect(
    pathOf([
      [1, 2, 3, 4, 5, 6],
      [7, 8],
    ]),
  ).toBe('M1 2L3 4L5 6M7 8h1')
})
