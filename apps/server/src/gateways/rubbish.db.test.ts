import { connect, type Socket } from 'node:net'
import type { Sl651Message } from '@sluice/codecs'
import { createLog } from '@sluice/server/src/platform/log/log.ts'
import { frameOf, freeAddress, makeDevice, reportOf, until } from '@sluice/testing'
import { afterEach, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../testing/src/platform/shared-platform.ts'

const lines: string[] = []
const log = createLog({ level: 'info', destination: { write: (line) => void lines.push(line) } })
const { test, now } = sharedPlatform({ log })
const MIB = 1024 ** 2
const open: Socket[] = []

afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

async function dial(localAddress: string): Promise<Socket> {
  const socket = connect({ port: test.sl651Port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  open.push(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** Frames of so many bytes of body, each with a right head and a wrong checksum. */
function broken(bodyBytes: number, count: number): Buffer {
  const frame = Buffer.alloc(17 + bodyBytes, 0xa5)
  frame.set([0x7e, 0x7e, 1, 0, 0x12, 0x34, 0x56, 0x78, 0, 0, 0x32, bodyBytes >> 8, bodyBytes & 255, 2])
  return Buffer.concat(Array.from({ length: count }, () => frame))
}

/** Sends until it is closed, over and over. */
async function flood(localAddress: string, bytes: Buffer, times: number): Promise<void> {
  for (let n = 0; n < times; n++) {
    const socket = await dial(localAddress)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.write(bytes)
    await closed
  }
}

async function stored(address: string): Promise<{ rows: number; bytes: number; longest: number }> {
  await test.platform.diagnostics.flush()
  const { rows } = await test.db.query<{ rows: number; bytes: number; longest: number }>(
    `select count(*)::int as rows, coalesce(sum(length(raw)), 0)::int as bytes, coalesce(max(length(raw)), 0) as longest
     from byte_log where remote like $1::text || ':%' /* unscoped:test */`,
    [address],
  )
  return rows[0]!
}

async function connectionRows(address: string): Promise<number> {
  const { rows } = await test.db.query<{ n: number }>(
    "select count(*)::int as n from connect_log where remote like $1::text || ':%' /* unscoped:test */",
    [address],
  )
  return rows[0]!.n
}

it('of unidentified senders little is stored and little is logged, however much they send', async () => {
  const [small, large] = [broken(3, 3000), broken(4000, 250)]
  await Promise.all(['127.0.0.2', '127.0.0.3'].map((address) => flood(address, small, 3)))
  await flood('127.0.0.4', large, 4)
  const found = [await stored('127.0.0.2'), await stored('127.0.0.3'), await stored('127.0.0.4')]
  for (const { rows, bytes, longest } of found) {
    expect(rows).toBeGreaterThan(100)
    expect(rows).toBeLessThan(2000)
    expect(bytes).toBeLessThan(MIB)
    expect(longest).toBeLessThanOrEqual(256)
  }
  const { rows } = await test.db.query<{ note: string }>(
    "select distinct note from byte_log where remote like '127.0.0.4:%' /* unscoped:test */",
  )
  expect(rows).toContainEqual({ note: 'the first 256 of 4017 bytes' })
  expect(await connectionRows('127.0.0.2')).toBeLessThan(3 * 3)
  // The last second is reported when it is over.
  await until('the line about what was left out', () => lines.some((line) => line.includes('"remote":"127.0.0.2"')))
  expect(lines.length).toBeLessThan(100)
  expect(new Set(lines.map((line) => (JSON.parse(line) as { msg: string }).msg))).toEqual(
    new Set(['what strangers sent was not kept']),
  )
})

it('frames of unknown stations are stored within the same limits, and one that sends rarely is stored', async () => {
  const frames = Array.from({ length: 600 }, (_, n) => {
    const raw: Sl651Message = {
      direction: 'up',
      encoding: 'HEX',
      center: 1,
      station: `0F${String(n).padStart(8, '0')}`,
      password: '0000',
      func: 'E0',
      start: 'STX',
      serial: 1,
      sendTime: '2026-06-12 06:30:00',
      body: { kind: 'raw', data: 'A5'.repeat(4050) },
      end: 'ETX',
    }
    return frameOf(raw)
  })
  const { stationAddress } = await makeDevice(test.admin)
  const socket = await dial('127.0.0.5')
  for (const frame of frames) socket.write(frame)
  const confirmed = new Promise((resolve) => socket.once('data', resolve))
  socket.write(frameOf(reportOf({ center: 1, station: stationAddress, password: '0000' }, 1, { 39: 1 }, { at: now() })))
  await confirmed
  await test.platform.registry.flush()
  const { rows } = await test.db.query<{ bytes: number }>(
    'select coalesce(sum(length(raw)), 0)::int as bytes from unknown_frame',
  )
  expect(rows[0]!.bytes).toBeGreaterThan(MIB / 2)
  expect(rows[0]!.bytes).toBeLessThan(MIB)
  const quiet = await test.station({ station: freeAddress() })
  quiet.send(reportOf(quiet.link, 1, { 39: 1 }, { at: now() }))
  await until('the quiet one', async () => {
    await test.platform.registry.flush()
    const { rows: found } = await test.db.query('select 1 from unknown_station where address = $1', [
      quiet.link.station,
    ])
    return found.length === 1
  })
})

it('during a flood of unidentified senders, everything about a station is stored', async () => {
  const { id, stationAddress } = await makeDevice(test.admin)
  const flooding = flood('127.0.0.6', broken(3, 3000), 3)
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1 })
  const rubbish = broken(400, 10)
  station.write(rubbish)
  await station.report(2, { 39: 1 })
  await Promise.all([flooding, station.end()])
  await until('its last row', async () => {
    await test.platform.diagnostics.flush()
    const { rows } = await test.db.query('select event from connect_log where device_id = $1 /* unscoped:test */', [id])
    return rows.map(({ event }) => event).join() === 'REGISTER,DISCONNECT'
  })
  const { rows } = await test.db.query(
    'select length(raw) as length, note from byte_log where device_id = $1 /* unscoped:test */',
    [id],
  )
  expect(rows).toEqual(Array(10).fill({ length: 417, note: null }))
})
