import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ByteWriter } from './byte-writer.ts'
import { toHex } from './hex.ts'

test('writes forward and grows', () => {
  const writer = new ByteWriter(1)
  writer.u8(1)
  writer.u16(0x1234)
  writer.latin1('AB')
  expect(writer.hex('ffee')).toBe(true)
  writer.bytes(Uint8Array.of(9))
  writer.set(0, 7)
  expect(toHex(writer.view())).toBe('0712344142FFEE09')
})

test('text that is no hex leaves nothing behind', () => {
  const writer = new ByteWriter()
  expect(writer.hex('00Z0')).toBe(false)
  expect(writer.hex('000')).toBe(false)
  expect(writer.length).toBe(0)
})

test('any bytes come out as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array()), (chunks) => {
      const writer = new ByteWriter(1)
      for (const chunk of chunks) writer.bytes(chunk)
      expect(toHex(writer.view())).toBe(chunks.map((chunk) => toHex(chunk)).join(''))
    }),
  )
})

test('a copy keeps what was written when the writer goes on', () => {
  const writer = new ByteWriter()
  writer.u16(0x1234)
  const copy = writer.copy()
  writer.set(0, 0)
  writer.u8(1)
  expect(toHex(copy)).toBe('1234')
})
