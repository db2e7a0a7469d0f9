import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromHex, hexDigit, toHex } from './hex.ts'

test('hex is upper case and covers a range', () => {
  expect(toHex(Uint8Array.of(0, 0xab, 0xff))).toBe('00ABFF')
  expect(toHex(Uint8Array.of(1, 2, 3, 4), 1, 3)).toBe('0203')
})

test('bytes survive the way to hex and back, in either case', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(fromHex(toHex(bytes))).toEqual({ ok: true, value: bytes })
      expect(fromHex(toHex(bytes).toLowerCase())).toEqual({ ok: true, value: bytes })
    }),
  )
})

test('a wrong character or an odd length fails with its offset', () => {
  expect(fromHex('0G')).toEqual({ ok: false, error: 1 })
  expect(fromHex('00 1')).toEqual({ ok: false, error: 2 })
  expect(fromHex('001')).toEqual({ ok: false, error: 2 })
  expect(fromHex('水水')).toEqual({ ok: false, error: 0 })
})

test('digits have values, others have none', () => {
  expect([hexDigit(0x39), hexDigit(0x41), hexDigit(0x66), hexDigit(0x67), hexDigit(0x6c34)]).toEqual([
    9, 10, 15, -1, -1,
  ])
})
