import { expect, test } from 'vitest'
import { gb18030Bytes, gb18030Text, utf8Text } from './text.ts'

test('text of both encodings is read', () => {
  expect(utf8Text(Uint8Array.of(0xe6, 0xb0, 0xb4))).toBe('水')
  expect(gb18030Text(Uint8Array.of(0xcb, 0xae, 0xce, 0xbb))).toBe('水位')
})

test('Chinese and ASCII survive the way to GB18030 and back', () => {
  expect(gb18030Text(gb18030Bytes('水位 12.3 m 堤防€'))).toBe('水位 12.3 m 堤防€')
})

test('a character without a short code becomes a question mark', () => {
  expect(gb18030Bytes('a😀b')).toEqual(Uint8Array.of(0x61, 0x3f, 0x62))
})
