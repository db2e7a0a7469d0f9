import { expect, test } from 'vitest'
import { metresBetween, saidMetres } from './metres.ts'

test('the distance of two near positions is that on the ground', () => {
  expect(metresBetween([115, 37], [115, 37])).toBe(0)
  expect(metresBetween([115, 37], [115, 37.00001])).toBeCloseTo(1.11, 2)
  // A degree of longitude is shorter away from the equator.
  expect(metresBetween([115, 60], [115.00001, 60])).toBeCloseTo(0.556, 2)
})

test('metres are said to a tenth below a hundred', () => {
  expect([saidMetres(1.84), saidMetres(99.96), saidMetres(120.4)]).toEqual(['1.8', '100.0', '120'])
})
