import { expect, test } from 'vitest'
import { addressOfFrame, frameInAddress, hexInText, streamsInFile } from './capture.ts'

const bytesOf = (hex: string) =>
  Uint8Array.from(hex.replace(/\s/g, '').match(/../g) ?? [], (two) => Number.parseInt(two, 16))
const hexes = (text: string) => hexInText(text).map(({ hex }) => hex)

/** An Ethernet packet of TCP over IPv4. */
function packet({ from, to, seq, payload }: { from: number; to: number; seq: number; payload: string }): Uint8Array {
  const data = bytesOf(payload)
  const bytes = new Uint8Array(54 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(12, 0x0800)
  bytes[14] = 0x45
  view.setUint16(16, 40 + data.length)
  bytes[23] = 6
  bytes.set([10, 0, 0, 8], 26)
  bytes.set([10, 0, 0, 1], 30)
  view.setUint16(34, from)
  view.setUint16(36, to)
  view.setUint32(38, seq)
  bytes[46] = 0x50
  bytes.set(data, 54)
  return bytes
}

function pcap(packets: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(24 + packets.reduce((sum, one) => sum + 16 + one.length, 0))
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0xa1b2c3d4, true)
  view.setUint32(20, 1, true)
  let at = 24
  for (const one of packets) {
    view.setUint32(at + 8, one.length, true)
    bytes.set(one, at + 16)
    at += 16 + one.length
  }
  return bytes
}

function pcapng(packets: readonly Uint8Array[]): Uint8Array {
  const blocks: number[] = []
  const u32 = (value: number) => [value & 255, (value >> 8) & 255, (value >> 16) & 255, (value >>> 24) & 255]
  const block = (kind: number, body: number[]) => {
    const length = body.length + 12
    blocks.push(...u32(kind), ...u32(length), ...body, ...u32(length))
  }
  block(0x0a0d0d0a, [...u32(0x1a2b3c4d), 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255])
  block(1, [1, 0, 0, 0, 0, 0, 0, 0])
  for (const one of packets) {
    const padded = [...one, ...Array<number>((4 - (one.length % 4)) % 4).fill(0)]
    block(6, [...u32(0), ...u32(0), ...u32(0), ...u32(one.length), ...u32(one.length), ...padded])
  }
  return Uint8Array.from(blocks)
}

test('hex is read however it is written, one stream for each line', () => {
  expect(hexes('7E7E 01 0012\n\n 7e:7e:02 ')).toEqual(['7E7E010012', '7E7E02'])
  expect(hexes('SL651 7E7E01')).toEqual(['7E7E01'])
  expect(hexes('0x7E, 0x7E')).toEqual(['7E7E'])
})

test('a dump with offsets is one stream', () => {
  expect(hexes('00000000: 7e7e 0100 1234 5678  ~~..4Vx\n00000008: 9aab 0102 0304  ......')).toEqual([
    '7E7E0100123456789AAB01020304',
  ])
  expect(hexes('0000  7E 7E 01 00\n0004  12 34')).toEqual(['7E7E01001234'])
})

test('what is no hex gives nothing', () => {
  expect(hexes('hello\n7E7')).toEqual([])
})

const UP = { from: 5000, to: 7651 }

test.each([
  ['pcap', pcap],
  ['pcapng', pcapng],
] as const)('a %s gives each direction of each connection, in order and without repeats', (_, write) => {
  const file = write([
    packet({ ...UP, seq: 100, payload: '7E7E' }),
    packet({ from: 7651, to: 5000, seq: 7, payload: 'AABB' }),
    packet({ ...UP, seq: 104, payload: '0304' }),
    packet({ ...UP, seq: 102, payload: '0102' }),
    packet({ ...UP, seq: 101, payload: '7E0102' }),
    packet({ ...UP, seq: 106, payload: '' }),
  ])
  expect(streamsInFile(file)).toEqual([
    { way: '10.0.0.8:5000 → 10.0.0.1:7651', hex: '7E7E01020304' },
    { way: '10.0.0.8:7651 → 10.0.0.1:5000', hex: 'AABB' },
  ])
})

test('sequence numbers that wrap stay in order', () => {
  const file = pcap([packet({ ...UP, seq: 0xfffffffe, payload: '0102' }), packet({ ...UP, seq: 0, payload: '0304' })])
  expect(streamsInFile(file)[0]!.hex).toBe('01020304')
})

test('a file that is no capture is read as text', () => {
  expect(streamsInFile(new TextEncoder().encode('7E7E01\n')).map(({ hex }) => hex)).toEqual(['7E7E01'])
})

test('a frame travels in the part of the address that no server sees', () => {
  const frame = { protocol: 'TB_MQTT', hex: '7631', deviceId: '7' }
  expect(addressOfFrame(frame)).toBe('#TB_MQTT:7631@7')
  expect(frameInAddress(addressOfFrame(frame))).toEqual(frame)
  expect(frameInAddress('#7e7e')).toEqual({ protocol: undefined, hex: '7E7E', deviceId: undefined })
  expect(frameInAddress('#7E7')).toBeUndefined()
  expect(frameInAddress('')).toBeUndefined()
})
