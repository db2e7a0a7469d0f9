import { toHex } from '@sluice/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Codec } from '../codec.ts'
import { modbusRtu, modbusTcp } from './modbus.codec.ts'
import type { ModbusPdu, ModbusRtuMessage, ModbusTcpMessage } from './modbus.messages.ts'

const byte = fc.integer({ min: 0, max: 255 })
const word = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.constantFrom(0, 0xff, 0x300, 0x3e8, 0xff00, 0xffff))
const registers = (maxLength: number) => fc.array(word, { minLength: 1, maxLength })
const coils = (maxLength: number) => fc.array(fc.boolean(), { minLength: 1, maxLength, size: 'max' })
const wholeBytes = fc
  .array(fc.tuple(...Array.from({ length: 8 }, () => fc.boolean())), { minLength: 1, maxLength: 250, size: 'max' })
  .map((bytes) => bytes.flat())

const pdus: fc.Arbitrary<ModbusPdu> = fc.oneof(
  fc.record({
    dir: fc.constant('request' as const),
    fc: fc.constantFrom(1 as const, 2 as const),
    start: word,
    quantity: fc.integer({ min: 1, max: 2000 }),
  }),
  fc.record({
    dir: fc.constant('request' as const),
    fc: fc.constantFrom(3 as const, 4 as const),
    start: word,
    quantity: fc.integer({ min: 1, max: 125 }),
  }),
  fc.record({ dir: fc.constant('response' as const), fc: fc.constantFrom(1 as const, 2 as const), coils: wholeBytes }),
  fc.record({
    dir: fc.constant('response' as const),
    fc: fc.constantFrom(3 as const, 4 as const),
    registers: registers(125),
  }),
  fc.record({
    dir: fc.constant('request-or-response' as const),
    fc: fc.constant(5 as const),
    address: word,
    value: fc.boolean(),
  }),
  fc.record({
    dir: fc.constant('request-or-response' as const),
    fc: fc.constant(6 as const),
    address: word,
    value: word,
  }),
  fc.record({ dir: fc.constant('request' as const), fc: fc.constant(15 as const), start: word, coils: coils(1968) }),
  fc.record({
    dir: fc.constant('request' as const),
    fc: fc.constant(16 as const),
    start: word,
    registers: registers(123),
  }),
  fc.record({
    dir: fc.constant('response' as const),
    fc: fc.constant(15 as const),
    start: word,
    quantity: fc.integer({ min: 1, max: 1968 }),
  }),
  fc.record({
    dir: fc.constant('response' as const),
    fc: fc.constant(16 as const),
    start: word,
    quantity: fc.integer({ min: 1, max: 123 }),
  }),
  fc.record({ dir: fc.constant('exception' as const), fc: fc.integer({ min: 129, max: 255 }), exceptionCode: byte }),
)

const isThreeBytes = (message: ModbusRtuMessage | ModbusTcpMessage) =>
  message.dir === 'response' && 'coils' in message && message.coils.length === 24

/** Written, read as whoever has asked would, written again, and cut out of a stream. */
function journey(
  codec: Codec<never>,
  message: ModbusRtuMessage | ModbusTcpMessage,
): { read: unknown; isSame: boolean; cut: unknown[]; length: number } {
  const frame = codec.encode(message as never)
  if (!frame.ok) throw new Error(`invalid at ${frame.error.at}`)
  const read = codec.decode(frame.value)
  if (!read.ok) throw new Error(`${read.error.kind} at ${read.error.at}`)
  const again = codec.encode(read.value)
  const { frames, faults, consumed } = codec.split(frame.value, true)
  const { length } = frame.value
  return {
    // Three bytes of coils may look like a request; the bytes are the same.
    read: isThreeBytes(message) && (read.value as { dir: string }).dir === 'request' ? message : read.value,
    isSame: again.ok && toHex(again.value) === toHex(frame.value),
    cut: [frames.map((one) => one.length), faults, consumed === length],
    length,
  }
}

test('every message, of both directions and over both transports, is read as it was written', () => {
  fc.assert(
    fc.property(byte, fc.integer({ min: 0, max: 0xffff }), pdus, (unit, transaction, pdu) => {
      for (const [codec, sent, longest] of [
        [modbusRtu, { unit, ...pdu }, 256],
        [modbusTcp, { unit, transaction, ...pdu }, 260],
      ] as const) {
        const { read, isSame, cut, length } = journey(codec as Codec<never>, sent)
        expect(read).toEqual(sent)
        expect(isSame).toBe(true)
        expect(cut).toEqual([[length], [], true])
        expect(length).toBeLessThanOrEqual(longest)
      }
    }),
    // A prefix of one frame in 65536 has a right CRC by accident.
    { numRuns: 4000, seed: 651 },
  )
})

