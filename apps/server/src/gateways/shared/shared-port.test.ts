import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { fakeClock } from '../../platform/clock/clock.ts'
import { silentLog } from '../../platform/log/log.ts'
import { BlockedAddresses } from '../door/blocked-addresses.ts'
import type { DeviceSocket } from '../door/device-door.ts'
import type { SeatLimits } from '../door/device-seats.ts'
import { doorOf } from '../door/door.fixture.ts'
import type { ConnectionNote } from '../link.ts'
import { SharedPort, type Taker } from './shared-port.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** Begins with a word; keeps what it was handed and what each of those said. */
function taker(word: string): Taker & { devices: DeviceSocket[]; heard: string[] } {
  const devices: DeviceSocket[] = []
  const heard: string[] = []
  return {
    devices,
    heard,
    beginsWith(bytes) {
      const text = Buffer.from(bytes).toString('latin1')
      return text.startsWith(word) || (word.startsWith(text) ? undefined : false)
    },
    take(device) {
      const no = devices.push(device) - 1
      heard.push('')
      device.socket.on('data', (chunk) => {
        heard[no] += chunk.toString('latin1')
      })
    },
  }
}

async function port(withinMs?: number, limits: Partial<SeatLimits> = {}, proxies: readonly string[] = []) {
  const [apples, pears] = [taker('APPLE'), taker('APRICOT')]
  const notes: ConnectionNote[] = []
  const blocked = new BlockedAddresses()
  const made = new SharedPort({
    door: doorOf(limits, proxies),
    blocked,
    clock: fakeClock('2026-06-12T06:30:00Z'),
    log: silentLog,
    noteConnection: (note) => notes.push(note),
    ...(withinMs ? { withinMs } : {}),
  })
  const at = await made.listen('127.0.0.1', { port: 0, fixed: true }, [apples, pears])
  open.push(made)
  const refused = () => notes.map(({ remote, event, reason, protocol }) => `${protocol} ${event} ${remote} ${reason}`)
  return { made, apples, pears, blocked, refused, dial: (from = '127.0.0.1') => dial(at, from) }
}

async function dial(at: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port: at, host: '127.0.0.1', localAddress, noDelay: true })
  socket.on('error', () => undefined)
  socket.resume()
  open.push({ close: () => socket.destroy() })
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

async function trickle(socket: Socket, text: string): Promise<void> {
  for (const byte of Buffer.from(text, 'latin1')) {
    socket.write(Uint8Array.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

test('a connection goes to the protocol that its first bytes are of, which reads all of them', async () => {
  const { apples, pears, refused, dial: from } = await port()
  const one = await from('127.0.0.2')
  one.write('APPLE and more')
  const other = await from('127.0.0.3')
  await trickle(other, 'APRICOT, byte by byte')
  await expect.poll(() => [apples.heard, pears.heard]).toEqual([['APPLE and more'], ['APRICOT, byte by byte']])
  expect(apples.devices[0]).toMatchObject({ address: '127.0.0.2', remote: `127.0.0.2:${one.localPort}` })
  expect(refused()).toEqual([])
})

test('bytes that are of no protocol end the connection at once, and the refusal shows them', async () => {
  const { apples, made, refused, dial: from } = await port()
  const socket = await from('127.0.0.2')
  const gone = closed(socket)
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await gone
  const began = '474554202F20485454502F312E310D0A'
  await expect.poll(refused).toEqual([`SHARED REJECTED 127.0.0.2:0 no protocol of ours: it began with ${began}`])
  expect(apples.devices).toEqual([])
  await expect.poll(() => made.connections).toBe(0)
})

test('whoever says nothing, or too little, is turned away in time', async () => {
  const { refused, dial: from } = await port(60)
  const [silent, slow] = [await from('127.0.0.2'), await from('127.0.0.3')]
  const gone = Promise.all([closed(silent), closed(slow)])
  slow.write('AP')
  await gone
  await expect
    .poll(refused)
    .toEqual([
      'SHARED REJECTED 127.0.0.2:0 no protocol in time',
      'SHARED REJECTED 127.0.0.3:0 no protocol in time: it began with 4150',
    ])
})

test('one that ends in the middle of its beginning is a refusal, one that says nothing is none', async () => {
  const { made, refused, dial: from } = await port()
  const [check, half] = [await from('127.0.0.2'), await from('127.0.0.3')]
  await expect.poll(() => made.connections).toBe(2)
  check.end()
  half.end('AP')
  await expect.poll(() => made.connections).toBe(0)
  await expect.poll(refused).toEqual(['SHARED REJECTED 127.0.0.3:0 no protocol before it closed: it began with 4150'])
})

test('a blocked address is not listened to, and ends while it is undecided', async () => {
  const { apples, blocked, refused, dial: from } = await port()
  const undecided = await from('127.0.0.2')
  undecided.write('APP')
  blocked.set(['127.0.0.2/31'])
  await closed(undecided)
  const socket = await from('127.0.0.3')
  const gone = closed(socket)
  socket.write('APPLE')
  await gone
  await expect.poll(refused).toContain('SHARED REJECTED 127.0.0.3:0 blocked address')
  expect(apples.devices).toEqual([])
})

test('an address has so many places, and those that are decided keep theirs', async () => {
  const { apples, refused, dial: from } = await port(undefined, { strangersPerAddress: 2 })
  for (const socket of [await from('127.0.0.2'), await from('127.0.0.2')]) socket.write('APPLE')
  await expect.poll(() => apples.heard).toEqual(['APPLE', 'APPLE'])
  await closed(await from('127.0.0.2'))
  await expect.poll(refused).toEqual(['SHARED REJECTED 127.0.0.2:0 too many connections of its address'])
  apples.devices[0]!.identified()
  const next = await from('127.0.0.2')
  next.write('APPLE')
  await expect.poll(() => apples.heard.length).toBe(3)
})

test('behind a balancer the address in the header counts', async () => {
  const { apples, blocked, refused, dial: from } = await port(undefined, {}, ['127.0.0.9'])
  const socket = await from('127.0.0.9')
  await trickle(socket, 'PROXY TCP4 203.0.113.7 192.0.2.1 40000 7000\r\nAPPLE')
  await expect.poll(() => apples.heard).toEqual(['APPLE'])
  expect(apples.devices[0]!.remote).toBe('203.0.113.7:40000')
  blocked.set(['203.0.113.7'])
  await closed(socket)
  const again = await from('127.0.0.9')
  again.write('PROXY TCP4 203.0.113.7 192.0.2.1 40000 7000\r\nAPPLE')
  await closed(again)
  await expect.poll(refused).toEqual(['SHARED REJECTED 203.0.113.7:0 blocked address'])
})
