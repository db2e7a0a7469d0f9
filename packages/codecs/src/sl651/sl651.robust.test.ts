import { crc16Modbus, fromHex, toHex } from '@sluice/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sl651AsciiElement } from './sl651.ascii.ts'
import { sl651Report } from './sl651.builders.ts'
import { sl651 } from './sl651.codec.ts'
import { SL651_PICTURE, SL651_VECTORS } from './sl651.vectors.ts'

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

function asciiFrame(): Uint8Array {
  const frame = sl651.encode(
    sl651Report(
      { center: 2, station: '0012345678', password: '04D2', encoding: 'ASCII' },
      { serial: 18, sendTime: '2014-12-05 11:00:02' },
      {
        func: '32',
        stationType: '48',
        obsTime: '2014-12-05 11:00',
        elements: [sl651AsciiElement('39', 14.42), sl651AsciiElement('45', '00000400')],
      },
    ),
  )
  if (!frame.ok) throw new Error('no frame')
  return frame.value
}

const HEX_FRAMES = [...SL651_VECTORS.map((vector) => bytesOf(vector.hex)), ...SL651_PICTURE.packets.map(bytesOf)]
const FRAMES = [...HEX_FRAMES, asciiFrame()]

/** Everything one can do with bytes; that none of it throws is the point. */
function exercise(frame: Uint8Array): boolean {
  sl651.split(frame)
  sl651.split(frame, true)
  const message = sl651.decode(frame)
  const at = message.ok ? 0 : message.error.at
  expect(at >= 0 && at <= frame.length).toBe(true)
  if (!message.ok) return false
  sl651.describe(message.value, frame)
  const again = sl651.encode(message.value)
  if (again.ok) sl651.decode(again.value)
  return true
}

/** The same bytes with a length and a checksum that are right, so that the content itself is put to the test. */
function sealed(frame: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(frame)
  if (copy.length < 17) return copy
  copy[11] = ((copy[11] as number) & 0xf0) | ((copy.length - 17) >> 8)
  copy[12] = (copy.length - 17) & 0xff
  const crc = crc16Modbus(copy, 0, copy.length - 2)
  copy[copy.length - 2] = crc >> 8
  copy[copy.length - 1] = crc & 0xff
  return copy
}

test('no truncation of a frame is a message', () => {
  for (const frame of FRAMES) {
    for (let length = 0; length < frame.length; length++) {
      const message = sl651.decode(frame.subarray(0, length))
      expect(message).toEqual({ ok: false, error: { kind: 'truncated', at: length } })
    }
  }
})

test('no frame with one bit turned is a message', () => {
  for (const frame of FRAMES) {
    const damaged = Uint8Array.from(frame)
    for (let bit = 0; bit < frame.length * 8; bit++) {
      const at = bit >> 3
      damaged[at] = (frame[at] as number) ^ (1 << (bit & 7))
      const message = sl651.decode(damaged)
      // A CRC in characters can be written in lower case: that one bit changes nothing.
      const sameText = frame[0] === 1 && isCaseOnly(frame, damaged)
      expect(message.ok && !sameText).toBe(false)
      sl651.split(damaged, true)
      damaged[at] = frame[at] as number
    }
  }
})

function isCaseOnly(frame: Uint8Array, damaged: Uint8Array): boolean {
  const crcText = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(bytes.length - 4)).toUpperCase()
  return (
    toHex(frame, 0, frame.length - 4) === toHex(damaged, 0, damaged.length - 4) && crcText(frame) === crcText(damaged)
  )
}

test('a damaged byte in the body is a checksum fault at the CRC', () => {
  for (const frame of HEX_FRAMES) {
    const damaged = Uint8Array.from(frame)
    damaged[20] = (frame[20] as number) ^ 0x04
    expect(sl651.decode(damaged)).toEqual({ ok: false, error: { kind: 'checksum', at: frame.length - 2 } })
  }
})

test('random bytes never throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(exercise(bytes)).toBe(false)
    }),
    { numRuns: 5000 },
  )
})

