import { crc16Modbus, fromHex, toHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import { codecByName } from '../index.ts'
import { MODBUS_CRC_VECTORS, MODBUS_VECTORS, type ModbusVector } from './modbus.vectors.ts'

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

function decoded({ protocol, hex }: Pick<ModbusVector, 'protocol' | 'hex'>): unknown {
  const message = codecByName.get(protocol)!.decode(bytesOf(hex))
  if (!message.ok) throw new Error(`${message.error.kind} at ${message.error.at}`)
  return message.value
}

test('all published frames that are known here are there', () => {
  const counted = (protocol: string) => MODBUS_VECTORS.filter((vector) => vector.protocol === protocol).length
  expect([counted('ModbusRTU'), counted('ModbusTCP'), MODBUS_CRC_VECTORS.length]).toEqual([17, 6, 2])
})

test.each(MODBUS_VECTORS)('$protocol $hex reads as published', (vector) => {
  const codec = codecByName.get(vector.protocol)!
  expect(codec.describe(decoded(vector), bytesOf(vector.hex))).toMatchObject(vector.expected)
})

test.each(MODBUS_VECTORS)('$protocol $hex is written as published', (vector) => {
  const frame = codecByName.get(vector.protocol)!.encode(decoded(vector))
  expect(frame.ok && toHex(frame.value)).toBe(vector.hex)
})

test.each(MODBUS_VECTORS)('$protocol $hex survives JSON, and comes whole out of a stream', (vector) => {
  const message = decoded(vector)
  expect(JSON.parse(JSON.stringify(message))).toEqual(message)
  const { frames, faults } = codecByName.get(vector.protocol)!.split(bytesOf(vector.hex.repeat(2)))
  expect(frames.map((frame) => toHex(frame))).toEqual([vector.hex, vector.hex])
  expect(faults).toEqual([])
})

test.each(MODBUS_CRC_VECTORS)('the CRC of $ascii$hex is $crc', ({ ascii, hex, crc }) => {
  const bytes = hex === undefined ? Uint8Array.from(ascii!, (char) => char.charCodeAt(0)) : bytesOf(hex)
  expect(crc16Modbus(bytes)).toBe(crc)
})
