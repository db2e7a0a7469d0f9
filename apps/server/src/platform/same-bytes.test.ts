import { expect, test } from 'vitest'
import { sameBytes } from './same-bytes.ts'

test('secrets of another length, or of the same with another byte, are not the same', () => {
  const secret = Buffer.from('水闸')
  expect(sameBytes(secret, Buffer.from('水闸'))).toBe(true)
  expect([Buffer.from('水阀'), secret.subarray(1), Buffer.alloc(0)].map((other) => sameBytes(secret, other))).toEqual([
    false,
    false,
    false,
  ])
  expect(sameBytes(Buffer.alloc(0), Buffer.alloc(0))).toBe(true)
})
