import { expect, test } from 'vitest'
import { createSl651Assembler, type Sl651Assembler, type Sl651Assembly, SL651_PACKET_COST } from './sl651.assembler.ts'
import { sl651Packets, sl651Report } from './sl651.builders.ts'
import { sl651 } from './sl651.codec.ts'
import { sl651Element } from './sl651.element-builder.ts'
import type { Sl651Message } from './sl651.messages.ts'

const LINK = { center: 1, station: '0012345678', password: '1234' }

function picture(serial: number, bytes = 950): Sl651Message {
  const image = sl651Element('F3', 'A5'.repeat(bytes))
  if (!image) throw new Error('no element')
  return sl651Report(
    LINK,
    { serial, sendTime: '2026-07-01 08:00:00' },
    {
      func: '36',
      stationType: '48',
      obsTime: '2026-07-01 08:00',
      elements: [image],
    },
  )
}

function frameOf(packet: Sl651Message): Uint8Array {
  const frame = sl651.encode(packet)
  if (!frame.ok) throw new Error('no frame')
  return frame.value
}

function accepted(assembler: Sl651Assembler, packet: Sl651Message, nowMs = 0): Sl651Assembly {
  return assembler.accept(packet, frameOf(packet), nowMs)
}

function packetsOf(message: Sl651Message): Sl651Message[] {
  return sl651Packets(message, 100) ?? []
}

test('packets in order end in the whole message', () => {
  const assembler = createSl651Assembler()
  const whole = picture(5)
  const outcomes = packetsOf(whole).map((packet) => accepted(assembler, packet, 0))
  expect(outcomes[0]).toEqual({ kind: 'waiting', received: 1, total: 10 })
  expect(outcomes[9]).toEqual({ kind: 'complete', message: whole, frames: packetsOf(whole).map(frameOf) })
  expect(assembler.size).toBe(0)
})

test('what is missing is said when the last packet is in, until it came', () => {
  const assembler = createSl651Assembler()
  const whole = picture(5)
  const packets = packetsOf(whole)
  for (const packet of packets.filter((one) => one.packet?.no !== 3 && one.packet?.no !== 7 && one.end === 'ETB')) {
    expect(accepted(assembler, packet, 0).kind).toBe('waiting')
  }
  expect(accepted(assembler, packets[9] as Sl651Message, 0)).toEqual({ kind: 'missing', packetNos: [3, 7], serial: 5 })
  expect(accepted(assembler, packets[2] as Sl651Message, 0)).toEqual({ kind: 'missing', packetNos: [7], serial: 5 })
  expect(accepted(assembler, packets[2] as Sl651Message, 0)).toEqual({ kind: 'missing', packetNos: [7], serial: 5 })
  expect(accepted(assembler, packets[6] as Sl651Message, 0)).toEqual({
    kind: 'complete',
    message: whole,
    frames: packetsOf(whole).map(frameOf),
  })
})

test('stations and functions do not mix', () => {
  const assembler = createSl651Assembler()
  const mine = packetsOf(picture(5))
  const other = packetsOf({ ...picture(5), station: '0099999999' })
  for (let i = 0; i < 9; i++) {
    accepted(assembler, mine[i] as Sl651Message, 0)
    accepted(assembler, other[i] as Sl651Message, 0)
  }
  expect(assembler.size).toBe(2)
  expect(accepted(assembler, mine[9] as Sl651Message, 0).kind).toBe('complete')
  expect(accepted(assembler, other[9] as Sl651Message, 0).kind).toBe('complete')
})

test('a new message of the same function replaces an unfinished one', () => {
  const assembler = createSl651Assembler()
  for (const packet of packetsOf(picture(5)).slice(0, 4)) accepted(assembler, packet, 0)
  const next = picture(6)
  const outcomes = packetsOf(next).map((packet) => accepted(assembler, packet, 0))
  expect(outcomes[0]).toEqual({ kind: 'waiting', received: 1, total: 10 })
  expect(outcomes[9]).toEqual({ kind: 'complete', message: next, frames: packetsOf(next).map(frameOf) })
})

test('the message given up for silence is told with what it lacked', () => {
  const assembler = createSl651Assembler({ idleMs: 1000 })
  for (const packet of packetsOf(picture(5)).slice(0, 8)) accepted(assembler, packet, 500)
  expect(assembler.expire(1499)).toEqual([])
  expect(assembler.expire(1500)).toEqual([{ station: '0012345678', func: '36', total: 10, missing: [9, 10] }])
  expect(assembler.size).toBe(0)
})

