import { connect, type Socket } from 'node:net'
import {
  clearPassword,
  connectionPage,
  deviceResource,
  history,
  latest,
  messagePage,
  rotatePassword,
} from '@sluice/contract'
import { connectMqtt, makeMqttDevice, pause, until } from '@sluice/testing'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../../testing/src/platform/shared-platform.ts'
import { MQTT_LIMITS } from './broker.messages.ts'
import { mqttOf } from '../mqtt.fixture.ts'

const TELEMETRY = 'v1/devices/me/telemetry'
const { test, now } = sharedPlatform()

async function device(productNo = 'MQTT-VALVE') {
  const made = await makeMqttDevice(test.admin, { productNo })
  return { ...made, connect: (options = {}) => connectMqtt(made, options) }
}

async function valuesOf(deviceId: string): Promise<Record<string, unknown>> {
  const { values } = await test.admin.call(latest, { deviceId })
  return Object.fromEntries(Object.entries(values).map(([key, { v }]) => [key, v]))
}

async function rowsOf(deviceId: string): Promise<{ ts: number; readings: Record<string, unknown> }[]> {
  const { rows } = await test.db.query<{ ts: number; readings: Record<string, unknown> }>(
    `select (extract(epoch from ts) * 1000)::float8 as ts, readings from telemetry
     where device_id = $1 order by ts /* unscoped:test */`,
    [deviceId],
  )
  return rows
}

/** The reason an acknowledgement gives; 0 for none. */
const reasonOf = (published: Promise<void>) =>
  published.then(
    () => 0,
    ({ code }: { code: number }) => code,
  )

/** MQTT 3.1 has another name, and asks for one of the client. */
const namesOf = (version: 3 | 4 | 5) => (version === 3 ? { protocolId: 'MQIsdp' as const, clientId: 'meter' } : {})

async function faultsOf(deviceId: string): Promise<Record<string, unknown>[]> {
  const { rows } = await test.db.query(
    "select fault, fault_at, note, encode(raw, 'escape') as raw from byte_log where device_id = $1 order by id /* unscoped:test */",
    [deviceId],
  )
  return rows
}

