import type { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fakeClock } from '../platform/clock/clock.ts'
import type { Link } from './link.ts'
import { device, gateway, turns, turnsUntil } from './tcp.gateway.fixture.ts'

const KIB = 1024
/** The data Node reads of a connection before it can be paused: one piece that is handed out, one that waits. */
const AHEAD = 2 * 64 * KIB
const READING = { addressRate: KIB, addressBurst: 64 * KIB, allRate: 4 * KIB, allBurst: KIB ** 3 }
/** Frames of the fixture are single bytes, so that nothing but the turns holds them up. */
const FREE = { burst: 1e9, framesPerSecond: 1e9, inFlight: 1e9, strangerInFlight: 1e9, badInARow: 1e9 }
const KNOWN = 1

async function listening(clock = fakeClock('2026-06-12T06:30:00Z')) {
  const links: Link[] = []
  const made = await gateway(
    (link) => {
      links.push(link)
      return async (raw) => {
        if (raw[0] === KNOWN) link.deviceId = 'known'
      }
    },
    FREE,
    clock,
    false,
    undefined,
    {},
    READING,
  )
  return { ...made, clock, links }
}

/** Writes without end, as fast as it is read. */
function pour(socket: Socket): void {
  const piece = new Uint8Array(16 * KIB)
  const more = () => {
    while (socket.writable) if (!socket.write(piece)) return
  }
  socket.on('drain', more)
  more()
}

test('a flooding unidentified sender is read up to its limit only; an identified one there and one from elsewhere are read', async () => {
  const { port, links } = await listening()
  const known = await device(port)
  known.write(Uint8Array.of(KNOWN))
  await turnsUntil(() => links[0]?.deviceId === 'known')
  const pouring = [await device(port), await device(port)]
  pouring.forEach(pour)
  const read = () => links.slice(1, 3).reduce((sum, { bytesIn }) => sum + bytesIn, 0)
  await turnsUntil(() => read() > 0)
  await turns(300)
  expect(read()).toBeLessThanOrEqual(READING.addressBurst + AHEAD)
  const elsewhere = await device(port, '127.0.0.2')
  known.write(new Uint8Array(4 * KIB))
  elsewhere.write(new Uint8Array(3))
  await turnsUntil(() => links[0]!.bytesIn === 1 + 4 * KIB && links[3]!.bytesIn === 3)
})

test('a connection from an address with a debt waits unread, and its silence does not count', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { port, links, clock, notes, reading } = await listening()
  const pouring = await device(port)
  pour(pouring)
  await turnsUntil(() => (links[0]?.bytesIn ?? 0) > 0)
  await turns(300)
  const late = await device(port)
  late.write(Uint8Array.of(KNOWN))
  await turns(300)
  expect(links[1]).toMatchObject({ bytesIn: 0, deviceId: null })
  // Frames of one byte cost 257: the debt of one piece lasts for hours.
  clock.advance(3600_000)
  vi.advanceTimersByTime(10_000)
  expect(notes.filter(({ event }) => event === 'REJECTED').map(({ channelId }) => channelId)).toEqual([
    links[0]!.channelId,
  ])
  clock.advance(24 * 3600_000)
  await turnsUntil(() => links[1]!.deviceId === 'known')
  expect(links[1]!.open).toBe(true)
  pouring.destroy()
  await turnsUntil(() => !links[0]!.open)
  clock.advance(24 * 3600_000)
  vi.advanceTimersByTime(5_000)
  expect(reading.owners).toBe(0)
})
