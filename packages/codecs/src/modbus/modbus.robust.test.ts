import { crc16Modbus, fromHex, toHex } from '@sluice/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Codec } from '../codec.ts'
import { modbusRtu, modbusTcp } from './modbus.codec.ts'
import { MODBUS_VECTORS } from './modbus.vectors.ts'

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

const framesOf = (protocol: string) =>
  MODBUS_VECTORS.filter((one) => one.protocol === protocol).map(({ hex }) => bytesOf(hex))
const RTU = framesOf('ModbusRTU')
const TCP = framesOf('ModbusTCP')
const CODECS: readonly Codec<never>[] = [modbusRtu as Codec<never>, modbusTcp as Codec<never>]
const SIDES = [
  { name: 'RTU', codec: CODECS[0]!, frames: RTU, longest: 256 },
  { name: 'TCP', codec: CODECS[1]!, frames: TCP, longest: 260 },
] as const

/** Everything one can do with bytes; that none of it throws is the point. True where they are a message. */
function exercise(codec: Codec<never>, frame: Uint8Array): boolean {
  codec.fields(frame)
  const message = codec.decode(frame)
  const at = message.ok ? 0 : message.error.at
  expect(at >= 0 && at <= frame.length).toBe(true)
  if (!message.ok) return false
  codec.describe(message.value, frame)
  const again = codec.encode(message.value)
  expect(again.ok && codec.decode(again.value)).toEqual(message)
  return true
}

/** Frames, faults and rest in their order, which are the stream itself; of faults that lie outside of it nothing. */
function partsOf(codec: Codec<never>, stream: Uint8Array, ended: boolean): { whole: string; rest: number } {
  const { frames, faults, consumed } = codec.split(stream, ended)
  const within = faults.filter(({ fault: { at } }) => at >= 0 && at <= stream.length)
  const parts = [...frames, ...within.map(({ bytes }) => bytes)].toSorted((a, b) => a.byteOffset - b.byteOffset)
  return { whole: parts.map((part) => toHex(part)).join('') + toHex(stream, consumed), rest: stream.length - consumed }
}

test.each(SIDES)('$name: no truncation of a frame is a message', ({ codec, frames }) => {
  for (const frame of frames) {
    for (let length = 0; length < frame.length; length++) {
      expect(codec.decode(frame.subarray(0, length))).toEqual({ ok: false, error: { kind: 'truncated', at: length } })
    }
  }
})

test('RTU: no frame with one bit turned is a message', () => {
  for (const frame of RTU) {
    for (let bit = 0; bit < frame.length * 8; bit++) {
      const damaged = Uint8Array.from(frame)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      const message = modbusRtu.decode(damaged)
      expect(message.ok).toBe(false)
      expect(exercise(CODECS[0]!, damaged)).toBe(false)
      expect(partsOf(CODECS[0]!, damaged, true)).toEqual({ whole: toHex(damaged), rest: 0 })
    }
  }
})

test('TCP: a frame with one bit turned is read or refused, not thrown', () => {
  let read = 0
  for (const frame of TCP) {
    for (let bit = 0; bit < frame.length * 8; bit++) {
      const damaged = Uint8Array.from(frame)
      damaged[bit >> 3]! ^= 1 << (bit & 7)
      if (exercise(CODECS[1]!, damaged)) read++
      expect(partsOf(CODECS[1]!, damaged, true)).toEqual({ whole: toHex(damaged), rest: 0 })
    }
  }
  expect(read).toBeGreaterThan(100)
})

test.each(SIDES)('$name: random bytes never throw, and the cutter loses none', ({ codec, longest }) => {
  const likely = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 15, 16, 0x83))
  fc.assert(
    fc.property(fc.array(likely, { maxLength: 600, size: 'max' }), fc.boolean(), (values, ended) => {
      const bytes = Uint8Array.from(values)
      exercise(codec, bytes)
      const { whole, rest } = partsOf(codec, bytes, ended)
      expect(whole).toBe(toHex(bytes))
      expect(rest).toBeLessThan(ended ? 1 : longest)
    }),
    { numRuns: 2000 },
  )
})

test('random messages, with a CRC and a header that are right, never throw', () => {
  const code = fc.oneof(fc.constantFrom(1, 2, 3, 4, 5, 6, 15, 16), fc.integer({ min: 0, max: 255 }))
  const small = fc.oneof(fc.constantFrom(0, 1, 2, 4), fc.integer({ min: 0, max: 255 }))
  let read = 0
  fc.assert(
    fc.property(small, code, fc.array(small, { maxLength: 12 }), (unit, func, content) => {
      const pdu = Uint8Array.of(unit, func, ...content)
      const crc = crc16Modbus(pdu)
      const isRtu = exercise(CODECS[0]!, Uint8Array.of(...pdu, crc & 0xff, crc >> 8))
      const isTcp = exercise(CODECS[1]!, Uint8Array.of(0, 1, 0, 0, 0, pdu.length, ...pdu))
      expect(isRtu).toBe(isTcp)
      if (isRtu) read++
    }),
    { numRuns: 8000 },
  )
  expect(read).toBeGreaterThan(300)
})

test('RTU: of frames and noise in any order the cutter loses no byte', () => {
  const part = fc.oneof(fc.constantFrom(...RTU), fc.uint8Array({ maxLength: 30 }))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, ended) => {
      const stream = bytesOf(parts.map((bytes) => toHex(bytes)).join(''))
      const { whole, rest } = partsOf(CODECS[0]!, stream, ended)
      expect(whole).toBe(toHex(stream))
      expect(rest).toBeLessThan(ended ? 1 : 256)
    }),
    { numRuns: 1000 },
  )
})
