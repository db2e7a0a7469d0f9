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

/** Turns of the event loop: so long something that is not to happen has to happen, whatever the clock says. */
async function turns(count: number): Promise<void> {
  for (let n = 0; n < count; n++) await new Promise((resolve) => setImmediate(resolve))
}

async function turnsUntil(met: () => boolean): Promise<void> {
  for (let n = 0; n < 1e6 && !met(); n++) await turns(1)
  expect(met()).toBe(true)
}

/** A gateway whose frames are single bytes, or whose bytes are all rubbish. */
async function gateway(
  converse: (link: Link) => Conversation['frame'],
  limits: Partial<TcpLimits> = {},
  clock = fakeClock('2026-06-12T06:30:00Z'),
  rubbish = false,
) {
  const notes: ConnectionNote[] = []
  const made = new TcpGateway({
    protocol: 'BYTES',
    split: (buffer) => ({
      frames: rubbish ? [] : Array.from(buffer, (byte) => Uint8Array.of(byte)),
      faults: rubbish
        ? Array.from(buffer, (byte) => ({ fault: { kind: 'invalid', at: 0 }, bytes: Uint8Array.of(byte) }))
        : [],
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

test('above its rate a line is read slowly: what waits is in the network, and nothing is lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let heard = 0
  const clock = fakeClock('2026-06-12T06:30:00Z')
  const hear = () => async () => void heard++
  const { port } = await gateway(hear, { framesPerSecond: 10, burst: 5 }, clock)
  const [flood, other] = [await device(port), await device(port)]
  // What one read brings is taken whole; the six above the burst cost 600 ms.
  flood.write(new Uint8Array(11))
  await turnsUntil(() => heard === 11)
  flood.write(new Uint8Array(1))
  other.write(new Uint8Array(1))
  await turnsUntil(() => heard === 12)
  await turns(50)
  expect(heard).toBe(12)
  vi.advanceTimersByTime(599)
  await turns(50)
  expect(heard).toBe(12)
  vi.advanceTimersByTime(1)
  await turnsUntil(() => heard === 13)
})

test('rubbish above the rate is read as slowly as frames, and closes the line when nothing else comes', async () => {
  const { port, notes } = await gateway(() => async () => undefined, { badInARow: 10 }, undefined, true)
  const socket = await device(port)
  socket.write(new Uint8Array(10))
  await turns(50)
  expect(notes.map(({ event }) => event)).toEqual(['CONNECT'])
  socket.write(new Uint8Array(1))
  await expect
    .poll(() => notes.map(({ event, reason }) => [event, reason]))
    .toContainEqual(['REJECTED', 'too many bad frames'])
  await expect.poll(() => socket.closed).toBe(true)
})

test('a stranger is closed after his minute, at the second look; a line that has said who it is stays', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = fakeClock('2026-06-12T06:30:00Z')
  const {
    port,
    notes,
    gateway: made,
  } = await gateway(
    (link) => async (raw) => void (link.deviceId = raw[0] === 1 ? 'known' : null),
    { unidentifiedMs: 60_000, idleMs: 1e9 },
    clock,
  )
  const [known, stranger] = [await device(port), await device(port)]
  known.write(Uint8Array.of(1))
  stranger.write(Uint8Array.of(2))
  await turns(50)
  clock.advance(60_000)
  vi.advanceTimersByTime(10_000)
  expect(made.connections).toBe(2)
  clock.advance(1)
  vi.advanceTimersByTime(10_000)
  await expect.poll(() => made.connections).toBe(1)
  expect(notes.at(-1)).toMatchObject({ event: 'DISCONNECT', reason: 'no identification', durationS: 60.001 })
  expect(known.closed).toBe(false)
})

test('while the store is away nothing is read and no silence is held against a line', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = fakeClock('2026-06-12T06:30:00Z')
  let heard = 0
  const hear = (link: Link) => async () => {
    link.deviceId = 'known'
    heard++
  }
  const { port, gateway: made } = await gateway(hear, { idleMs: 60_000 }, clock)
  const socket = await device(port)
  socket.write(new Uint8Array(1))
  await turnsUntil(() => heard === 1)
  made.setPaused(true)
  socket.write(new Uint8Array(1))
  // One that connects now is not read either.
  const late = await device(port)
  late.write(new Uint8Array(1))
  await turns(50)
  clock.advance(3_600_000)
  vi.advanceTimersByTime(10_000)
  expect([heard, made.connections]).toEqual([1, 2])
  made.setPaused(false)
  await turnsUntil(() => heard === 3)
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
