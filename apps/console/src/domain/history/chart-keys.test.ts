import { expect, test } from 'vitest'
import { keyedRange } from './chart-keys.ts'

const DAY = 86_400_000
const whole = [0, DAY] as const

test('plus shows the middle half, minus twice as much, and neither goes beyond the whole', () => {
  expect(keyedRange('+', whole, whole)).toEqual([DAY / 4, (DAY * 3) / 4])
  expect(keyedRange('=', whole, whole)).toEqual([DAY / 4, (DAY * 3) / 4])
  expect(keyedRange('-', [DAY / 4, DAY / 2], whole)).toEqual([DAY / 8, (DAY * 5) / 8])
  expect(keyedRange('-', [0, DAY / 4], whole)).toEqual([0, DAY / 2])
  expect(keyedRange('-', [DAY / 8, DAY], whole)).toEqual([0, DAY])
  expect(keyedRange('-', whole, whole)).toBeNull()
})

test('a minute is the least', () => {
  expect(keyedRange('+', [0, 90_000], whole)).toEqual([15_000, 75_000])
  expect(keyedRange('+', [0, 60_000], whole)).toBeNull()
  expect(keyedRange('+', [0, 30_000], whole)).toBeNull()
})

test('the arrows move by a quarter and stop at the ends of the whole', () => {
  expect(keyedRange('ArrowRight', [0, DAY / 2], whole)).toEqual([DAY / 8, (DAY * 5) / 8])
  expect(keyedRange('ArrowLeft', [DAY / 8, (DAY * 5) / 8], whole)).toEqual([0, DAY / 2])
  expect(keyedRange('ArrowLeft', [DAY / 100, DAY / 2], whole)).toEqual([0, Math.round(DAY / 2 - DAY / 100)])
  expect(keyedRange('ArrowRight', [DAY / 2, DAY], whole)).toBeNull()
})

test('other keys ask for nothing', () => {
  expect(keyedRange('a', whole, whole)).toBeNull()
  expect(keyedRange('Escape', [0, DAY / 2], whole)).toBeNull()
})
