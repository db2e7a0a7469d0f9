import { expect, test } from 'vitest'
import { ByteReader } from './byte-reader.ts'

test('reads forward within its range', () => {
  const reader = new ByteReader(Uint8Array.of(9, 1, 0x12, 0x34, 0xab, 9), 1, 5)
  expect(reader.u8()).toBe(1)
  expect(reader.peek()).toBe(0x12)
  expect(reader.u16()).toBe(0x1234)
  expect(reader.hex(1)).toBe('AB')
  expect(reader.left).toBe(0)
  expect(reader.peek()).toBe(-1)
  expect(reader.overrunAt).toBe(-1)
})

test('a read past the end gives zeros and remembers the first place', () => {
  const reader = new ByteReader(Uint8Array.of(1))
  expect(reader.u16()).toBe(0)
  expect(reader.u8()).toBe(0)
  expect(reader.hex(3)).toBe('')
  expect(reader.overrunAt).toBe(0)
})