test('only three bytes of coils are read as something else, and only where they could be a request', () => {
  fc.assert(
    fc.property(byte, pdus, (unit, pdu) => {
      const frame = modbusRtu.encode({ unit, ...pdu })
      const read = frame.ok && modbusRtu.decode(frame.value)
      if (!read || !read.ok || read.value.dir === pdu.dir) return
      expect(pdu).toMatchObject({ dir: 'response', coils: expect.objectContaining({ length: 24 }) })
      expect(read.value).toMatchObject({ dir: 'request' })
    }),
    { numRuns: 4000 },
  )
})

test('a message that is none is refused with invalid, not thrown', () => {
  const good = { unit: 1, transaction: 1 }
  const wrong = [
    { dir: 'request', fc: 3, start: 0, quantity: 0 },
    { dir: 'request', fc: 3, start: 0, quantity: 126 },
    { dir: 'request', fc: 1, start: 0, quantity: 2001 },
    { dir: 'request', fc: 3, start: 65536, quantity: 1 },
    { dir: 'request', fc: 3, start: -1, quantity: 1 },
    { dir: 'request', fc: 3, start: 0, quantity: 1.5 },
    { dir: 'response', fc: 3, start: 0, quantity: 1 },
    { dir: 'request', fc: 7, start: 0, quantity: 1 },
    { dir: 'request', fc: 6, start: 0, quantity: 1 },
    { dir: 'request', fc: 15, start: 0, quantity: 1 },
    { dir: 'response', fc: 16, start: 0, quantity: 124 },
    { dir: 'response', fc: 15, start: 0, quantity: 1969 },
    { dir: 'response', fc: 1, coils: [true] },
    { dir: 'response', fc: 1, coils: [] },
    { dir: 'response', fc: 1, coils: Array(2008).fill(false) },
    { dir: 'response', fc: 1, coils: Array(8).fill(1) },
    { dir: 'response', fc: 1, registers: [1] },
    { dir: 'response', fc: 3, coils: Array(8).fill(true) },
    { dir: 'request', fc: 3, registers: [1] },
    { dir: 'response', fc: 3, registers: [] },
    { dir: 'response', fc: 3, registers: [65536] },
    { dir: 'response', fc: 3, registers: Array(126).fill(0) },
    { dir: 'response', fc: 3, registers: 'text' },
    { dir: 'response', fc: 16, registers: [1] },
    { dir: 'request', fc: 16, start: 65536, registers: [1] },
    { dir: 'response', fc: 16, start: 1, registers: [1] },
    { dir: 'request', fc: 16, start: 0, registers: Array(124).fill(0) },
    { dir: 'request', fc: 15, start: 0, coils: Array(1969).fill(true) },
    { dir: 'request', fc: 1, start: 0, coils: [true] },
    { dir: 'request-or-response', fc: 5, address: 0, value: 0xff00 },
    { dir: 'request-or-response', fc: 6, address: 0, value: true },
    { dir: 'request-or-response', fc: 6, address: 0, value: 65536 },
    { dir: 'request-or-response', fc: 6, address: 65536, value: 1 },
    { dir: 'request-or-response', fc: 16, address: 0, value: 1 },
    { dir: 'request', fc: 6, address: 0, value: 1 },
    { dir: 'exception', fc: 3, exceptionCode: 1 },
    { dir: 'exception', fc: 128, exceptionCode: 1 },
    { dir: 'exception', fc: 256, exceptionCode: 1 },
    { dir: 'exception', fc: 131, exceptionCode: 256 },
    { dir: 'response', fc: 131, exceptionCode: 1 },
  ]
  for (const part of wrong) {
    expect([part, modbusRtu.encode({ ...good, ...part } as never)]).toEqual([
      part,
      { ok: false, error: { kind: 'invalid', at: 1 } },
    ])
    expect([part, modbusTcp.encode({ ...good, ...part } as never)]).toEqual([
      part,
      { ok: false, error: { kind: 'invalid', at: 7 } },
    ])
  }
  const right = { dir: 'request', fc: 3, start: 0, quantity: 1 } as const
  for (const unit of [-1, 256, 1.5, '1', null]) {
    expect(modbusRtu.encode({ ...right, unit } as never)).toEqual({ ok: false, error: { kind: 'invalid', at: 0 } })
    expect(modbusTcp.encode({ ...right, unit, transaction: 1 } as never)).toEqual({
      ok: false,
      error: { kind: 'invalid', at: 6 },
    })
  }
  for (const transaction of [-1, 65536, undefined]) {
    expect(modbusTcp.encode({ ...right, unit: 1, transaction } as never)).toEqual({
      ok: false,
      error: { kind: 'invalid', at: 0 },
    })
  }
})
