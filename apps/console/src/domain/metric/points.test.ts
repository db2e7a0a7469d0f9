import { expect, test } from 'vitest'
import { faceIn } from './points.ts'

const POINTS = [
  { key: 'flow', unit: 'L/s', decimals: 1 },
  { key: 'pressure', unit: 'MPa', decimals: 3 },
  { key: 'pressure.2', unit: 'kPa', decimals: 0 },
]

test('a value is written as its product says; a channel as its metric, unless it is a point itself', () => {
  expect([faceIn(POINTS, 'flow'), faceIn(POINTS, 'pressure.1'), faceIn(POINTS, 'pressure.2')]).toEqual(POINTS)
})

test('what is no point of the product has no unit, however well known its metric is', () => {
  expect([faceIn(POINTS, 'opening'), faceIn([], 'flow')]).toEqual([{}, {}])
})