describe('a report', () => {
  it.each([1, 2] as const)('with QoS %i is stored before it is acknowledged', async (qos) => {
    const { id, connect: on } = await device()
    const { publish, end } = await on()
    await publish(TELEMETRY, { opening: 40 + qos, valveState: 'open', battery: '3.62', vendorThing: 'x' }, { qos })
    const [row] = await rowsOf(id)
    expect(row?.readings).toEqual({ opening: 40 + qos, valveState: 'OPEN', batteryV: 3.62, vendorThing: 'x' })
    await end()
  })

  it('with QoS 0 is stored too', async () => {
    const { id, connect: on } = await device()
    const { publish, end } = await on()
    await publish(TELEMETRY, { opening: 7 }, { qos: 0 })
    await until('the value', async () => (await valuesOf(id))['opening'] === 7)
    expect(await rowsOf(id)).toHaveLength(1)
    await end()
  })

  it('brings its own times, or gets the server’s, each its own', async () => {
    const { id, connect: on } = await device()
    const { publish, end } = await on()
    await publish(TELEMETRY, [
      { ts: now() - 60_000, values: { flow: 1 } },
      { ts: String(now() - 30_000), values: { flow: 2 } },
    ])
    await Promise.all([3, 4, 5].map((flow) => publish(TELEMETRY, { flow })))
    expect((await rowsOf(id)).map(({ ts, readings }) => [ts - now(), readings['flow']])).toEqual([
      [-60_000, 1],
      [-30_000, 2],
      [expect.any(Number), 3],
      [expect.any(Number), 4],
      [expect.any(Number), 5],
    ])
    const range = { startTime: new Date(now() - 90_000).toISOString(), endTime: new Date(now() + 1000).toISOString() }
    const { series } = await test.admin.call(history, { deviceId: id, keys: 'flow', bucket: 'RAW', ...range })
    expect(series['flow']?.map(({ v }) => v)).toEqual([1, 2, 3, 4, 5])
    await end()
  })

  it('that comes twice with its time is one row, and the first values stand', async () => {
    const { id, connect: on } = await device()
    const { publish, end } = await on()
    const ts = now() - 1000
    await publish(TELEMETRY, { ts, values: { flow: 1 } })
    await publish(TELEMETRY, { ts, values: { flow: 2, opening: 3 } })
    expect((await rowsOf(id)).map(({ readings }) => readings)).toEqual([{ flow: 1, opening: 3 }])
    await end()
  })

  it('from the future is acknowledged, kept as a message and stores nothing', async () => {
    const { id, connect: on } = await device()
    const { publish, end } = await on()
    await publish(TELEMETRY, { ts: now() + 3_600_000, values: { flow: 1 } })
    expect(await rowsOf(id)).toEqual([])
    const { list } = await test.admin.call(messagePage, { deviceId: id })
    expect(list[0]).toMatchObject({ protocol: 'TB_MQTT', func: 'telemetry', result: 'BAD_TIME', direction: 'UP' })
    expect(Buffer.from(list[0]?.hex ?? '', 'hex').toString()).toMatch(/^v1\/devices\/me\/telemetry\0\{"ts":/)
    expect(list[0]?.decoded).toMatchObject({ kind: 'telemetry', reports: [{ device: null }] })
    await end()
  })

  it('of the client’s attributes is a value like any other', async () => {
    const { id, connect: on } = await device()
    const { publish, subscribe, message, end } = await on()
    await publish('v1/devices/me/attributes', { firmware: 'v2.1' })
    expect(await valuesOf(id)).toEqual({ firmware: 'v2.1' })
    expect(await subscribe('v1/devices/me/attributes/response/+')).toEqual([1])
    await publish('v1/devices/me/attributes/request/5', { clientKeys: 'firmware,none', sharedKeys: 'x' })
    const { topic, json } = await message(() => true)
    expect([topic, json]).toEqual(['v1/devices/me/attributes/response/5', { client: { firmware: 'v2.1' } }])
    // No key at all asks for everything; a scope without values is left out, as ThingsBoard leaves it.
    await publish('v1/devices/me/attributes', { opening: 4 })
    await publish('v1/devices/me/attributes/request/6', {})
    const everything = await message((one) => one.topic.endsWith('/6'))
    expect(everything.json).toEqual({ client: { firmware: 'v2.1', opening: 4 } })
    await publish('v1/devices/me/attributes/request/7', { sharedKeys: 'x' })
    expect((await message((one) => one.topic.endsWith('/7'))).json).toEqual({})
    await end()
  })
})

describe('what cannot be read', () => {
  it.each([3, 4, 5] as const)(
    'is kept as a message and ends no connection (MQTT version %i)',
    async (protocolVersion) => {
      const { id, connect: on } = await device()
      const connection = await on({ protocolVersion, ...namesOf(protocolVersion) })
      const { publish, end } = connection
      const { unreadable } = mqttOf(test)
      const payloads = ['{"opening":4,}', '', 'hello', '{"a":']
      for (const payload of payloads) {
        // MQTT 5 has a word for it, before it there is none but the acknowledgement.
        expect(await reasonOf(publish(TELEMETRY, payload))).toBe(protocolVersion === 5 ? 0x99 : 0)
      }
      await publish(TELEMETRY, '{"opening":', { qos: 0 })
      await publish(TELEMETRY, { opening: 5 })
      expect(connection.closed).toBe(false)
      expect((await rowsOf(id)).map(({ readings }) => readings)).toEqual([{ opening: 5 }])
      const { list } = await test.admin.call(messagePage, { deviceId: id })
      expect(list.map(({ func, result }) => [func, result])).toEqual([
        ['telemetry', 'OK'],
        ...Array.from({ length: 5 }, () => ['unread', 'DECODE_ERR']),
      ])
      expect(Buffer.from(list[5]?.hex ?? '', 'hex').toString()).toBe(`${TELEMETRY}\0${payloads[0]}`)
      expect(list[5]?.decoded).toEqual({ error: 'invalid', at: TELEMETRY.length + 1 + 13 })
      expect(mqttOf(test).unreadable - unreadable).toBe(5)
      const entries = await until('the byte log', async () => {
        const rows = await faultsOf(id)
        return rows.length === 5 && rows
      })
      expect(entries[0]).toMatchObject({ fault: 'invalid', note: 'DECODE_ERR', fault_at: TELEMETRY.length + 1 + 13 })
      expect(entries[1]).toMatchObject({ fault: 'truncated', fault_at: TELEMETRY.length + 1 })
      await end()
    },
  )

  it.each([4, 5] as const)(
    'is another thing than a topic that means nothing here: kept (MQTT version %i)',
    async (protocolVersion) => {
      const { id, connect: on } = await device()
      const connection = await on({ protocolVersion })
      const { publish, end } = connection
      const meant = ['v1/devices/me/claim', 'v2/sw/request/1/chunk/0', 'v2/t/p']
      for (const topic of meant) await publish(topic, '{"secretKey":""}')
      expect(await reasonOf(publish('nobody/listens', 'x'))).toBe(protocolVersion === 5 ? 0x87 : 0)
      expect(connection.closed).toBe(false)
      const { list } = await test.admin.call(messagePage, { deviceId: id })
      expect(list.map(({ result, hex }) => [result, Buffer.from(hex, 'hex').toString().split('\0')[0]])).toEqual(
        [...meant, 'nobody/listens'].toReversed().map((topic) => ['UNSUPPORTED', topic]),
      )
      await until(
        'the byte log',
        async () => (await faultsOf(id)).filter(({ note }) => note === 'UNSUPPORTED').length === 4,
      )
      await end()
    },
  )

  it('is a payload above 64 KB; one of 64 KB is read', async () => {
    const { id, connect: on } = await device()
    const first = await on()
    const payload = (length: number) => `{"opening":5,"text":"${'x'.repeat(length - 23)}"}`
    expect(payload(65_536)).toHaveLength(65_536)
    await first.publish(TELEMETRY, payload(65_536))
    expect((await valuesOf(id))['opening']).toBe(5)
    void first.publish(TELEMETRY, payload(65_537)).catch(() => undefined)
    await first.whenClosed()
    const second = await on()
    void second.publish(TELEMETRY, 'x'.repeat(10_000_000)).catch(() => undefined)
    await second.whenClosed()
    expect(await rowsOf(id)).toHaveLength(1)
  })
})

describe('while the store refuses', () => {
  it('nothing is acknowledged and nothing read; when it is back all of it is stored', async () => {
    const { id, connect: on } = await device()
    const one = await on()
    await one.publish(TELEMETRY, { flow: 0 })
    await test.db.query('alter table device_message rename to device_message_gone')
    const acknowledged: number[] = []
    const published = [1, 2, 3, 4, 5].map((flow) =>
      one
        .publish(TELEMETRY, { ts: now() + flow, values: { flow } }, { qos: flow === 3 ? 2 : 1 })
        .then(() => acknowledged.push(flow)),
    )
    await until('the outage', () => !test.platform.telemetry.storeUp())
    await pause(300)
    expect(acknowledged).toEqual([])
    expect(one.closed).toBe(false)
    await test.db.query('alter table device_message_gone rename to device_message')
    await Promise.all(published)
    expect((await rowsOf(id)).map(({ readings }) => readings['flow'])).toEqual([0, 1, 2, 3, 4, 5])
    await one.end()
  })
})

describe('connecting', () => {
  it.each([
    ['an unknown token', { username: 'no-such-token-0000000' }],
    ['no token', { username: '' }],
    ['the id of a device', { username: '1' }],
  ])('with %s is refused with return code 5', async (_name, options) => {
    const { connect: on } = await device()
    await expect(on(options)).rejects.toMatchObject({ code: 5 })
  })

  it.each([
    ['an unknown token', { username: 'no-such-token-0000000' }],
    ['no token', { username: '' }],
  ])('with %s is refused in the words of MQTT 5', async (_name, options) => {
    const { connect: on } = await device()
    await expect(on({ protocolVersion: 5, ...options })).rejects.toMatchObject({ code: 0x87 })
  })

  it('makes the device online, and the log tells of it with the bytes', async () => {
    const { id, connect: on } = await device()
    const { end, publish } = await on()
    await until('online', async () => (await test.admin.call(latest, { deviceId: id })).status === 'ONLINE')
    await publish(TELEMETRY, { flow: 1 })
    await end()
    const list = await until('the end', async () => {
      const page = await test.admin.call(connectionPage, { deviceId: id })
      return page.list.length === 3 && page.list
    })
    expect(list.map(({ event }) => event)).toEqual(['DISCONNECT', 'REGISTER', 'CONNECT'])
    expect(list[0]?.bytesIn).toBeGreaterThan(50)
  })

  it('again closes the older connection, whatever client ids they use', async () => {
    const { id, connect: on } = await device()
    const older = await on({ clientId: 'a' })
    const newer = await on({ clientId: 'b' })
    await older.whenClosed()
    await newer.publish(TELEMETRY, { flow: 1 })
    const third = await on({ clientId: 'b' })
    await newer.whenClosed()
    await third.publish(TELEMETRY, { flow: 2 })
    expect((await rowsOf(id)).map(({ readings }) => readings['flow'])).toEqual([1, 2])
    await third.end()
  })

  it('with a new token ends the connection with the old one; so do no token and a device that is off', async () => {
    const made = await device()
    const old = await made.connect()
    const { password } = await test.admin.call(rotatePassword, { deviceId: made.id })
    await old.whenClosed()
    await expect(made.connect()).rejects.toMatchObject({ code: 5 })
    const renewed = { port: made.port, token: password ?? '' }
    const now = await connectMqtt(renewed)
    await test.admin.update(deviceResource, made.id, { remark: 'still the same token' })
    await now.publish(TELEMETRY, { flow: 1 })
    await test.admin.update(deviceResource, made.id, { enabled: false })
    await now.whenClosed()
    await expect(connectMqtt(renewed)).rejects.toMatchObject({ code: 5 })
    await test.admin.update(deviceResource, made.id, { enabled: true })
    const again = await connectMqtt(renewed)
    await test.admin.call(clearPassword, { deviceId: made.id })
    await again.whenClosed()
  })
})

const field = (text: string) => Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)])

