import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWaves, USUAL_WAVES, waveSizes } from './rollout-waves.ts'

const sizes = (text: string, total: number) => waveSizes(parseWaves(text)!, total)

test('waves are typed as numbers and per cent, each counted from the first device', () => {
  expect(sizes(USUAL_WAVES, 200)).toEqual([1, 9, 40, 150])
  expect(sizes(USUAL_WAVES, 10)).toEqual([1, 2, 7])
  expect(sizes(USUAL_WAVES, 1)).toEqual([1])
  expect(sizes('3，100%', 2)).toEqual([2])
  expect(sizes('100%', 7)).toEqual([7])
})

test('waves are refused that reach nobody, too far, or not all', () => {
  for (const text of ['', '0, 100%', '1, 101%', '1, 50%', '5', 'all', '1,,100%', '100%,', '-1, 100%'])
    expect([text, parseWaves(text)]).toEqual([text, undefined])
  expect(parseWaves(Array.from({ length: 13 }, () => '100%').join(','))).toBeUndefined()
})

test('every device is in one wave, whatever the waves', () => {
  const reach = fc.oneof(
    fc.integer({ min: 1, max: 500 }).map((devices) => `${devices}`),
    fc.integer({ min: 1, max: 100 }).map((percent) => `${percent}%`),
  )
  fc.assert(
    fc.property(fc.array(reach, { maxLength: 11 }), fc.integer({ min: 1, max: 20_000 }), (waves, total) => {
      const found = sizes([...waves, '100%'].join(', '), total)
      expect(found.every((size) => size > 0)).toBe(true)
      expect(found.reduce((sum, size) => sum + size, 0)).toBe(total)
    }),
  )
})
