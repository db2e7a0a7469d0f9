import { crc16Modbus, fromHex, toHex } from '@sluice/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { modbusRtu, modbusTcp } from './modbus.codec.ts'
import { MODBUS_VECTORS } from './modbus.vectors.ts'
import { chunksOf } from '../chunks.fixture.ts'

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

/** The RTU frame of unit and message, as hex with the CRC that belongs to it. */
function sealed(hex: string): string {
  const crc = crc16Modbus(bytesOf(hex))
  return hex + toHex(Uint8Array.of(crc & 0xff, crc >> 8))
}

/** Feeds chunks as a gateway would, silence at the end, and gives the frames that came out. */
function feed(codec: typeof modbusRtu | typeof modbusTcp, chunks: readonly Uint8Array[], longest: number): string[] {
  const frames: string[] = []
  let rest = ''
  for (const chunk of chunks) {
    const buffer = bytesOf(rest + toHex(chunk))
    const result = codec.split(buffer)
    for (const frame of result.frames) frames.push(toHex(frame))
    rest = toHex(buffer, result.consumed)
    expect(rest.length / 2).toBeLessThan(longest)
  }
  for (const frame of codec.split(bytesOf(rest), true).frames) frames.push(toHex(frame))
  return frames
}

const framesOf = (protocol: string) => MODBUS_VECTORS.filter((one) => one.protocol === protocol).map(({ hex }) => hex)
const LONG = sealed(`01030A${'0001000200030004'}0005`)
const WRITES = [sealed('110F0013000A02CD01'), sealed('11100001000204000A0102'), sealed('111000010002')]
const RTU = [...framesOf('ModbusRTU'), LONG, ...WRITES]
const TCP = framesOf('ModbusTCP')
const SIDES = [
  {
    name: 'RTU',
    codec: modbusRtu,
    frames: RTU,
    longest: 256,
    noise: ['', 'FE', '48423131', '', '4C4F47494E3A31303031', '0D0A', '00'],
  },
  { name: 'TCP', codec: modbusTcp, frames: TCP, longest: 260, noise: ['', 'FE', '48423131', '0D0A', '', 'FFFFFF'] },
] as const

test.each(SIDES)(
  '$name: a stream cut in two at every byte yields the same frames',
  ({ codec, frames, longest, noise }) => {
    const stream = bytesOf(frames.map((hex, i) => (noise[i % noise.length] ?? '') + hex).join(''))
    expect(feed(codec, [stream], longest)).toEqual(frames)
    for (let cut = 0; cut <= stream.length; cut++) {
      expect(feed(codec, [stream.subarray(0, cut), stream.subarray(cut)], longest)).toEqual(frames)
    }
  },
)

test.each(SIDES)('$name: a stream that comes byte by byte yields the same frames', ({ codec, frames, longest }) => {
  const stream = bytesOf(frames.join('4C'))
  expect(
    feed(
      codec,
      Array.from(stream, (byte) => Uint8Array.of(byte)),
      longest,
    ),
  ).toEqual(frames)
})

test.each(SIDES)('$name: every vector comes whole out of noise and out of any chunks', ({ codec, frames, longest }) => {
  // Text, as registrations and heartbeats are.
  const noise = fc
    .array(fc.integer({ min: 0x20, max: 0x7e }), { maxLength: 20 })
    .map((bytes) => toHex(Uint8Array.from(bytes)))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...frames), noise)),
      fc.infiniteStream(fc.integer({ min: 1, max: 60 })),
      (parts, sizes) => {
        const stream = bytesOf(parts.map(([frame, garbage]) => garbage + frame).join(''))
        expect(feed(codec, chunksOf(stream, sizes), longest)).toEqual(parts.map(([frame]) => frame))
      },
    ),
    { seed: 206 },
  )
})

test('RTU: noise is reported with its bytes and its place', () => {
  const frame = RTU[0]!
  const { frames, faults, consumed } = modbusRtu.split(bytesOf(`4C4F${frame}48422D${frame}`))
  expect(frames.map((one) => toHex(one))).toEqual([frame, frame])
  expect(consumed).toBe(5 + frame.length)
  expect(faults.map(({ fault, bytes }) => [fault, toHex(bytes)])).toEqual([
    [{ kind: 'invalid', at: 0 }, '4C4F'],
    [{ kind: 'invalid', at: 2 + frame.length / 2 }, '48422D'],
  ])
})

test('RTU: a damaged frame is one checksum fault and costs no other frame', () => {
  for (const at of [0, 3, 5, 8, 9]) {
    const bad = bytesOf(RTU[0]!)
    bad[at]! ^= 0x10
    const { frames, faults } = modbusRtu.split(bytesOf(RTU[2]! + toHex(bad) + RTU[3]!), true)
    expect(frames.map((one) => toHex(one))).toEqual([RTU[2], RTU[3]])
    expect(faults.map(({ fault, bytes }) => [fault, toHex(bytes)])).toEqual([
      [{ kind: 'checksum', at: 16 }, toHex(bad)],
    ])
  }
})

