import { fromHex, toHex } from '@sluice/kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sl651AsciiElement } from './sl651.ascii.ts'
import { sl651Report } from './sl651.builders.ts'
import { sl651 } from './sl651.codec.ts'
import { SL651_PICTURE, SL651_VECTORS } from './sl651.vectors.ts'
import { chunksOf } from '../chunks.fixture.ts'

/** Longest frame there can be: ASCII with a body of twice the length field, rounded up. */
const LONGEST_FRAME = 8400

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

function asciiReport(): string {
  const link = { center: 2, station: '0012345678', password: '04D2', encoding: 'ASCII' as const }
  const frame = sl651.encode(
    sl651Report(
      link,
      { serial: 18, sendTime: '2014-12-05 11:00:02' },
      {
        func: '32',
        stationType: '48',
        obsTime: '2014-12-05 11:00',
        elements: [sl651AsciiElement('39', 14.42), sl651AsciiElement('38', 12.2)],
      },
    ),
  )
  if (!frame.ok) throw new Error('no frame')
  return toHex(frame.value)
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  return bytesOf(chunks.map((chunk) => toHex(chunk)).join(''))
}

/** Feeds chunks as a gateway would and gives the frames that came out. */
function feed(chunks: readonly Uint8Array[]): string[] {
  const frames: string[] = []
  let rest = new Uint8Array(0) as Uint8Array
  for (const chunk of chunks) {
    const buffer = concat([rest, chunk])
    const result = sl651.split(buffer)
    for (const frame of result.frames) frames.push(toHex(frame))
    rest = buffer.slice(result.consumed)
    expect(rest.length).toBeLessThan(LONGEST_FRAME)
  }
  for (const frame of sl651.split(rest, true).frames) frames.push(toHex(frame))
  return frames
}

const HEX_FRAMES = [...SL651_VECTORS.slice(0, 12).map((vector) => vector.hex), ...SL651_PICTURE.packets.slice(0, 2)]
const ASCII_FRAME = asciiReport()
const GARBAGE = ['', '7E', '00FF7E', '7E7E', '01', '0130', '7E7E7E', '0D0A', '017E7E']

test('a stream cut in two at every byte yields the same frames', () => {
  const parts = HEX_FRAMES.flatMap((hex, i) => [
    GARBAGE[i % GARBAGE.length] as string,
    hex,
    i % 4 === 0 ? ASCII_FRAME : '',
  ])
  const stream = bytesOf(parts.join(''))
  const whole = feed([stream])
  expect(whole).toEqual(HEX_FRAMES.flatMap((hex, i) => (i % 4 === 0 ? [hex, ASCII_FRAME] : [hex])))
  for (let cut = 0; cut <= stream.length; cut++) {
    expect(feed([stream.subarray(0, cut), stream.subarray(cut)])).toEqual(whole)
  }
})

test('a stream that comes byte by byte yields the same frames', () => {
  const stream = bytesOf(HEX_FRAMES.slice(0, 4).join('00') + ASCII_FRAME)
  expect(feed(Array.from(stream, (byte) => Uint8Array.of(byte)))).toEqual([...HEX_FRAMES.slice(0, 4), ASCII_FRAME])
})

test('every vector comes whole out of garbage and out of any chunks', () => {
  const frames = SL651_VECTORS.map((vector) => vector.hex)
  // Bytes that cannot start a frame; what can is covered by the fixed garbage above.
  const noise = fc
    .uint8Array({ maxLength: 20 })
    .map((bytes) => toHex(bytes.filter((byte) => byte !== 1 && byte !== 0x7e)))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom(...frames), noise)),
      fc.infiniteStream(fc.integer({ min: 1, max: 200 })),
      (parts, sizes) => {
        const stream = bytesOf(parts.map(([frame, garbage]) => garbage + frame).join(''))
        expect(feed(chunksOf(stream, sizes))).toEqual(parts.map(([frame]) => frame))
      },
    ),
  )
})

test('garbage is reported with its bytes and its place', () => {
  const frame = HEX_FRAMES[1] as string
  const { frames, faults, consumed } = sl651.split(bytesOf(`AABB${frame}CC${frame}`))
  expect(frames).toHaveLength(2)
  expect(consumed).toBe(3 + frame.length)
  expect(faults.map(({ fault, bytes }) => [fault, toHex(bytes)])).toEqual([
    [{ kind: 'invalid', at: 0 }, 'AABB'],
    [{ kind: 'invalid', at: 2 + frame.length / 2 }, 'CC'],
  ])
})

test('a damaged frame is one checksum fault and costs no other frame', () => {
  const good = HEX_FRAMES[1] as string
  for (let at = 13; at < good.length / 2; at++) {
    const bad = bytesOf(good)
    bad[at] = (bad[at] as number) ^ 0x10
    const stream = concat([bytesOf(good), bad, bytesOf(good)])
    const { frames, faults } = sl651.split(stream, true)
    expect(frames.map((frame) => toHex(frame))).toEqual([good, good])
    if (at === 13) continue // STX gone: no head, so it is garbage
    expect(faults).toHaveLength(1)
    expect(faults[0]?.fault).toEqual({ kind: 'checksum', at: good.length - 2 })
    expect(toHex(faults[0]?.bytes ?? new Uint8Array(0))).toBe(toHex(bad))
  }
})

test('two damaged frames in a row are two faults', () => {
  const bad = `${(HEX_FRAMES[1] as string).slice(0, -2)}00`
  const { frames, faults } = sl651.split(bytesOf(bad + bad), true)
  expect(frames).toEqual([])
  expect(faults.map(({ bytes }) => toHex(bytes))).toEqual([bad, bad])
})

test('a frame whose length says too much gives up what it swallowed', () => {
  const good = HEX_FRAMES[1] as string
  const greedy = good.replace('002B02', '006602')
  const { frames } = sl651.split(bytesOf(greedy + good + good + ASCII_FRAME))
  expect(frames.map((frame) => toHex(frame))).toEqual([good, good, ASCII_FRAME])
})

test('a frame that stopped half way holds the next ones up only until enough bytes came', () => {
  const good = HEX_FRAMES[1] as string
  const half = good.slice(0, 60)
  const stalled = sl651.split(bytesOf(half))
  expect(stalled).toEqual({ frames: [], faults: [], consumed: 0 })
  expect(sl651.split(bytesOf(half + good)).frames.map((frame) => toHex(frame))).toEqual([good])
})

test('when nothing follows, an incomplete frame is a fault and what it hides is found', () => {
  const heartbeat = HEX_FRAMES[0] as string
  const head = '7E7E0100123456781234320FFF02'
  const { frames, faults, consumed } = sl651.split(bytesOf(head + heartbeat + head), true)
  expect(frames.map((frame) => toHex(frame))).toEqual([heartbeat])
  expect(faults.map(({ fault }) => fault.kind)).toEqual(['truncated', 'truncated'])
  expect(consumed).toBe((2 * head.length + heartbeat.length) / 2)
})

test('frames are views into the buffer', () => {
  const buffer = bytesOf(HEX_FRAMES[0] as string)
  expect(sl651.split(buffer).frames[0]?.buffer).toBe(buffer.buffer)
})

test('nothing comes of nothing', () => {
  expect(sl651.split(new Uint8Array(0))).toEqual({ frames: [], faults: [], consumed: 0 })
  expect(sl651.split(new Uint8Array(0), true)).toEqual({ frames: [], faults: [], consumed: 0 })
})
