import { connect, type Socket } from 'node:net'
import { afterEach, expect } from 'vitest'
import { fakeClock } from '../platform/clock/clock.ts'
import type { ListenPort } from '../platform/http/listen-port.ts'
import type { SeatLimits } from './door/device-seats.ts'
import { BlockedAddresses } from './door/blocked-addresses.ts'
import { doorOf } from './door/door.fixture.ts'
import type { ConnectionNote, Link } from './link.ts'
import { DeviceSessions } from './sessions.ts'
import { type ReadingLimits, StrangerReading } from './stranger/stranger-reading.ts'
import { type Conversation, TcpGateway, type TcpLimits } from './tcp.gateway.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** Turns of the event loop, in which an unwanted effect would happen, independent of the clock. */
export async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve))
}

export async function turnsUntil(met: () => boolean): Promise<void> {
  for (let n = 0; n < 1e6 && !met(); n++) await turns(1)
  expect(met()).toBe(true)
}

/** A gateway whose frames are single bytes, or whose bytes are all invalid. */
export async function gateway(
  converse: (link: Link) => Conversation['frame'],
  limits: Partial<TcpLimits> = {},
  clock = fakeClock('2026-06-12T06:30:00Z'),
  rubbish: boolean | 'EVERY_SECOND' = false,
  at: ListenPort = { port: 0, fixed: true },
  seats: Partial<SeatLimits> = {},
  readingLimits: Partial<ReadingLimits> = {},
) {
  const sessions = new DeviceSessions()
  const ended = { count: 0 }
  const isRubbish = (n: number) => rubbish === true || (rubbish === 'EVERY_SECOND' && n % 2 === 0)
  const notes: ConnectionNote[] = []
  const expired: number[] = []
  const reading = new StrangerReading(readingLimits, clock.elapsed)
  const blocked = new BlockedAddresses()
  const made = new TcpGateway({
    protocol: 'BYTES',
    split: (buffer) => ({
      frames: Array.from(buffer, (_, n) => buffer.subarray(n, n + 1)).filter((_, n) => !isRubbish(n)),
      faults: Array.from(buffer, (byte) => ({
        fault: { kind: 'invalid' as const, at: 0 },
        bytes: Uint8Array.of(byte),
      })).filter((_, n) => isRubbish(n)),
      consumed: buffer.length,
    }),
    converse: (link) => ({
      frame: converse(link),
      expire: (now) => void expired.push(now),
      closed: () => void ended.count++,
    }),
    sessions,
    clock,
    noteConnection: (note) => notes.push(note),
    noteBytes: () => undefined,
    limits,
    reading,
    door: doorOf(seats),
    blocked,
  })
  const { port } = await made.listen('127.0.0.1', at)
  open.push(made)
  return { gateway: made, blocked, reading, port, notes, sessions, ended, expired }
}

export async function device(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  open.push({ close: () => socket.destroy() })
  return socket
}
