import { expect, test } from 'vitest'
import { payStateOf } from './fee.rules.ts'

const bill = (more = {}) => ({ totalFee: 100_400, inWarranty: true, damaged: null, ...more })

test('a repair under warranty is free, unless somebody broke the device', () => {
  expect(payStateOf(null, bill())).toBe('FREE')
  expect(payStateOf('NONE', bill({ damaged: false }))).toBe('FREE')
  expect(payStateOf('NONE', bill({ damaged: true }))).toBe('UNPAID')
  expect(payStateOf('NONE', bill({ inWarranty: false }))).toBe('UNPAID')
  expect(payStateOf('NONE', bill({ inWarranty: null }))).toBe('UNPAID')
})

test('what costs nothing is not paid, and what a person decided stays', () => {
  expect(payStateOf('NONE', bill({ totalFee: 0, inWarranty: false }))).toBe('NONE')
  expect(payStateOf('PAID', bill())).toBe('PAID')
  expect(payStateOf('UNPAID', bill())).toBe('UNPAID')
})
