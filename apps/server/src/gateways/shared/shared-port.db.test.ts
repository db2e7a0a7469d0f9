import { connect, type Socket } from 'node:net'
import { blockAddress, connectionPage, listenerPage, refusalResource } from '@sluice/contract'
import {
  connectMqtt,
  frameOf,
  makeDevice,
  makeMqttDevice,
  reportOf,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

let test: TestPlatform
let port: number
const open: Socket[] = []

beforeAll(async () => {
  test = await startTestPlatform({ env: { SLUICE_SHARED_PORT: '0', SLUICE_DEVICE_STRANGERS: '20' } })
  port = test.platform.edge.openPorts().find(({ label }) => label === 'all devices')?.port ?? 0
})
afterAll(() => test?.stop())
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

async function dial(localAddress: string, at = port): Promise<Socket> {
  const socket = connect({ port: at, host: '127.0.0.1', localAddress, noDelay: true })
  socket.on('error', () => undefined)
  socket.resume()
  open.push(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** CONNECT with a token as its user. */
function mqttConnect(token: string, name = 'MQTT', level = 4): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  const body = Buffer.concat([text(name), Buffer.from([level, 0x82, 0, 60]), text('c'), text(token)])
  return Buffer.concat([Buffer.from([0x10, body.length]), body])
}

async function trickle(socket: Socket, bytes: Uint8Array): Promise<void> {
  for (const byte of bytes) {
    socket.write(Uint8Array.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once('close', () => resolve()))

async function remotes(deviceId: string): Promise<string[]> {
  await test.platform.diagnostics.flush()
  const { list } = await test.admin.call(connectionPage, { deviceId })
  return list.map(({ event, remote }) => `${event} ${remote}`)
}

const block = (network: string) =>
  test.admin.call(blockAddress, { network, reason: 'test', minutes: 5, confirmed: true })

it('the listeners name it with what came by it', async () => {
  const { list, total } = await test.admin.call(listenerPage)
  const row = { protocol: 'SHARED', transport: 'tcp', host: '127.0.0.1', port, connections: 0 }
  expect(list.at(-1)).toEqual(row)
  expect(total).toBe(list.length)
})

it('a station reports, also byte by byte, and is known by its own address', async () => {
  const { id, stationAddress } = await makeDevice(test.admin)
  const station = await test.station({ station: stationAddress, port, localAddress: '127.0.0.2' })
  await station.report(1, { 39: 1 })
  expect(await remotes(id)).toContain(`REGISTER 127.0.0.2:${station.socket.localPort}`)
  await station.end()
  const slow = await dial('127.0.0.3')
  const confirmed = new Promise((resolve) => slow.once('data', resolve))
  await trickle(slow, frameOf(reportOf({ center: 1, station: stationAddress, password: '0000' }, 2, { 39: 2 })))
  await confirmed
  expect(await remotes(id)).toContain(`REGISTER 127.0.0.3:${slow.localPort}`)
})

it('an MQTT device of each version connects, also byte by byte, and is known by its own address', async () => {
  const device = await makeMqttDevice(test.admin)
  for (const [n, protocolVersion] of ([3, 4, 5] as const).entries()) {
    const old = protocolVersion === 3 ? { protocolId: 'MQIsdp' as const, clientId: 'c' } : {}
    const client = await connectMqtt({ port, token: device.token }, { protocolVersion, ...old })
    await client.publish('v1/devices/me/telemetry', { flow: n })
    const { localPort } = client.client.stream as Socket
    expect(await remotes(device.id)).toContain(`REGISTER 127.0.0.1:${localPort}`)
    await client.end()
  }
  const slow = await dial('127.0.0.4')
  const connected = new Promise<Buffer>((resolve) => slow.once('data', resolve))
  await trickle(slow, mqttConnect(device.token))
  expect([...(await connected)]).toEqual([0x20, 2, 0, 0])
  const { localPort } = slow
  expect(await remotes(device.id)).toContain(`REGISTER 127.0.0.4:${localPort}`)
  slow.end()
  await until('the end', async () => (await remotes(device.id)).includes(`DISCONNECT 127.0.0.4:${localPort}`))
})

it('a large payload passes whole, and a client with a wrong token reads why before it is closed', async () => {
  const device = await makeMqttDevice(test.admin)
  const client = await connectMqtt({ port, token: device.token })
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`unknown${n}`, 'x'.repeat(20)]))
  await client.publish('v1/devices/me/telemetry', { ...many, flow: 7 })
  await client.end()
  const wrong = await dial('127.0.0.5')
  const answers: number[] = []
  wrong.on('data', (chunk) => answers.push(...chunk))
  const gone = closed(wrong)
  wrong.write(mqttConnect('nobody'))
  await gone
  expect(answers).toEqual([0x20, 2, 0, 5])
})

it('an address has so many places with the broker too, and the closing of the broker’s side closes the device’s', async () => {
  const sockets: Socket[] = []
  for (let n = 0; n < 21; n++) {
    const socket = await dial('127.0.0.6')
    // A CONNECT whose rest does not come: recognised, and nobody yet.
    socket.write(mqttConnect('x'.repeat(30)).subarray(0, 20))
    sockets.push(socket)
  }
  const turnedAway = () => sockets.filter(({ closed: gone }) => gone).length
  await until('the turning away', () => turnedAway() > 0)
  expect(turnedAway()).toBe(1)
})

it('what nobody of ours speaks is a refusal with a reason', async () => {
  const socket = await dial('127.0.0.7')
  const gone = closed(socket)
  socket.write('GET / HTTP/1.1\r\n\r\n')
  await gone
  const row = await until('the refusal', async () => {
    await test.platform.diagnostics.flush()
    const { list } = await test.admin.page(refusalResource, { limit: 100 })
    return list.find(({ remote }) => remote === '127.0.0.7')
  })
  expect(row).toMatchObject({
    protocol: 'SHARED',
    reason: 'UNKNOWN_PROTOCOL',
    detail: expect.stringContaining('474554'),
  })
})

it('a blocked address is kept out, and both kinds of devices that are connected from there end', async () => {
  const { stationAddress } = await makeDevice(test.admin)
  const device = await makeMqttDevice(test.admin)
  const station = await test.station({ station: stationAddress, port, localAddress: '127.0.0.8' })
  await station.report(1, { 39: 1 })
  const client = await dial('127.0.0.8')
  const connected = new Promise((resolve) => client.once('data', resolve))
  client.write(mqttConnect(device.token))
  await connected
  const ended = Promise.all([station.whenClosed(), closed(client)])
  await block('127.0.0.8')
  await ended
  const again = await dial('127.0.0.8')
  await closed(again)
  const causes = async () => {
    await test.platform.diagnostics.flush()
    const { rows } = await test.db.query(
      `select 1 from connect_log where event in ('DISCONNECT', 'REJECTED') and reason like 'blocked address%'
         and remote like '127.0.0.8:%' /* unscoped:test */`,
    )
    return rows.length
  }
  await expect.poll(causes, { timeout: 20_000 }).toBe(3)
})

it('is closed unless it is set, and does not serve a protocol whose own port is closed', async () => {
  const plain = await startTestPlatform()
  expect(plain.platform.edge.openPorts().map(({ label }) => label)).not.toContain('all devices')
  expect((await plain.admin.call(listenerPage)).list.map(({ protocol }) => protocol)).not.toContain('SHARED')
  await plain.stop()
  const env = { SLUICE_SHARED_PORT: '0', SLUICE_MQTT_PORT: 'off' }
  const half = await startTestPlatform({ env })
  const at = half.platform.edge.openPorts().find(({ label }) => label === 'all devices')!.port
  const client = await dial('127.0.0.9', at)
  const gone = closed(client)
  client.write(mqttConnect('x'))
  await gone
  const { stationAddress } = await makeDevice(half.admin)
  const station = await half.station({ station: stationAddress, port: at })
  await station.report(1, { 39: 1 })
  await half.stop()
  expect(station.closed).toBe(true)
})
