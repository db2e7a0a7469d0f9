import { connect, type Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeClock } from '../platform/clock.ts'
import type { ConnectionNote, Link } from './link.ts'
import { DeviceSessions } from './sessions.ts'
import { type Conversation, TcpGateway, type TcpLimits } from './tcp.gateway.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** A gateway whose frames are single bytes. */
async function gateway(
  converse: (link: Link) => Conversation['frame'],
  limits: Partial<TcpLimits> = {},
  clock = fakeClock('2026-06-12T06:30:00Z'),
) {
  const notes: ConnectionNote[] = []
  const made = new TcpGateway({
    protocol: 'BYTES',
    split: (buffer) => ({
      frames: Array.from(buffer, (byte) => Uint8Array.of(byte)),
      faults: [],
      consumed: buffer.length,
    }),
    converse: (link) => ({ frame: converse(link), closed: () => undefined }),
    sessions: new DeviceSessions(),
    clock,
    noteConnection: (note) => notes.push(note),
    noteBytes: () => undefined,
    limits,
  })
  const { port } = await made.listen('127.0.0.1', { port: 0, fixed: true })
  open.push(made)
  return { gateway: made, port, notes }
}

async function device(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  open.push({ close: () => socket.destroy() })
  return socket
}

test('a device that never reads its answers is closed before they fill the memory', async () => {
  const answer = new Uint8Array(64 * 1024)
  const { port, notes } = await gateway((link) => async () => void link.write(answer), { burst: 1e6 })
  const socket = await device(port)
  socket.pause()
  // What is answered fills the network's own buffers first: some megabytes.
  const sending = setInterval(() => socket.write(new Uint8Array(16)), 1)
  await expect.poll(() => notes.at(-1)).toMatchObject({ event: 'DISCONNECT', reason: 'reads no answers' })
  clearInterval(sending)
})

test('only so many frames of one device are under way; the others wait in the network', async () => {
  let underWay = 0
  const waiting: (() => void)[] = []
  const frame = () => {
    underWay++
    return new Promise<void>((resolve) => waiting.push(resolve))
  }
  const { port } = await gateway(() => frame, { inFlight: 10 })
  const socket = await device(port)
  for (let n = 0; n < 20; n++) {
    socket.write(new Uint8Array(1))
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await expect.poll(() => underWay).toBe(10)
  for (const release of waiting.splice(0)) release()
  await expect.poll(() => underWay).toBe(20)
})

test('more connections than allowed are refused', async () => {
  const { gateway: made, port } = await gateway(() => async () => undefined, { connections: 2 })
  await device(port)
  await device(port)
  const third = await device(port)
  await new Promise((resolve) => third.once('close', resolve))
  expect(made.connections).toBe(2)
})

test('a leap of the clock closes no line that has something to say', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = fakeClock('2026-06-12T06:30:00Z')
  let heard = 0
  const hear = (link: Link) => async () => {
    link.deviceId = 'known'
    heard++
  }
  const { port, notes } = await gateway(hear, { idleMs: 60_000 }, clock)
  const [speaks, mute] = [await device(port), await device(port)]
  for (const socket of [speaks, mute]) socket.write(new Uint8Array(1))
  await expect.poll(() => heard).toBe(2)
  clock.advance(3_600_000)
  vi.advanceTimersByTime(5_000)
  speaks.write(new Uint8Array(1))
  await expect.poll(() => heard).toBe(3)
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => notes.at(-1)?.event).toBe('DISCONNECT')
  expect(notes.map(({ event }) => event)).toEqual(['CONNECT', 'CONNECT', 'HEARTBEAT_LOST', 'DISCONNECT'])
  await expect.poll(() => mute.closed).toBe(true)
  expect(speaks.closed).toBe(false)
})
