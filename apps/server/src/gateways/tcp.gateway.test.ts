import type { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeClock } from '../platform/clock/clock.ts'
import type { Link } from './link.ts'

import { device, gateway, turns, turnsUntil } from './tcp.gateway.fixture.ts'
test('a device that never reads its answers is closed before they fill the memory', async () => {
  const answer = new Uint8Array(64 * 1024)
  const { port, notes } = await gateway((link) => async () => void link.write(answer), { burst: 1e6 })
  const socket = await device(port)
  socket.pause()
  // Answers first fill the network's own buffers: some megabytes.
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

test('an unidentified line may have fewer frames in progress', async () => {
  let underWay = 0
  const waiting: (() => void)[] = []
  const converse = (link: Link) => (raw: Uint8Array) => {
    underWay++
    if (raw[0] === 1) link.deviceId = 'known'
    return new Promise<void>((resolve) => waiting.push(resolve))
  }
  const { port } = await gateway(converse, { inFlight: 6, strangerInFlight: 3 })
  const [stranger, known] = [await device(port), await device(port)]
  const send = async (socket: Socket, byte: number) => {
    for (let n = 0; n < 10; n++) {
      socket.write(Uint8Array.of(byte))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
    await turns(50)
  }
  await send(stranger, 0)
  expect(underWay).toBe(3)
  await send(known, 1)
  expect(underWay).toBe(3 + 6)
})

test('a frame that is kept keeps nothing else of what was read with it', async () => {
  const frames: Uint8Array[] = []
  const { port } = await gateway(() => async (raw) => void frames.push(raw))
  const socket = await device(port)
  socket.write(new Uint8Array(100))
  await turnsUntil(() => frames.length === 100)
  expect(frames.every((raw) => raw.buffer.byteLength === 1)).toBe(true)
})

test('what waits for too long is looked after every few seconds, also while nothing is read', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const clock = fakeClock('2026-06-12T06:30:00Z')
  const { port, gateway: made, expired } = await gateway(() => async () => undefined, {}, clock)
  await device(port)
  await turnsUntil(() => made.connections === 1)
  made.setPaused(true)
  vi.advanceTimersByTime(10_000)
  expect(expired).toEqual([clock.now().getTime(), clock.now().getTime()])
})

test('above its rate a line is read slowly: what waits is in the network, and nothing is lost', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let heard = 0
  const clock = fakeClock('2026-06-12T06:30:00Z')
  const hear = () => async () => void heard++
  const { port } = await gateway(hear, { framesPerSecond: 10, burst: 5 }, clock)
  const [flood, other] = [await device(port), await device(port)]
  // The data of one read is taken whole; the six above the burst cost 600 ms.
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

test('rubbish between good frames closes nothing', async () => {
  let heard = 0
  const { port, notes } = await gateway(() => async () => void heard++, { badInARow: 10 }, undefined, 'EVERY_SECOND')
  const socket = await device(port)
  for (let n = 1; n <= 30; n++) {
    socket.write(Uint8Array.of(0, 1))
    await turnsUntil(() => heard === n)
  }
  expect(notes.map(({ event }) => event)).toEqual(['CONNECT'])
})

test('a line counts as silent only beyond its time, which restarts when it sends', async () => {
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
  clock.advance(60_000)
  vi.advanceTimersByTime(15_000)
  expect(made.connections).toBe(1)
  clock.advance(1)
  vi.advanceTimersByTime(5_000)
  socket.write(new Uint8Array(1))
  await turnsUntil(() => heard === 2)
  // It was suspected and spoke: the next silence is looked at twice again.
  vi.advanceTimersByTime(5_000)
  clock.advance(60_001)
  vi.advanceTimersByTime(5_000)
  await turns(50)
  expect(made.connections).toBe(1)
  vi.advanceTimersByTime(5_000)
  await expect.poll(() => made.connections).toBe(0)
})

test('the time in which reading was paused does not count as silence', async () => {
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
  clock.advance(3_600_000)
  vi.advanceTimersByTime(5_000)
  made.setPaused(false)
  vi.advanceTimersByTime(10_000)
  await turns(50)
  expect([made.connections, socket.closed]).toEqual([1, false])
})

test('after a line ended its session is removed, its conversation is notified, and its bytes are in the log', async () => {
  const {
    port,
    gateway: made,
    notes,
    sessions,
    ended,
  } = await gateway((link) => async () => {
    sessions.bind('known', link)
    link.write(Uint8Array.of(1, 2, 3))
  })
  const socket = await device(port)
  socket.write(new Uint8Array(2))
  await turnsUntil(() => sessions.linkOf('known') !== undefined)
  await expect.poll(() => socket.bytesRead).toBe(6)
  socket.end()
  await expect.poll(() => made.connections).toBe(0)
  expect([sessions.linkOf('known'), ended.count]).toEqual([undefined, 1])
  expect(notes.map(({ event, durationS }) => [event, durationS])).toEqual([
    ['CONNECT', null],
    ['DISCONNECT', 0],
  ])
  expect(notes.at(-1)).toMatchObject({ bytesIn: 2, bytesOut: 6 })
})

test('bytes written before the close are sent before it, and the first reason is reported', async () => {
  const { port, notes } = await gateway((link) => async () => {
    link.write(Uint8Array.of(7))
    link.close('first')
    link.close('second')
  })
  const socket = await device(port)
  const got: number[] = []
  socket.on('data', (chunk) => got.push(...chunk))
  socket.write(new Uint8Array(1))
  await expect.poll(() => socket.closed).toBe(true)
  expect([got, notes.at(-1)?.reason]).toEqual([[7], 'first'])
})

test('a gateway that is closed looks after its lines no more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { gateway: made } = await gateway(() => async () => undefined)
  expect(vi.getTimerCount()).toBe(1)
  await made.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('a default port that is taken moves to a free one, one that was asked for ends the start with a sentence', async () => {
  const { port } = await gateway(() => async () => undefined)
  const another = await gateway(() => async () => undefined, {}, undefined, false, { port, fixed: false })
  expect(another.port).not.toBe(port)
  await expect(gateway(() => async () => undefined, {}, undefined, false, { port, fixed: true })).rejects.toThrow(
    `Cannot listen for BYTES devices on 127.0.0.1 port ${port}: it is taken.`,
  )
})

test('an unidentified connection is closed after its minute, at the second check; an identified one stays', async () => {
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
  await turns(50)
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
  const none = () => async () => undefined
  const { gateway: made, port } = await gateway(none, {}, undefined, false, undefined, { all: 2 })
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

test.each([60 * 86_400_000, -2 * 86_400_000])(
  'a clock that is set by %d ms neither closes a line nor keeps a silent one, and the log tells how long it was open',
  async (by) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const clock = fakeClock('2026-06-12T06:30:00Z')
    const known = (link: Link) => async () => {
      link.deviceId = 'known'
    }
    const { port, notes, gateway: made } = await gateway(known, { idleMs: 60_000 }, clock)
    const socket = await device(port)
    socket.write(new Uint8Array(1))
    await turnsUntil(() => notes.length === 1)
    await turns(50)
    clock.leap(by)
    vi.advanceTimersByTime(15_000)
    await turns(50)
    expect(made.connections).toBe(1)
    clock.advance(60_001)
    vi.advanceTimersByTime(10_000)
    await expect.poll(() => notes.at(-1)).toMatchObject({ event: 'DISCONNECT', reason: 'silence', durationS: 60.001 })
  },
)

test('a frame that a conversation fails on is its own end and no other’s', async () => {
  const taken: number[] = []
  const { port } = await gateway(
    () => (raw: Uint8Array) => {
      if (raw[0] === 0) throw new Error('a bug')
      taken.push(raw[0]!)
    },
    { inFlight: 1 },
  )
  const socket = await device(port)
  socket.write(Uint8Array.of(0, 1, 2))
  await expect.poll(() => taken).toEqual([1, 2])
  expect(socket.destroyed).toBe(false)
})
