import { connect, type Socket } from 'node:net'
import { connectionPage, deviceResource } from '@sluice/contract'
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

/** A quarter of them is what strangers may hold at one listener. */
const SOCKETS = 40
const BALANCER = '127.0.0.9'
let test: TestPlatform
const open: Socket[] = []

beforeAll(async () => {
  const env = { SLUICE_DEVICE_SOCKETS: String(SOCKETS), SLUICE_DEVICE_PROXIES: `${BALANCER},127.0.1.0/24` }
  test = await startTestPlatform({ env })
})
afterAll(() => test?.stop())
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy()
})

const mqttPort = () => test.platform.edge.port('TB_MQTT') ?? 0

async function dial(port: number, localAddress: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  // Unread data hides that the other side has disconnected.
  socket.resume()
  open.push(socket)
  await new Promise((resolve) => socket.once('connect', resolve))
  return socket
}

/** CONNECT of MQTT 3.1.1 with a token as its user. */
function mqttConnect(token: string): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  const body = Buffer.concat([text('MQTT'), Buffer.from([4, 0x82, 0, 60]), text('c'), text(token)])
  return Buffer.concat([Buffer.from([0x10, body.length]), body])
}

/** A header of version 2: the balancer forwards 203.0.113.7. */
function header(port: number): Buffer {
  const bytes = Buffer.from('0d0a0d0a000d0a515549540a2111000ccb007107c000020100001de3', 'hex')
  bytes.writeUInt16BE(port, 24)
  return bytes
}

it('behind a balancer both kinds of devices come from their own address', async () => {
  const { id, stationAddress } = await makeDevice(test.admin)
  const device = await makeMqttDevice(test.admin)
  const station = await dial(test.sl651Port, BALANCER)
  const confirmed = new Promise((resolve) => station.once('data', resolve))
  const report = frameOf(reportOf({ center: 1, station: stationAddress, password: '0000' }, 1, { 39: 1 }))
  station.write(Buffer.concat([header(40_001), report]))
  await confirmed
  const client = await dial(mqttPort(), '127.0.1.7')
  const connected = new Promise<Buffer>((resolve) => client.once('data', resolve))
  for (const byte of Buffer.concat([header(40_002), mqttConnect(device.token)])) {
    client.write(Uint8Array.of(byte))
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect([...(await connected)]).toEqual([0x20, 2, 0, 0])
  await test.platform.diagnostics.flush()
  const remotes = async (deviceId: string) =>
    (await test.admin.call(connectionPage, { deviceId })).list.map(({ event, remote }) => `${event} ${remote}`)
  expect(await remotes(id)).toEqual(['REGISTER 203.0.113.7:40001'])
  expect(await remotes(device.id)).toEqual(['REGISTER 203.0.113.7:40002', 'CONNECT 203.0.113.7:40002'])
})

it('a connection of a balancer without a header is nobody’s', async () => {
  const { stationAddress } = await makeDevice(test.admin)
  const ended = [await dial(test.sl651Port, BALANCER), await dial(mqttPort(), BALANCER)].map(
    (socket) => new Promise((resolve) => socket.once('close', resolve)),
  )
  open.at(-2)!.write(frameOf(reportOf({ center: 1, station: stationAddress, password: '0000' }, 1, { 39: 1 })))
  open.at(-1)!.write(mqttConnect('x'))
  await Promise.all(ended)
  expect(test.platform.edge.connections()).toBe(0)
  await until('the rows of it', async () => {
    await test.platform.diagnostics.flush()
    const { rows } = await test.db.query(
      "select 1 from connect_log where reason = 'no PROXY header' and remote = $1 /* unscoped:test */",
      [`${BALANCER}:0`],
    )
    return rows.length === 2
  })
})

it('silent unidentified connections hold only a share of the places, and keep out no device that sends', async () => {
  const { stationAddress } = await makeDevice(test.admin)
  const device = await makeMqttDevice(test.admin)
  const idle: Socket[] = []
  for (let n = 0; n < 60; n++) {
    idle.push(await dial(test.sl651Port, '127.0.0.2'), await dial(mqttPort(), '127.0.0.3'))
  }
  await until('the turning away', () => idle.filter(({ closed }) => !closed).length <= SOCKETS / 2)
  const station = await test.station({ station: stationAddress })
  await station.report(1, { 39: 1 })
  const client = await connectMqtt({ port: device.port, token: device.token })
  await client.publish('v1/devices/me/telemetry', { flow: 1 })
  expect((await test.admin.page(deviceResource)).total).toBeGreaterThan(1)
  // They are known now: the next strangers take the places of strangers, not theirs.
  for (let n = 0; n < 30; n++) await dial(test.sl651Port, `127.0.0.${20 + n}`)
  await station.report(2, { 39: 2 })
  await client.publish('v1/devices/me/telemetry', { flow: 2 })
  expect(idle.filter(({ closed }) => !closed).length).toBeLessThanOrEqual(SOCKETS / 2)
  await Promise.all([station.end(), client.end()])
})
