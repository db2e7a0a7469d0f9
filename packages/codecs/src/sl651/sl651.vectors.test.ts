import { createHash } from 'node:crypto'
import { fromHex, toHex } from '@sluice/kit'
import { expect, test } from 'vitest'
import { createSl651Assembler } from './sl651.assembler.ts'
import { sl651 } from './sl651.codec.ts'
import type { Sl651Message } from './sl651.messages.ts'
import { SL651_PICTURE, SL651_VECTORS } from './sl651.vectors.ts'

function bytesOf(hex: string): Uint8Array {
  const bytes = fromHex(hex)
  if (!bytes.ok) throw new Error(`no hex at ${bytes.error}`)
  return bytes.value
}

function decoded(hex: string): Sl651Message {
  const message = sl651.decode(bytesOf(hex))
  if (!message.ok) throw new Error(`${message.error.kind} at ${message.error.at}`)
  return message.value
}

test.each(SL651_VECTORS)('$expected.func $expected.direction $hex reads as published', ({ hex, expected }) => {
  const frame = bytesOf(hex)
  expect(sl651.describe(decoded(hex), frame)).toMatchObject(expected)
})

test.each(SL651_VECTORS)('$expected.func $expected.direction $hex is written as published', ({ hex }) => {
  const frame = sl651.encode(decoded(hex))
  expect(frame.ok && toHex(frame.value)).toBe(hex)
})

test.each(SL651_VECTORS)('$hex survives JSON', ({ hex }) => {
  const message = decoded(hex)
  expect(JSON.parse(JSON.stringify(message))).toEqual(message)
})

test('a further 7E behind the frame does not matter, to the cutter or to decode', () => {
  const published = SL651_VECTORS.filter((vector) => vector.asPublished !== undefined)
  expect(published.length).toBeGreaterThan(0)
  for (const { hex, asPublished = '' } of published) {
    const { frames, faults } = sl651.split(bytesOf(asPublished + hex), true)
    expect(frames.map((frame) => toHex(frame))).toEqual([hex, hex])
    expect(faults).toEqual([])
    expect(decoded(asPublished)).toEqual(decoded(hex))
  }
})

test('the picture is joined from its packets, in whatever order they come', () => {
  const { expected, packets } = SL651_PICTURE
  for (const order of [[...packets], packets.toReversed(), [...packets, ...packets].slice(3)]) {
    const assembler = createSl651Assembler()
    let joined: Sl651Message | null = null
    for (const hex of order) {
      const outcome = assembler.accept(decoded(hex), bytesOf(hex), 0)
      if (outcome.kind === 'complete') joined = outcome.message
    }
    if (joined?.body.kind !== 'report') throw new Error('not joined')
    expect(joined).toMatchObject({ func: '36', serial: expected.serial, sendTime: expected.sendTime, end: 'ETX' })
    expect(joined.body).toMatchObject({ station: expected.stationInBody, stationType: '48', obsTime: expected.obsTime })
    const image = bytesOf(joined.body.elements[0]?.raw ?? '')
    expect(image).toHaveLength(expected.imageBytes)
    expect(toHex(image, 0, 4)).toBe(expected.imageHeadHex)
    expect(createHash('sha256').update(image).digest('hex')).toBe(expected.imageSha256)
  }
})

test('every packet of the picture decodes on its own and is written as published', () => {
  for (const [i, hex] of SL651_PICTURE.packets.entries()) {
    const message = decoded(hex)
    const described = sl651.describe(message, bytesOf(hex))
    expect(described).toMatchObject({ packetTotal: 13, packetNo: i + 1, startChar: 'SYN' })
    expect('serial' in described).toBe(i === 0)
    const frame = sl651.encode(message)
    expect(frame.ok && toHex(frame.value)).toBe(hex)
  }
})
