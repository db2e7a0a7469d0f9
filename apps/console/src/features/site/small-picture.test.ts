import { expect, test } from 'vitest'
import { fitted } from './small-picture.ts'

test('SB-8 (part) a logo is drawn whole and never enlarged', () => {
  expect(fitted(384, 192, 192)).toEqual({ width: 192, height: 96 })
  expect(fitted(10, 4000, 192)).toEqual({ width: 1, height: 192 })
  expect(fitted(20, 10, 192)).toEqual({ width: 20, height: 10 })
})