test('random bodies under every function, sealed with a right checksum, never throw', () => {
  const head = bytesOf('7E7E02001234567804D232002B02')
  const body = fc.uint8Array({ maxLength: 120 })
  const func = fc.oneof(fc.integer({ min: 0x2f, max: 0x51 }), fc.integer({ min: 0, max: 255 }))
  const ends = fc.constantFrom(0x03, 0x17, 0x05, 0x06, 0x15, 0x04, 0x1b, 0x00)
  let read = 0
  fc.assert(
    fc.property(func, fc.boolean(), fc.constantFrom(2, 0x16), body, ends, (code, up, start, content, end) => {
      const frame = Uint8Array.of(...head, ...content, end, 0, 0)
      frame[10] = code
      frame[11] = up ? 0 : 0x80
      frame[13] = start
      if (exercise(sealed(frame))) read++
    }),
    { numRuns: 5000 },
  )
  expect(read).toBeGreaterThan(100)
})

test('mutated vectors, sealed with a right checksum, never throw', () => {
  const edit = fc.tuple(fc.constantFrom('set', 'insert', 'remove'), fc.nat(300), fc.nat(255))
  let read = 0
  fc.assert(
    fc.property(fc.constantFrom(...HEX_FRAMES), fc.array(edit, { minLength: 1, maxLength: 4 }), (frame, edits) => {
      const bytes = [...frame]
      for (const [kind, place, value] of edits) {
        const at = 8 + (place % Math.max(1, bytes.length - 11))
        if (kind === 'set') bytes[at] = value
        else if (kind === 'insert') bytes.splice(at, 0, value)
        else bytes.splice(at, 1)
      }
      if (exercise(sealed(Uint8Array.from(bytes)))) read++
    }),
    { numRuns: 8000 },
  )
  expect(read).toBeGreaterThan(1000)
})

test('random text in ASCII frames never throws', () => {
  let read = 0
  const tokens = fc.constantFrom(
    'ST',
    'TT',
    'Z',
    'H',
    'ZT',
    'DRP',
    'DRN05',
    'RGZS',
    'XX',
    '0012345678',
    '1412051100',
    '-1.5',
    'M',
  )
  fc.assert(
    fc.property(
      fc.array(fc.oneof(tokens, fc.string({ maxLength: 6 }))),
      fc.constantFrom('32', '45', '31', 'E1'),
      (words, func) => {
        const text = `02001234567804D2${func}0000\u00020012141205110002${words.join(' ')}\u0003`
        const content = Uint8Array.of(1, ...Array.from(text, (char) => char.charCodeAt(0) & 0xff))
        const crc = crc16Modbus(content).toString(16).toUpperCase().padStart(4, '0')
        if (exercise(Uint8Array.of(...content, ...Array.from(crc, (char) => char.charCodeAt(0))))) read++
      },
    ),
    { numRuns: 3000 },
  )
  expect(read).toBeGreaterThan(500)
})

test('a message that is none is refused with invalid, not thrown', () => {
  const message = sl651.decode(HEX_FRAMES[1] as Uint8Array)
  if (!message.ok) throw new Error('no message')
  const wrong = [
    { center: 256 },
    { center: 1.5 },
    { station: '12' },
    { station: 'XX12345678' },
    { password: '1' },
    { func: '00' },
    { serial: 70_000 },
    { serial: null },
    { sendTime: 'yesterday' },
    { sendTime: '1999-01-01 00:00:00' },
    { start: 'SYN' as const },
    { packet: { total: 2, no: 1 } },
    { body: { kind: 'raw' as const, data: '0' } },
    { body: { kind: 'raw' as const, data: '00'.repeat(5000) } },
    { body: { kind: 'part' as const, data: '00' } },
  ]
  for (const encoding of ['HEX', 'ASCII'] as const) {
    for (const part of wrong) {
      const frame = sl651.encode({ ...message.value, ...part, encoding })
      expect(frame.ok ? part : frame.error.kind).toBe('invalid')
    }
  }
})
