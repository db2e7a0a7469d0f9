import { toHex } from '@sluice/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sl651 } from './sl651.codec.ts'
import { packetFits } from './sl651.frame.ts'
import type { Sl651Message } from './sl651.messages.ts'

const fits = (start: 'STX' | 'SYN', packet?: { total: number; no: number }) =>
  packetFits({ start, packet } as Sl651Message)

test('SYN announces packet numbers, STX has none', () => {
  expect(fits('STX')).toBe(true)
  expect(fits('STX', { total: 1, no: 1 })).toBe(false)
  expect(fits('SYN')).toBe(false)
  expect(fits('SYN', { total: 1, no: 1 })).toBe(true)
})

test('the number of a packet lies within the total, and both within twelve bits', () => {
  expect(fits('SYN', { total: 4095, no: 4095 })).toBe(true)
  expect(fits('SYN', { total: 4096, no: 1 })).toBe(false)
  expect(fits('SYN', { total: 3, no: 0 })).toBe(false)
  expect(fits('SYN', { total: 3, no: 4 })).toBe(false)
  expect(fits('SYN', { total: 3.5, no: 1 })).toBe(false)
  expect(fits('SYN', { total: 3, no: 1.5 })).toBe(false)
})

const hexUpTo = (maxLength: number, minLength = 0) =>
  fc.uint8Array({ minLength, maxLength }).map((bytes) => toHex(bytes))
const hexOf = (bytes: number) => hexUpTo(bytes, bytes)
const second = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T23:59:59Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 19).replace('T', ' '))
const head = fc.record({
  center: fc.nat(255),
  station: hexOf(5),
  password: hexOf(2),
  serial: fc.nat(65_535),
  sendTime: second,
})

function expectBothWays(original: Sl651Message): void {
  const frame = sl651.encode(original)
  if (!frame.ok) throw new Error(`${frame.error.kind} at ${frame.error.at}`)
  expect(sl651.decode(frame.value)).toEqual({ ok: true, value: original })
  expect(sl651.split(frame.value).frames).toHaveLength(1)
}

test('packets and NAKs are read as they were written', () => {
  const packet = fc
    .integer({ min: 2, max: 4095 })
    .chain((total) => fc.record({ total: fc.constant(total), no: fc.integer({ min: 1, max: total }) }))
  const parts = fc.tuple(head, packet, hexUpTo(60), fc.constantFrom('36', '38', 'E1')).map(
    ([{ serial, sendTime, ...fields }, numbers, data, code]): Sl651Message => ({
      direction: 'up',
      encoding: 'HEX',
      ...fields,
      func: code,
      start: 'SYN',
      packet: numbers,
      serial: numbers.no === 1 ? serial : null,
      sendTime: numbers.no === 1 ? sendTime : null,
      body: { kind: 'part', data },
      end: numbers.no === numbers.total ? 'ETX' : 'ETB',
    }),
  )
  const naks = fc.tuple(head, packet, fc.boolean()).map(
    ([{ serial, sendTime, ...fields }, numbers, bare]): Sl651Message => ({
      direction: 'down',
      encoding: 'HEX',
      ...fields,
      func: '36',
      start: 'SYN',
      packet: numbers,
      serial: bare ? null : serial,
      sendTime: bare ? null : sendTime,
      body: { kind: 'empty', station: null },
      end: 'NAK',
    }),
  )
  fc.assert(fc.property(fc.oneof(parts, naks), expectBothWays), { numRuns: 2000 })
})
