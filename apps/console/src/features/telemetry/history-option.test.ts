import { expect, test } from 'vitest'
import { pressureEnds, wordedGaps } from './history-option.ts'

test('a narrow gap says its length too, but no words lie over others', () => {
  const [long, beside, far] = [
    { from: 10, to: 16 },
    { from: 17, to: 19 },
    { from: 80, to: 81 },
  ]
  expect([...wordedGaps([beside, long, far], 100)]).toEqual([long, far])
  expect(wordedGaps([], 100).size).toBe(0)
})

test('pressures that hardly differ stand in a frame of 0.05 MPa', () => {
  const { min, max } = pressureEnds({ min: 0.411, max: 0.413 })!
  expect(max - min).toBeGreaterThanOrEqual(0.05)
  expect([min <= 0.411, max >= 0.413]).toEqual([true, true])
  expect(pressureEnds({ min: 0, max: 0.001 })).toEqual({ min: 0, max: 0.06 })
  expect(pressureEnds({ min: 0.3, max: 0.4 })).toBeNull()
  expect(pressureEnds({ min: Infinity, max: -Infinity })).toBeNull()
})
