import { crc16Modbus, fromHex, toHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import { createSl651Assembler } from './sl651.assembler.ts'
import { sl651Confirm, sl651Packets } from './sl651.builders.ts'
import { sl651 } from './sl651.codec.ts'
import type { Sl651Message } from './sl651.messages.ts'
import { SL651_VENDOR_GROUPS } from './sl651.vectors.ts'

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

function read(frame: Uint8Array): Sl651Message {
  const message = sl651.decode(frame)
  if (!message.ok) throw new Error(`${message.error.kind} at ${message.error.at}`)
  return message.value
}

/** A frame with right length and checksum of this function (serial 1, a time) with `content` behind them. */
function frameWith(func: string, content: string, direction = '0'): Uint8Array {
  const length = (8 + content.length / 2).toString(16).toUpperCase().padStart(3, '0')
  const open = bytesOf(`7E7E02001234567804D2${func}${direction}${length}020001260701080000${content}03`)
  const crc = crc16Modbus(open)
  return Uint8Array.of(...open, crc >> 8, crc & 0xff)
}

const GROUPS = bytesOf(SL651_VENDOR_GROUPS.hex)

test("a vendor's groups leave what stands before them readable, and say from where on nothing is", () => {
  const message = read(GROUPS)
  expect(message).toMatchObject({ func: '34', station: '4588888888', serial: 0x0800, sendTime: '2022-11-28 05:00:08' })
  expect(message.partial?.at).toBe(SL651_VENDOR_GROUPS.partialAt)
  const { elements, ...described } = sl651.describe(message, GROUPS)
  expect(described).toMatchObject({ stationType: 'K', obsTime: '2022-11-28 04:05' })
  expect(described['partial']).toEqual({ at: SL651_VENDOR_GROUPS.partialAt })
  expect((elements as unknown[]).slice(0, 6)).toMatchObject(SL651_VENDOR_GROUPS.elements)
})

test('such a frame is confirmed like any other, and written back byte for byte', () => {
  const message = read(GROUPS)
  expect(sl651Confirm(message, '2022-11-28 05:00:10', 'ESC')).toMatchObject({ func: '34', serial: 0x0800, end: 'ESC' })
  const again = sl651.encode(message)
  expect(again.ok && toHex(again.value)).toBe(SL651_VENDOR_GROUPS.hex)
  expect(JSON.parse(JSON.stringify(message))).toEqual(message)
})

test('a whole frame is not called partial', () => {
  const message = read(frameWith('32', '38121220'))
  expect('partial' in message).toBe(false)
  expect(Object.keys(sl651.describe(message, frameWith('32', '38121220')))).not.toContain('partial')
})

test.each([
  ['an element without its bytes', '32', '381212203923000014', 26],
  ['an element without its definition', '32', '3812122039', 26],
  ['a time that is cut short', '32', '38121220F0F0220712', 26],
  ['a station that is cut short', '32', '38121220F1F10012', 26],
  ['an extended element that is cut short', '32', '38121220FF0118', 26],
  ['a time step that is cut short', '31', '04180000', 22],
])('%s ends what is read of a report', (_, func, content, at) => {
  const message = read(frameWith(func, content))
  expect(message.partial?.at).toBe(at)
  expect(message.partial?.rest).toBe(content.slice(2 * (at - 22)))
  expect(message.body).toMatchObject({ kind: 'report', timeStep: null, obsTime: null, station: null })
  expect(message.body).toHaveProperty('elements.length', at === 22 ? 0 : 1)
})

test.each([
  ['40', '01200A', 24],
  ['4D', '05FF', 24],
  ['4E', '0201', 24],
  ['4F', '42', 22],
  ['45', '09313233', 23],
  ['50', '000000', 24],
  ['4D', '01FF00', 24],
])('%s with a content of another length (%s) is kept without values', (func, content, at) => {
  const frame = frameWith(func, content)
  const message = read(frame)
  expect(message).toMatchObject({ serial: 1, body: { kind: 'empty', station: null }, partial: { at, rest: content } })
  const again = sl651.encode(message)
  expect(again.ok && toHex(again.value)).toBe(toHex(frame))
})

test('without its serial number a frame can neither be confirmed nor recognized as a duplicate: it stays invalid', () => {
  const open = bytesOf('7E7E02001234567804D232000602000126070108' + '03')
  const crc = crc16Modbus(open)
  expect(sl651.decode(Uint8Array.of(...open, crc >> 8, crc & 0xff))).toEqual({
    ok: false,
    error: { kind: 'invalid', at: 16 },
  })
})

test('packets are joined as far as they can be read; the offset counts in what they carry', () => {
  const { partial, ...whole } = read(GROUPS)
  const rest = bytesOf(partial?.rest ?? '')
  const body = GROUPS.subarray(22, GROUPS.length - 3)
  const packets = sl651Packets({ ...whole, body: { kind: 'raw', data: toHex(body) } }, 40)
  const assembler = createSl651Assembler()
  const outcomes = (packets ?? []).map((packet) => {
    const frame = sl651.encode(packet)
    return frame.ok ? assembler.accept(packet, frame.value, 0) : null
  })
  const last = outcomes.at(-1)
  if (last?.kind !== 'complete') throw new Error('not joined')
  expect(last.message.partial).toEqual({ at: body.length - rest.length, rest: partial?.rest })
  expect(last.message.body).toEqual(whole.body)
})
