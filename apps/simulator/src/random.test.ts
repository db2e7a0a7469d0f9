import { expect, test } from 'vitest'
import { chanceAt, createRandom, noiseAt, seedOf } from './random.ts'

test('the same seed draws the same, another seed something else', () => {
  const draw = (seed: number) => {
    const random = createRandom(seed)
    return Array.from({ length: 20 }, () => random.next())
  }
  expect(draw(5)).toEqual(draw(5))
  expect(draw(5)).not.toEqual(draw(6))
  expect(seedOf('0010000001', 3)).toBe(seedOf('0010000001', 3))
  expect(seedOf('0010000001', 3)).not.toBe(seedOf('0010000002', 3))
})

test('draws and stateless chance are spread over [0, 1)', () => {
  const random = createRandom(1)
  for (const draw of [() => random.next(), (n: number) => chanceAt(99, n), (n: number) => chanceAt(n, 7)]) {
    const values = Array.from({ length: 4000 }, (_, n) => draw(n))
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0)
    expect(Math.max(...values)).toBeLessThan(1)
    expect(values.reduce((sum, value) => sum + value, 0) / values.length).toBeCloseTo(0.5, 1)
    const inFirstTenth = values.filter((value) => value < 0.1).length
    expect(inFirstTenth).toBeGreaterThan(300)
    expect(inFirstTenth).toBeLessThan(500)
  }
})

test('noise is smooth and stays within [-1, 1]', () => {
  for (let x = -50; x < 50; x += 0.05) {
    const value = noiseAt(3, x)
    expect(Math.abs(value)).toBeLessThanOrEqual(1)
    expect(Math.abs(noiseAt(3, x + 0.01) - value)).toBeLessThan(0.04)
  }
})
