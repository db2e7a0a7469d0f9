import { type Socket, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { rotatePassword } from '@sluice/contract'
import { type Sl651Message, sl651, sl651Packets } from '@sluice/codecs'
import { frameOf, makeDevice, reportOf, until } from '@sluice/testing'
import { afterEach, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../testing/src/platform/shared-platform.ts'

const { test, now } = sharedPlatform()
const MIB = 1024 ** 2
const open: Socket[] = []

afterEach(() => allGone())

async function allGone(): Promise<void> {
  for (const socket of open.splice(0)) socket.destroy()
  await until('the end of all lines', () => test.platform.edge.connections() === 0)
}

async function notesOf({ localPort }: Socket): Promise<unknown[]> {
  await test.platform.diagnostics.flush()
  const { rows } = await test.db.query(
    "select note from byte_log where fault = 'refused' and remote like '%:' || $1::text order by id /* unscoped:test */",
    [localPort],
  )
  return rows.map(({ note }) => note)
}

/** How the first frame ends and whom it is for. */
function endOf(chunk: Uint8Array): string | undefined {
  const decoded = sl651.decode(chunk)
  return decoded.ok ? `${decoded.value.end} ${decoded.value.station}` : undefined
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The memory of this process after garbage collection. */
function kept(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Packet `no` of a message of 4095 that never ends: 4 kB each. */
function packetOf(station: string, func: string, no: number, password = '0000'): Uint8Array {
  const message: Sl651Message = {
    direction: 'up',
    encoding: 'HEX',
    center: 1,
    station,
    password,
    func,
    start: 'SYN',
    packet: { total: 4095, no },
    serial: no === 1 ? 1 : null,
    sendTime: no === 1 ? '2026-06-12 06:30:00' : null,
    body: { kind: 'part', data: 'A5'.repeat(4050) },
    end: 'ETB',
  }
  return frameOf(message)
}

async function dial(localAddress: string): Promise<Socket> {
  const socket = connect({ port: test.sl651Port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  open.push(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** Everything that was written before is read when the report of this station behind it is confirmed. */
async function readUpTo(socket: Socket, stationAddress: string, serial: number): Promise<void> {
  const confirmed = new Promise((resolve) => socket.once('data', resolve))
  socket.write(
    frameOf(reportOf({ center: 1, station: stationAddress, password: '0000' }, serial, { 39: 1 }, { at: now() })),
  )
  await confirmed
}

it('unidentified senders of endless messages buffer a few megabytes together, however many they are', async () => {
  const lines = 6
  const marks = await Promise.all(Array.from({ length: lines }, () => makeDevice(test.admin)))
  const frames = ['31', '34'].flatMap((func) =>
    Array.from({ length: 400 }, (_, n) => packetOf('00AAAAAAAA', func, n + 1)),
  )
  const sockets = await Promise.all(marks.map((_, n) => dial(`127.0.0.${n + 2}`)))
  const before = kept()
  await Promise.all(
    sockets.map((socket, n) => {
      for (const frame of frames) socket.write(frame)
      return readUpTo(socket, marks[n]!.stationAddress, 1)
    }),
  )
  await test.platform.diagnostics.flush()
  expect((kept() - before) / MIB).toBeLessThan(16)
  expect(test.platform.edge.packetBytes()).toBeLessThanOrEqual(lines * 64 * 1024)
  await allGone()
  expect(test.platform.edge.packetBytes()).toBe(0)
})

it('an unidentified sender may buffer 64 kB over all its connections; another address has its own 64 kB', async () => {
  const [one, two, other] = [await makeDevice(test.admin), await makeDevice(test.admin), await makeDevice(test.admin)]
  const frames = Array.from({ length: 14 }, (_, n) => packetOf('00BBBBBBBB', '31', n + 1))
  const taken = 14 * 4060
  // The stranger's address is looked up before its packets are taken; a report behind them may be confirmed sooner.
  const packets = async (above: number) => {
    await until('the packets', () => test.platform.edge.packetBytes() > above)
    return test.platform.edge.packetBytes()
  }
  for (const mark of [one, two]) {
    const socket = await dial('127.0.0.2')
    socket.write(Buffer.concat(frames))
    await readUpTo(socket, mark.stationAddress, 1)
    await packets(taken)
  }
  const alone = await packets(taken)
  expect(alone).toBeLessThanOrEqual(64 * 1024)
  const socket = await dial('127.0.0.3')
  socket.write(Buffer.concat(frames))
  await readUpTo(socket, other.stationAddress, 1)
  expect(await packets(alone + taken)).toBeLessThanOrEqual(2 * 64 * 1024)
})

it('while unidentified senders have used up their limit, a station’s picture of many packets is stored', async () => {
  const { id, stationAddress } = await makeDevice(test.admin)
  for (let n = 2; n < 80; n++) {
    const socket = await dial(`127.0.0.${n}`)
    socket.write(Buffer.concat(Array.from({ length: 14 }, (_, no) => packetOf('00CCCCCCCC', '31', no + 1))))
  }
  await until('the strangers’ room to be full', () => test.platform.edge.packetBytes() > 4 * MIB - 70_000)
  expect(test.platform.edge.packetBytes()).toBeLessThanOrEqual(4 * MIB)
  const station = await test.station({ station: stationAddress })
  const values = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [(0x58 + n).toString(16).toUpperCase(), n]))
  const packets = sl651Packets(reportOf(station.link, 7, values, { at: now() }), 20)!
  station.send(...packets)
  expect(await station.answer()).toMatchObject({ serial: 7, end: 'ESC' })
  const { rows } = await test.db.query('select 1 from device_message where device_id = $1 /* unscoped:test */', [id])
  expect(rows).toHaveLength(packets.length)
  await station.end()
})

it('packets with a wrong password are refused one by one, and nothing of them is kept', async () => {
  const { id, stationAddress } = await makeDevice(test.admin)
  await test.admin.call(rotatePassword, { deviceId: id, password: 'A1B2' })
  const socket = await dial('127.0.0.2')
  for (const no of [1, 2, 3]) socket.write(packetOf(stationAddress, '31', no, '0000'))
  await until('the refusals', async () => (await notesOf(socket)).length === 3)
  expect(await notesOf(socket)).toEqual(Array(3).fill('BAD_PASSWORD'))
  expect(test.platform.edge.packetBytes()).toBe(0)
  socket.write(packetOf(stationAddress, '31', 1, 'A1B2'))
  await until('the packet with the right one', () => test.platform.edge.packetBytes() > 4000)
})

it('an unidentified sender is not asked for missing packets, a station is', async () => {
  const { stationAddress } = await makeDevice(test.admin)
  const socket = await dial('127.0.0.2')
  const answers: (string | undefined)[] = []
  socket.on('data', (chunk) => answers.push(endOf(chunk)))
  const lastOf = (station: string) =>
    frameOf(
      sl651Packets(
        reportOf({ center: 1, station, password: '0000' }, 1, { 39: 1, 38: 12, 20: 1 }, { at: now() }),
        10,
      )!.at(-1)!,
    )
  socket.write(lastOf('00DDDDDDDD'))
  await until('the packet', () => test.platform.edge.packetBytes() > 0)
  socket.write(lastOf(stationAddress))
  await until('the question', () => answers.length > 0)
  expect(answers).toEqual([`NAK ${stationAddress}`])
})