test('memory is bounded', () => {
  const few = createSl651Assembler({ messages: 1 })
  const packets = packetsOf(picture(5))
  accepted(few, packets[0] as Sl651Message, 0)
  const stranger = packetsOf({ ...picture(5), station: '0099999999' })[0] as Sl651Message
  expect(accepted(few, stranger, 0)).toEqual({ kind: 'refused', because: 'tooMany' })

  const small = createSl651Assembler({ messageBytes: 250 })
  expect(packets.slice(0, 3).map((packet) => accepted(small, packet, 0).kind)).toEqual([
    'waiting',
    'waiting',
    'refused',
  ])
  expect(small.size).toBe(0)
})

/** Room for so many bytes, which says how many are taken. */
function roomFor(limit: number) {
  const room = { taken: 0 }
  return {
    room,
    take(bytes: number) {
      if (room.taken + bytes > limit) return false
      room.taken += bytes
      return true
    },
    give: (bytes: number) => void (room.taken -= bytes),
  }
}

test('frames use the memory of the first one’s sender, and all of it is released', () => {
  const mine = roomFor(1e6)
  const assembler = createSl651Assembler({ idleMs: 1000, roomOf: () => mine })
  const packets = packetsOf(picture(5))
  const cost = (count: number) =>
    packets.slice(0, count).reduce((sum, packet) => sum + frameOf(packet).length + SL651_PACKET_COST, 0)
  for (const packet of [...packets.slice(0, 3), packets[1]!]) accepted(assembler, packet)
  expect(mine.room.taken).toBe(cost(3))
  // A shorter packet in the place of a longer one.
  accepted(assembler, { ...packets[2]!, body: { kind: 'part', data: '39' } })
  expect(mine.room.taken).toBe(cost(3) - 99)
  accepted(assembler, packets[2]!)
  // Another message of the same function takes the place of this one.
  accepted(assembler, packetsOf(picture(6))[0]!)
  expect(mine.room.taken).toBe(cost(1))
  assembler.expire(1000)
  expect(mine.room.taken).toBe(0)
  for (const packet of packets) accepted(assembler, packet)
  expect(mine.room.taken).toBe(0)
  accepted(assembler, packets[0]!)
  assembler.clear()
  expect([mine.room.taken, assembler.size]).toEqual([0, 0])
})

test('a message that finds no room is given up whole', () => {
  const packets = packetsOf(picture(5))
  const first = frameOf(packets[0]!).length + SL651_PACKET_COST
  const narrow = roomFor(first + frameOf(packets[1]!).length + SL651_PACKET_COST - 1)
  const assembler = createSl651Assembler({ roomOf: () => narrow })
  expect(accepted(assembler, packets[0]!).kind).toBe('waiting')
  expect(narrow.room.taken).toBe(first)
  expect(accepted(assembler, packets[1]!)).toEqual({ kind: 'refused', because: 'noRoom' })
  expect([narrow.room.taken, assembler.size]).toEqual([0, 0])
})

test('what is no packet is refused, of joined nonsense nothing is read', () => {
  const assembler = createSl651Assembler()
  expect(accepted(assembler, picture(5), 0)).toEqual({ kind: 'refused', because: 'notAPacket' })
  const broken = packetsOf(picture(5, 150)).map(
    (packet): Sl651Message => ({ ...packet, body: { kind: 'part', data: '39' } }),
  )
  const outcomes = broken.map((packet) => accepted(assembler, packet, 0))
  expect(outcomes.at(-1)).toMatchObject({
    kind: 'complete',
    message: { body: { kind: 'report', elements: [] }, partial: { at: 0, rest: '3939' } },
  })
})

test('packets of ASCII frames are joined too', () => {
  const assembler = createSl651Assembler()
  const texts = ['ST 0012345678 H TT 1412', '051100 Z 14.42 ']
  const packets = texts.map(
    (text, i): Sl651Message => ({
      direction: 'up',
      encoding: 'ASCII',
      ...LINK,
      func: '32',
      start: 'SYN',
      packet: { total: 2, no: i + 1 },
      serial: i === 0 ? 5 : null,
      sendTime: i === 0 ? '2014-12-05 11:00:02' : null,
      body: { kind: 'part', data: Buffer.from(text, 'latin1').toString('hex') },
      end: i === 0 ? 'ETB' : 'ETX',
    }),
  )
  for (const packet of packets) expect(sl651.encode(packet).ok).toBe(true)
  accepted(assembler, packets[1] as Sl651Message, 0)
  expect(accepted(assembler, packets[0] as Sl651Message, 0)).toMatchObject({
    kind: 'complete',
    message: { body: { kind: 'report', obsTime: '2014-12-05 11:00', elements: [{ id: '39', value: 14.42 }] } },
  })
})
