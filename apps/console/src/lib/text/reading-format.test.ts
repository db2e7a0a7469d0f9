import { expect, test } from 'vitest'
import { formatNumber } from './reading-format.ts'

test('fixed decimals, thousands, and a real minus', () => {
  expect(formatNumber(1234.5, 2)).toBe('1,234.50')
  expect(formatNumber(-0.5, 1)).toBe('−0.5')
  expect(formatNumber(-0.04, 1)).toBe('0.0')
  expect(formatNumber(-0.0004)).toBe('0')
  expect(formatNumber(1.23456)).toBe('1.235')
  expect(formatNumber(7)).toBe('7')
  expect(formatNumber(7, 0)).toBe('7')
  expect(formatNumber(7, 3)).toBe('7.000')
})

test('a number too long for its place is written with an exponent', () => {
  expect(formatNumber(999_999_999_999_999, 0)).toBe('999,999,999,999,999')
  expect(formatNumber(1e15, 0)).toBe('1.000e+15')
  expect(formatNumber(-1e15, 0)).toBe('−1.000e+15')
})
