import { expect, test } from 'vitest'
import { packetFits } from './sl651.frame.ts'
import type { Sl651Message } from './sl651.messages.ts'

const fits = (start: 'STX' | 'SYN', packet?: { total: number; no: number }) =>
  packetFits({ start, packet } as Sl651Message)

test('SYN announces packet numbers, STX has none', () => {
  expect(fits('STX')).toBe(true)
  expect(fits('STX', { total: 1, no: 1 })).toBe(false)
  expect(fits('SYN')).toBe(false)
  expect(fits('SYN', { total: 1, no: 1 })).toBe(true)
})

test('the number of a packet lies within the total, and both within twelve bits', () => {
  expect(fits('SYN', { total: 4095, no: 4095 })).toBe(true)
  expect(fits('SYN', { total: 4096, no: 1 })).toBe(false)
  expect(fits('SYN', { total: 3, no: 0 })).toBe(false)
  expect(fits('SYN', { total: 3, no: 4 })).toBe(false)
  expect(fits('SYN', { total: 3.5, no: 1 })).toBe(false)
  expect(fits('SYN', { total: 3, no: 1.5 })).toBe(false)
})
