import { expect, test } from 'vitest'
import { crc16Modbus } from './crc.ts'

const check = Uint8Array.from('123456789', (digit) => digit.charCodeAt(0))

test('crc16Modbus has the published check values', () => {
  expect(crc16Modbus(check)).toBe(0x4b37)
  expect(crc16Modbus(Uint8Array.of(0x11, 0x01, 0x00, 0x13, 0x00, 0x25))).toBe(0x840e)
})

test('crc16Modbus covers only its range', () => {
  const padded = Uint8Array.of(0xff, ...check, 0xff)
  expect(crc16Modbus(padded, 1, padded.length - 1)).toBe(0x4b37)
  expect(crc16Modbus(new Uint8Array(0))).toBe(0xffff)
})