/** A bare socket that says CONNECT. */
function hello(port: number, token: string): { socket: Socket; code: Promise<number | undefined> } {
  const body = Buffer.concat([field('MQTT'), Buffer.from([4, 0x82, 0, 60]), field(''), field(token)])
  const socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(Buffer.concat([Buffer.from([0x10, body.length]), body]))
  const code = new Promise<number | undefined>((resolve) => {
    socket.once('data', (connack) => resolve(connack[3]))
    socket.once('close', () => resolve(undefined))
  })
  return { socket, code }
}

/** Writes PUBLISHes with QoS 0 as fast as the socket takes them. */
function flood(port: number, token: string): Socket {
  const publishBody = Buffer.concat([field(TELEMETRY), Buffer.from('{"flow":1}')])
  const publish = Buffer.concat([Buffer.from([0x30, publishBody.length]), publishBody])
  const chunk = Buffer.concat(Array.from({ length: 1000 }, () => publish))
  const { socket } = hello(port, token)
  const write = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.once('data', () => {
    socket.on('drain', write)
    write()
  })
  return socket
}

describe('a flood', () => {
  it('by one client is slowed to its share while others are answered at once', async () => {
    const noisy = await device()
    const quiet = await device()
    const { publish, end } = await quiet.connect()
    const begin = performance.now()
    const socket = flood(noisy.port, noisy.token)
    await until('the flood', async () => (await rowsOf(noisy.id)).length > 500)
    for (let n = 0; n < 20; n++) await publish(TELEMETRY, { flow: n })
    expect(await rowsOf(quiet.id)).toHaveLength(20)
    await pause(1000)
    const stored = (await rowsOf(noisy.id)).length
    const seconds = (performance.now() - begin) / 1000
    // The bucket is looked at per read, and one read brings up to 64 KB of messages of 39 bytes.
    const { burst, packetsPerSecond } = MQTT_LIMITS
    expect(stored).toBeLessThan(burst + packetsPerSecond * seconds + 2 * (65_536 / 39))
    socket.destroy()
    await end()
  })

  it('of wrong tokens is not even looked up after a while', async () => {
    const { token, port } = await device()
    const before = mqttOf(test).rejected
    const answers: (number | undefined)[] = []
    const begin = performance.now()
    for (let n = 0; !answers.includes(undefined); n++) {
      answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, m) => hello(port, `guess-${n}-${m}`).code))))
    }
    const seconds = (performance.now() - begin) / 1000
    const { refusalBurst, refusalsPerSecond } = MQTT_LIMITS
    // Of those that knock together each may be let in before the first of them is counted.
    expect(answers.filter((code) => code === 5).length).toBeLessThanOrEqual(
      refusalBurst + refusalsPerSecond * seconds + 20,
    )
    expect(mqttOf(test).rejected).toBeGreaterThan(before)
    // The same address may connect again when it has been quiet for a moment.
    await until('a connection', async () => (await hello(port, token).code) === 0, 25_000)
  })

  it('of wrong tokens locks out no device behind the same address, known here before or not', async () => {
    const devices = await Promise.all(Array.from({ length: 15 }, () => device()))
    const [first] = devices
    const codeOf = async ({ port, token }: { port: number; token: string }) => {
      const { socket, code } = hello(port, token)
      const got = await code
      socket.destroy()
      return got
    }
    await until('the first', async () => (await codeOf(first!)) === 0)
    const guesses = (n: number) =>
      Promise.all(Array.from({ length: 40 }, (_, m) => codeOf({ port: first!.port, token: `wrong-${n}-${m}` })))
    let answers: (number | undefined)[] = []
    for (let n = 0; !answers.includes(undefined); n++) answers = await guesses(n)
    const state = { over: false }
    const strangers = (async () => {
      for (let n = 1000; !state.over; n++) await guesses(n)
    })()
    const codes = await Promise.all(devices.map((one) => codeOf(one)))
    state.over = true
    await strangers
    expect(codes).toEqual(devices.map(() => 0))
  })
})