test('RTU: a frame that has begun is waited for, and is cut short where nothing follows', () => {
  const head = bytesOf(LONG.slice(0, -2))
  expect(modbusRtu.split(head)).toEqual({ frames: [], faults: [], consumed: 0 })
  const { faults, consumed } = modbusRtu.split(head, true)
  expect(faults.map(({ fault }) => fault)).toEqual([{ kind: 'truncated', at: head.length }])
  expect(consumed).toBe(head.length)
  // One byte is the beginning of anything: noise.
  expect(modbusRtu.split(bytesOf('FE'))).toMatchObject({ faults: [], consumed: 0 })
  expect(modbusRtu.split(bytesOf('FE'), true).faults).toMatchObject([{ fault: { kind: 'invalid', at: 0 } }])
})

test('RTU: an answer behind a beginning that is none is found when the line is silent', () => {
  // FE and the answer after it begin as an answer with coils would that has not come whole.
  const stream = bytesOf(`FE${sealed('01030A00010002000300040005').slice(0, 10)}${RTU[15]!}`)
  const { frames, faults, consumed } = modbusRtu.split(stream, true)
  expect(frames.map((one) => toHex(one))).toEqual([RTU[15]])
  expect(faults).toMatchObject([{ fault: { kind: 'invalid', at: 0 } }])
  expect(consumed).toBe(stream.length)
})

test('RTU: an answer of two registers whose CRC ends in 00 is no request with noise behind it', () => {
  const answer = sealed('C0030400000715')
  expect(answer.slice(-2)).toBe('00')
  const cut = (hex: string, ended = false) => modbusRtu.split(bytesOf(hex), ended).frames.map((one) => toHex(one))
  expect(cut(answer)).toEqual([answer])
  expect(cut(answer.repeat(2))).toEqual([answer, answer])
  // Without its last byte it is a request: that is known when something else comes, or nothing.
  const request = answer.slice(0, -2)
  expect(modbusRtu.decode(bytesOf(request))).toMatchObject({ value: { dir: 'request', start: 0x400, quantity: 7 } })
  expect(cut(request)).toEqual([])
  expect(cut(request, true)).toEqual([request])
  expect(cut(request + answer)).toEqual([request, answer])
  // An answer of one register is one, whatever comes behind it.
  const short = sealed('0103020100')
  expect(cut(`${short}00${answer}`)).toEqual([short, answer])
})

test('RTU: of two lengths with a right CRC the shorter is a frame', () => {
  // 9 + 2 bytes of a request to write, of which the first eight are the answer.
  const answer = sealed('11100013000A')
  expect(modbusRtu.split(bytesOf(`${answer}0000`)).frames.map((one) => toHex(one))).toEqual([answer])
})

test('RTU: answers, requests and refusals on one line come apart, whoever speaks', () => {
  const line = [
    sealed('110100130025'),
    sealed('110105CD6BB20E1B'),
    sealed('110F0013000A02CD01'),
    sealed('110F0013000A'),
    sealed('119003'),
  ]
  const { frames, faults } = modbusRtu.split(bytesOf(line.join('')))
  expect(frames.map((one) => toHex(one))).toEqual(line)
  expect(faults).toEqual([])
})

test('TCP: a wrong protocol or an impossible length is left out byte by byte', () => {
  const [frame = ''] = TCP
  for (const noise of ['0102000100060101AA0B0C0D', '0102000001FF', '010200000001', '0102000000FF']) {
    const { frames, faults } = modbusTcp.split(bytesOf(`${noise}${frame}`), true)
    expect(frames.map((one) => toHex(one))).toEqual([frame])
    expect(faults.map(({ fault, bytes }) => [fault, toHex(bytes)])).toEqual([[{ kind: 'invalid', at: 0 }, noise]])
  }
})

test('TCP: a frame that has begun is waited for, and is cut short as a whole where nothing follows', () => {
  const cut = bytesOf(`${TCP[0]!}${TCP[2]!.slice(0, -2)}`)
  expect(modbusTcp.split(cut)).toMatchObject({ faults: [], consumed: 12 })
  const { frames, faults, consumed } = modbusTcp.split(cut, true)
  expect(frames).toHaveLength(1)
  expect(faults.map(({ fault, bytes }) => [fault, bytes.length])).toEqual([
    [{ kind: 'truncated', at: cut.length }, cut.length - 12],
  ])
  expect(consumed).toBe(cut.length)
})

test('RTU: a coil that is neither on nor off is not cut, though its CRC is right', () => {
  expect(modbusRtu.split(bytesOf(sealed('110500AC0001')), true)).toMatchObject({ frames: [], consumed: 8 })
})
