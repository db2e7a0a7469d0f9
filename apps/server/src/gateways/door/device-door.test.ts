import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { BlockedAddresses } from './blocked-addresses.ts'
import { acceptDevices, type DeviceSocket, type RefusedConnections } from './device-door.ts'
import type { SeatLimits } from './device-seats.ts'
import { doorOf } from './door.fixture.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const HEADER = 'PROXY TCP4 203.0.113.7 192.0.2.1 40000 7651\r\n'

/** A listener that keeps what it was handed and what each of those said. */
async function door(limits: Partial<SeatLimits> = {}, proxies: readonly string[] = [], headerMs?: number) {
  const devices: DeviceSocket[] = []
  const heard: string[] = []
  const refused: RefusedConnections[] = []
  const server = createServer()
  const blocked = new BlockedAddresses()
  const options = {
    ...doorOf(limits, proxies),
    blocked,
    onRefused: (one: RefusedConnections) => void refused.push(one),
  }
  const closeWaiting = acceptDevices(server, { ...options, ...(headerMs ? { headerMs } : {}) }, (device) => {
    const no = devices.push(device) - 1
    heard.push('')
    device.socket.on('data', (chunk) => {
      heard[no] += chunk.toString('latin1')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  open.push({ close: () => new Promise<void>((resolve) => server.close(() => resolve())) })
  open.push({ close: closeWaiting })
  const { port } = server.address() as AddressInfo
  return { devices, heard, refused, blocked, closeWaiting, dial: (from = '127.0.0.1') => dial(port, from) }
}

async function dial(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
  socket.on('error', () => undefined)
  open.push({ close: () => socket.destroy() })
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

test('a connection tells where it comes from; what looks like a header is the device’s own', async () => {
  const { devices, heard, dial: from } = await door()
  const socket = await from('127.0.0.2')
  socket.write(HEADER)
  await expect.poll(() => heard).toEqual([HEADER])
  expect(devices[0]).toMatchObject({ address: '127.0.0.2', remote: `127.0.0.2:${socket.localPort}` })
})

test('behind a balancer it comes from whom that forwards, and every byte behind the header is the device’s', async () => {
  const { devices, heard, dial: from } = await door({}, ['127.0.0.8/30'])
  const socket = await from('127.0.0.9')
  socket.write(`${HEADER}first`)
  await expect.poll(() => heard).toEqual(['first'])
  socket.write(' second')
  await expect.poll(() => heard).toEqual(['first second'])
  expect(devices[0]).toMatchObject({ address: '203.0.113.7', remote: '203.0.113.7:40000' })
})

test('a header that comes byte by byte is read, also in version 2', async () => {
  const { devices, heard, dial: from } = await door({}, ['127.0.0.9'])
  const version2 = Buffer.from(
    '0d0a0d0a000d0a515549540a 21 11 000f cb007107 c0000201 9c40 1de3 040000'.replaceAll(' ', ''),
    'hex',
  )
  for (const header of [Buffer.from(HEADER), version2]) {
    const socket = await from('127.0.0.9')
    for (const byte of Buffer.concat([header, Buffer.from('own')])) {
      socket.write(Uint8Array.of(byte))
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  await expect.poll(() => heard).toEqual(['own', 'own'])
  expect(devices.map(({ remote }) => remote)).toEqual(['203.0.113.7:40000', '203.0.113.7:40000'])
})

test('a balancer that speaks for itself comes from itself; one that asks whether the port is open says nothing', async () => {
  const { devices, refused, dial: from } = await door({}, ['127.0.0.9'])
  const probe = await from('127.0.0.9')
  probe.end()
  await closed(probe)
  const socket = await from('127.0.0.9')
  socket.write('PROXY UNKNOWN\r\n')
  await expect.poll(() => devices.length).toBe(1)
  expect(devices[0]).toMatchObject({ remote: `127.0.0.9:${socket.localPort}` })
  expect(refused).toEqual([])
})

test('from a balancer nothing but a header is taken, and none that does not end', async () => {
  const { devices, refused, dial: from } = await door({}, ['127.0.0.9'], 50)
  const [rubbish, slow] = [await from('127.0.0.9'), await from('127.0.0.9')]
  const ends = [closed(rubbish), closed(slow)]
  rubbish.write('7E7E')
  slow.write(HEADER.slice(0, -1))
  await Promise.all(ends)
  expect(devices).toEqual([])
  await expect
    .poll(() => refused)
    .toEqual([
      { address: '127.0.0.9', reason: 'no PROXY header', count: 1 },
      { address: '127.0.0.9', reason: 'the PROXY header did not come in time', count: 1 },
    ])
})

test('a header in time is not held against the connection later', async () => {
  // The door's clock alone: a busy machine must not make the header late.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { devices, dial: from } = await door({}, ['127.0.0.9'], 30)
  const socket = await from('127.0.0.9')
  const ended = vi.fn<() => void>()
  socket.once('close', ended)
  socket.write(HEADER)
  await expect.poll(() => devices.length).toBe(1)
  vi.advanceTimersByTime(60)
  socket.write('own')
  await expect.poll(() => devices[0]?.socket.bytesRead).toBe(HEADER.length + 3)
  expect(ended).not.toHaveBeenCalled()
  expect(devices[0]?.socket.destroyed).toBe(false)
})

test('connections behind a balancer are counted by the address of each client', async () => {
  const { devices, refused, dial: from } = await door({ strangersPerAddress: 1, strangers: 3 }, ['127.0.0.9'])
  const header = (address: string) => `PROXY TCP4 ${address} 192.0.2.1 40000 7651\r\n`
  const sockets: Socket[] = []
  for (const [n, address] of ['203.0.113.1', '203.0.113.2', '203.0.113.1'].entries()) {
    sockets.push(await from('127.0.0.9'))
    sockets.at(-1)!.write(header(address))
    await expect.poll(() => devices.length).toBe(Math.min(n + 1, 2))
  }
  await expect.poll(() => refused.length).toBe(1)
  expect(refused).toEqual([{ address: '203.0.113.1', reason: 'too many connections of its address', count: 1 }])
  expect(devices.map(({ address }) => address)).toEqual(['203.0.113.1', '203.0.113.2'])
  // One place each: the balancer’s is given back when it has said whom it forwards.
  expect(sockets.map(({ closed: isClosed }) => isClosed)).toEqual([false, false, true])
})

test('refused connections are reported once a second, with their number', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { devices, refused, dial: from } = await door({ strangersPerAddress: 1 })
  for (let n = 0; n < 20; n++) {
    const socket = await from('127.0.0.2')
    if (n > 0) await closed(socket)
  }
  expect([devices.length, refused]).toEqual([1, []])
  vi.advanceTimersByTime(1000)
  expect(refused).toEqual([{ address: '127.0.0.2', reason: 'too many connections of its address', count: 19 }])
})

test('a place is free again when its connection ends, by its end, by another’s need, by what it said', async () => {
  const { devices, dial: from } = await door({ strangers: 2 })
  const [first] = [await from('127.0.0.2'), await from('127.0.0.2')]
  await expect.poll(() => devices.length).toBe(2)
  const ended = closed(first)
  await from('127.0.0.3')
  await ended
  await expect.poll(() => devices.length).toBe(3)
  const refused = await from('127.0.0.4')
  await closed(refused)
  devices[1]!.identified()
  await from('127.0.0.4')
  await expect.poll(() => devices.length).toBe(4)
})

test('a door that closes waits for no header', async () => {
  const { closeWaiting, dial: from } = await door({}, ['127.0.0.9'])
  const socket = await from('127.0.0.9')
  const ended = closed(socket)
  socket.write('PROXY ')
  await new Promise((resolve) => setTimeout(resolve, 20))
  closeWaiting()
  await ended
  expect(socket.closed).toBe(true)
})

test('nothing is taken from a blocked address, and what is open from there ends', async () => {
  const { devices, heard, refused, blocked, dial: from } = await door()
  const [theirs, other] = [await from('127.0.0.2'), await from('127.0.0.5')]
  await expect.poll(() => devices.length).toBe(2)
  const evicted: string[] = []
  for (const device of devices) {
    const { onEvicted } = device
    device.onEvicted = (reason) => {
      evicted.push(`${device.address} ${reason}`)
      onEvicted(reason)
    }
  }
  const ended = closed(theirs)
  blocked.set(['127.0.0.2/31'])
  await ended
  expect(evicted).toEqual(['127.0.0.2 blocked address'])
  const again = await from('127.0.0.3')
  again.write('unread')
  await closed(again)
  expect([devices.length, heard]).toEqual([2, ['', '']])
  await expect.poll(() => refused).toEqual([{ address: '127.0.0.3', reason: 'blocked address', count: 1 }])
  other.write('still here')
  await expect.poll(() => heard[1]).toBe('still here')
  blocked.set([])
  const back = await from('127.0.0.2')
  back.write('back')
  await expect.poll(() => heard[2]).toBe('back')
})

test('behind a balancer the address that counts is the one that it forwards', async () => {
  const { devices, heard, refused, blocked, dial: from } = await door({}, ['127.0.0.9'])
  blocked.set(['203.0.113.0/24'])
  const socket = await from('127.0.0.9')
  const ended = closed(socket)
  socket.write(`${HEADER}first`)
  await ended
  expect([devices, heard]).toEqual([[], []])
  await expect.poll(() => refused).toMatchObject([{ address: '203.0.113.7', reason: 'blocked address' }])
})
