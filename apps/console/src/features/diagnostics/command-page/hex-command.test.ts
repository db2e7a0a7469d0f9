import { expect, test } from 'vitest'
import { bytesOf, checksumOf, spaced } from './hex-command.ts'

const bytes = Uint8Array.of(0x11, 0x01, 0x00, 0x13, 0x00, 0x25)

test('each checksum stands as it goes over the wire', () => {
  expect(checksumOf(bytes, 'NONE')).toBe('')
  expect(checksumOf(bytes, 'SUM8')).toBe('4A')
  expect(checksumOf(bytes, 'CRC16_MODBUS')).toBe('0E84')
  expect(checksumOf(bytes, 'CRC16_HIGH_FIRST')).toBe('840E')
  expect(checksumOf(Uint8Array.of(0xff, 0x02), 'SUM8')).toBe('01')
})

test('a template is filled with address and value, in every place', () => {
  expect(bytesOf('7E 7E {addr} 01 {value} {addr}', { addr: '0012', value: 'ff' })).toEqual(
    Uint8Array.of(0x7e, 0x7e, 0x00, 0x12, 0x01, 0xff, 0x00, 0x12),
  )
})

test('half a byte, another letter, an unfilled place and nothing are no bytes', () => {
  const none = { addr: '', value: '' }
  for (const text of ['7', '7E Z0', '{other}', '', '  ', '{value}']) expect(bytesOf(text, none)).toBeNull()
})

test('bytes are shown in pairs', () => {
  expect(spaced('7E7E01')).toBe('7E 7E 01')
})
