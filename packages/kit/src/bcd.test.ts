import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bcdBytes, readBcd } from './bcd.ts'

test('a number survives the way to BCD and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (value) => {
      const bytes = bcdBytes(value, 8) as Uint8Array
      expect(readBcd(bytes, 0, 8)).toBe(value)
    }),
  )
})

test('digits stand high first', () => {
  expect(bcdBytes(1220, 3)).toEqual(Uint8Array.of(0x00, 0x12, 0x20))
})

test('nothing is zero in every byte', () => {
  expect(bcdBytes(0, 2)).toEqual(Uint8Array.of(0, 0))
  expect(readBcd(Uint8Array.of(0, 0), 0, 2)).toBe(0)
})

test('nine is a digit, ten is none, in either half of a byte', () => {
  expect(readBcd(Uint8Array.of(0x99), 0, 1)).toBe(99)
  expect(readBcd(Uint8Array.of(0xa9), 0, 1)).toBeNaN()
  expect(readBcd(Uint8Array.of(0x9a), 0, 1)).toBeNaN()
})

test('what does not fit or is no digit is refused', () => {
  expect(bcdBytes(100, 1)).toBeNull()
  expect(bcdBytes(-1, 2)).toBeNull()
  expect(bcdBytes(1.5, 2)).toBeNull()
  expect(readBcd(Uint8Array.of(0x1a), 0, 1)).toBeNaN()
  expect(readBcd(new Uint8Array(9).fill(0x99), 0, 9)).toBeNaN()
})
