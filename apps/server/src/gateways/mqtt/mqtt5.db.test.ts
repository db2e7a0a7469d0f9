import { connect } from 'node:net'
import { connectMqtt, makeMqttDevice, pause, until } from '@sluice/testing'
import { generate, type IConnackPacket, type IDisconnectPacket, type Packet, parser } from 'mqtt-packet'
import { describe, expect, it } from 'vitest'
import { sharedPlatform } from '../../../../../testing/src/platform/shared-platform.ts'
import { mqttOf } from './mqtt.fixture.ts'

const TELEMETRY = 'v1/devices/me/telemetry'
const { test } = sharedPlatform()

async function flowsOf(deviceId: string): Promise<unknown[]> {
  const { rows } = await test.db.query<{ flow: unknown }>(
    `select readings->'flow' as flow from telemetry where device_id = $1 order by ts /* unscoped:test */`,
    [deviceId],
  )
  return rows.map(({ flow }) => flow)
}

type Connect = Partial<Extract<Packet, { cmd: 'connect' }>>

/** A bare socket that speaks MQTT 5 packet by packet. */
async function bare(options: Connect = {}, made?: { id: string; token: string; port: number }) {
  const device = made ?? (await makeMqttDevice(test.admin))
  const packets: Packet[] = []
  const state = { closed: false }
  const socket = connect({ port: device.port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.on('close', () => (state.closed = true))
  const reader = parser({ protocolVersion: 5 })
  reader.on('packet', (packet) => packets.push(packet))
  socket.on('data', (bytes) => void reader.parse(bytes))
  const say = (...all: Packet[]) =>
    socket.write(Buffer.concat(all.map((packet) => generate(packet, { protocolVersion: 5 }))))
  say({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 5,
    clientId: 'bare',
    clean: true,
    keepalive: 60,
    username: device.token,
    ...options,
  })
  const next = <Cmd extends Packet['cmd']>(cmd: Cmd) =>
    until(cmd, () => packets.find((packet) => packet.cmd === cmd) as Extract<Packet, { cmd: Cmd }> | undefined)
  const whenClosed = () => until('the close', () => state.closed)
  return { ...device, socket, packets, say, next, whenClosed, state }
}

const publish = (messageId: number, topic = TELEMETRY, more: Partial<Extract<Packet, { cmd: 'publish' }>> = {}) => ({
  cmd: 'publish' as const,
  topic,
  payload: `{"flow":${messageId}}`,
  qos: 1 as const,
  messageId,
  dup: false,
  retain: false,
  ...more,
})

describe('mqtt.js', () => {
  it.each([
    [3, 0],
    [3, 1],
    [3, 2],
    [4, 0],
    [4, 1],
    [4, 2],
    [5, 0],
    [5, 1],
    [5, 2],
  ] as const)('with protocol version %i and QoS %i is heard, told and answered', async (protocolVersion, qos) => {
    const made = await makeMqttDevice(test.admin)
    const names = protocolVersion === 3 ? { protocolId: 'MQIsdp' as const } : {}
    const device = await connectMqtt(made, { protocolVersion, clientId: `v${protocolVersion}`, ...names })
    await device.publish(TELEMETRY, { flow: 1 }, { qos })
    await until('the value', async () => (await flowsOf(made.id)).length === 1)
    expect(await device.subscribe('v1/devices/me/rpc/request/+', '#')).toEqual([1, protocolVersion === 5 ? 0x87 : 128])
    const downlink = { protocol: 'TB_MQTT' as const, method: 'setValve', params: { opening: 4 } }
    const request = { requestId: `v${protocolVersion}q${qos}`, stationId: made.id, deviceId: made.id, downlink }
    expect(await mqttOf(test).carrier.transmit(request)).toBe('SENT')
    expect((await device.message(() => true)).json).toEqual({ method: 'setValve', params: { opening: 4 } })
    await device.end()
  })
})

describe('CONNACK', () => {
  it('says what differs from the default: aliases, the longest packet, no session that is kept', async () => {
    const one = await bare({ clientId: '', properties: { sessionExpiryInterval: 3600 } })
    const { properties, reasonCode, sessionPresent } = (await one.next('connack')) as IConnackPacket
    expect([reasonCode, sessionPresent]).toEqual([0, false])
    expect(properties).toEqual({
      topicAliasMaximum: 10,
      maximumPacketSize: 65_536,
      sessionExpiryInterval: 0,
      assignedClientIdentifier: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    one.socket.destroy()
    const two = await bare()
    expect(Object.keys(((await two.next('connack')) as IConnackPacket).properties ?? {})).toEqual([
      'topicAliasMaximum',
      'maximumPacketSize',
    ])
    two.socket.destroy()
  })

  it.each([
    [0x8c, { authenticationMethod: 'SCRAM' }],
    [0x82, { receiveMaximum: 0 }],
    [0x82, { maximumPacketSize: 0 }],
  ])('refuses with 0x%x', async (code, properties) => {
    const one = await bare({ properties })
    expect(await one.next('connack')).toMatchObject({ reasonCode: code })
    await one.whenClosed()
  })

  it('is a return code of 1 for an unknown version, and 2 for a session without a name', async () => {
    const { port, token } = await makeMqttDevice(test.admin)
    for (const [version, flags, code] of [
      [6, 0x82, 1],
      [4, 0x80, 2],
    ]) {
      const socket = connect({ port, host: '127.0.0.1' })
      const name = Buffer.from(token)
      const body = Buffer.concat([
        Buffer.from([0, 4]),
        Buffer.from('MQTT'),
        Buffer.from([version!, flags!, 0, 60, 0, 0, 0, name.length]),
        name,
      ])
      socket.write(Buffer.concat([Buffer.from([0x10, body.length]), body]))
      const answer = await new Promise<Buffer>((resolve) => socket.once('data', resolve))
      expect([...answer]).toEqual([0x20, 2, 0, code])
      socket.destroy()
    }
  })
})

describe('what comes with CONNECT in one piece', () => {
  it('is answered after it, in its order', async () => {
    const made = await makeMqttDevice(test.admin)
    const socket = connect({ port: made.port, host: '127.0.0.1' })
    const packets: Packet[] = []
    const reader = parser({ protocolVersion: 5 })
    reader.on('packet', (packet) => packets.push(packet))
    socket.on('data', (bytes) => void reader.parse(bytes))
    const hello = { cmd: 'connect' as const, clientId: 'x', protocolVersion: 5 as const, username: made.token }
    const all: Packet[] = [hello, publish(1), publish(2), { cmd: 'pingreq' }]
    socket.write(Buffer.concat(all.map((packet) => generate(packet, { protocolVersion: 5 }))))
    await until('four answers', () => packets.length === 4)
    expect(packets.map(({ cmd, messageId }) => [cmd, messageId])).toEqual(
      expect.arrayContaining([
        ['connack', undefined],
        ['puback', 1],
        ['puback', 2],
      ]),
    )
    expect(packets[0]?.cmd).toBe('connack')
    expect(await flowsOf(made.id)).toEqual([1, 2])
    socket.destroy()
  })
})

describe('a topic alias', () => {
  it('stands for its topic on this connection', async () => {
    const one = await bare()
    one.say(
      publish(1, TELEMETRY, { properties: { topicAlias: 10 } }),
      publish(2, '', { properties: { topicAlias: 10 } }),
    )
    await until('both', () => one.packets.filter(({ cmd }) => cmd === 'puback').length === 2)
    one.say(publish(3, 'v2/t', { properties: { topicAlias: 10 } }), publish(4, '', { properties: { topicAlias: 10 } }))
    await until('all', async () => (await flowsOf(one.id)).length === 4)
    expect(await flowsOf(one.id)).toEqual([1, 2, 3, 4])
    one.socket.destroy()
  })

  it.each([
    [0x94, publish(1, TELEMETRY, { properties: { topicAlias: 11 } })],
    [0x94, publish(1, 'x'.repeat(1025), { properties: { topicAlias: 1 } })],
    [0x82, publish(1, '', { properties: { topicAlias: 1 } })],
    [0x90, publish(1, '')],
    [0x90, publish(1, 'v1/devices/+/telemetry')],
    [0x90, publish(1, 'v1/devices/me/telemetry\0x')],
  ])('that means nothing, or no topic, ends the connection with 0x%x', async (code, packet) => {
    const one = await bare()
    await one.next('connack')
    // By hand: mqtt-packet writes no such thing.
    const alias = packet.properties?.topicAlias
    const topic = Buffer.from(packet.topic)
    const properties = alias === undefined ? Buffer.from([0]) : Buffer.from([3, 0x23, 0, alias])
    const body = Buffer.concat([
      Buffer.from([topic.length >> 8, topic.length & 255]),
      topic,
      Buffer.from([0, 1]),
      properties,
      Buffer.from('{}'),
    ])
    const { length } = body
    const remaining = length < 128 ? [length] : [(length & 127) | 128, length >> 7]
    one.socket.write(Buffer.concat([Buffer.from([0x32, ...remaining]), body]))
    expect(await one.next('disconnect')).toMatchObject({ reasonCode: code })
    await one.whenClosed()
  })
})

describe('what the device takes', () => {
  it('is not exceeded: no more at once than its receive maximum, and nothing longer than its longest packet', async () => {
    const one = await bare({ properties: { receiveMaximum: 2, maximumPacketSize: 200 } })
    await one.next('connack')
    one.say({
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [{ topic: 'v1/devices/me/rpc/request/+', qos: 2, nl: false, rap: false, rh: 0 }],
      properties: { subscriptionIdentifier: 7 },
    })
    // What is granted is what it is sent with.
    expect(await one.next('suback')).toMatchObject({ granted: [1] })
    let no = 0
    const transmit = (method: string) => {
      const downlink = { protocol: 'TB_MQTT' as const, method, params: {} }
      const requestId = `${one.id}-${++no}`
      return mqttOf(test).carrier.transmit({ requestId, stationId: one.id, deviceId: one.id, downlink })
    }
    const sent = () => one.packets.filter(({ cmd }) => cmd === 'publish')
    expect([await transmit('a'), await transmit('b')]).toEqual(['SENT', 'SENT'])
    const third = transmit('c')
    await pause(200)
    expect(sent()).toHaveLength(2)
    one.say({ cmd: 'puback', messageId: sent()[0]!.messageId!, reasonCode: 0 })
    expect(await third).toBe('SENT')
    await until('the third', () => sent().length === 3)
    expect(sent().map((packet) => (packet as { properties?: unknown }).properties)).toEqual(
      [1, 2, 3].map(() => ({ subscriptionIdentifier: 7 })),
    )
    for (const messageId of [2, 3]) one.say({ cmd: 'puback', messageId, reasonCode: 0 })
    expect(await transmit('x'.repeat(200))).toBe('NO_CHANNEL')
    // Messages waiting when the device disconnects were not sent.
    expect([await transmit('d'), await transmit('e')]).toEqual(['SENT', 'SENT'])
    const waiting = transmit('f')
    await pause(100)
    one.socket.destroy()
    expect(await waiting).toBe('NO_CHANNEL')
  })
})

describe('DISCONNECT from the server', () => {
  it('says that another connection of the device took over', async () => {
    const one = await bare()
    await one.next('connack')
    const two = await bare({}, one)
    await two.next('connack')
    expect(await one.next('disconnect')).toMatchObject({ reasonCode: 0x8e } satisfies Partial<IDisconnectPacket>)
    two.socket.destroy()
  })

  it('says that the packet is too long, before it is read', async () => {
    const one = await bare()
    await one.next('connack')
    one.socket.write(Buffer.from([0x32, 0xff, 0xff, 0x7f]))
    expect(await one.next('disconnect')).toMatchObject({ reasonCode: 0x95 })
    await one.whenClosed()
  })

  it('says that the device was silent for one and a half of what it promised', async () => {
    const one = await bare({ keepalive: 1 })
    const begin = performance.now()
    await one.next('connack')
    expect(await one.next('disconnect')).toMatchObject({ reasonCode: 0x8d })
    expect(performance.now() - begin).toBeGreaterThan(1400)
    await until('its line in the log', async () => {
      const { rows } = await test.db.query(
        `select from connect_log where device_id = $1 and event = 'HEARTBEAT_LOST' /* unscoped:test */`,
        [one.id],
      )
      return rows.length === 1
    })
  })

  it.each([
    ['a second CONNECT', 0x82, { cmd: 'connect', clientId: 'x', protocolVersion: 5 }],
    ['AUTH', 0x82, { cmd: 'auth', reasonCode: 0x18 }],
    ['SUBACK', 0x82, { cmd: 'suback', messageId: 1, granted: [0] }],
    [
      'a session expiry that CONNECT did not ask for',
      0x82,
      { cmd: 'disconnect', reasonCode: 0, properties: { sessionExpiryInterval: 10 } },
    ],
  ] as [string, number, Packet][])('answers %s with 0x%x', async (_name, code, packet) => {
    const one = await bare()
    await one.next('connack')
    one.say(packet)
    expect(await one.next('disconnect')).toMatchObject({ reasonCode: code })
    await one.whenClosed()
  })
})

describe('QoS 2', () => {
  it('a refusal ends the exchange: the number means a new packet after it', async () => {
    const one = await bare()
    await one.next('connack')
    one.say(publish(9, TELEMETRY, { qos: 2, payload: 'nonsense' }))
    expect(await one.next('pubrec')).toMatchObject({ messageId: 9, reasonCode: 0x99 })
    one.say(publish(9, TELEMETRY, { qos: 2 }))
    await until('the value', async () => (await flowsOf(one.id)).length === 1)
    one.say({ cmd: 'pubrel', messageId: 9, reasonCode: 0 })
    expect(await one.next('pubcomp')).toMatchObject({ messageId: 9, reasonCode: 0 })
    one.packets.length = 0
    one.say({ cmd: 'pubrel', messageId: 9, reasonCode: 0 })
    expect(await one.next('pubcomp')).toMatchObject({ messageId: 9, reasonCode: 0x92 })
    one.socket.destroy()
  })
})

describe('ThingsBoard’s SDK', () => {
  it('asks for its rate limits, and gets them', async () => {
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made, { protocolVersion: 5 })
    await device.subscribe('v1/devices/me/rpc/response/+')
    await device.publish('v1/devices/me/rpc/request/1', { method: 'getSessionLimits', params: { timeout: 5000 } })
    const { topic, json } = await device.message(() => true)
    expect(topic).toBe('v1/devices/me/rpc/response/1')
    const rates = { messages: '500:1', telemetryMessages: '500:1', telemetryDataPoints: '5000:1' }
    expect(json).toEqual({
      maxPayloadSize: 65_536,
      maxInflightMessages: 100,
      rateLimits: rates,
      gatewayRateLimits: rates,
    })
    await device.end()
  })
})

describe('short topics', () => {
  it.each([
    ['v2/t', 'v2/a', 'v2/a/req/7', 'v2/a/res/+', 'v2/a/res/7', 'v2/r/req/+', 'v2/r/res/'],
    ['v2/t/j', 'v2/a/j', 'v2/a/req/j/7', 'v2/a/res/j/+', 'v2/a/res/j/7', 'v2/r/req/j/+', 'v2/r/res/j/'],
  ])('%s, %s and the like are stored and answered like the long ones', async (...topics) => {
    const [telemetry, attributes, ask, responses, response, requests, answers] = topics
    const made = await makeMqttDevice(test.admin)
    const device = await connectMqtt(made)
    await device.publish(telemetry!, { flow: 3 })
    await device.publish(attributes!, { firmware: 'v2' })
    expect(await flowsOf(made.id)).toEqual([3, null])
    expect(await device.subscribe(responses!, requests!, attributes!)).toEqual([1, 1, 1])
    await device.publish(ask!, { clientKeys: 'firmware' })
    expect(await device.message((one) => one.topic === response)).toMatchObject({
      json: { client: { firmware: 'v2' } },
    })
    const mqtt = mqttOf(test)
    const answered = new Promise((resolve) => mqtt.carrier.onAnswer(resolve))
    const downlink = { protocol: 'TB_MQTT' as const, method: 'setValve', params: {} }
    const request = { requestId: `short${made.id}`, stationId: made.id, deviceId: made.id, downlink }
    expect(await mqtt.carrier.transmit(request)).toBe('SENT')
    const { topic } = await device.message((one) => one.topic.startsWith(requests!.slice(0, -1)))
    await device.publish(`${answers}${topic.split('/').at(-1)}`, { success: true })
    expect(await answered).toMatchObject({ requestId: `short${made.id}`, kind: 'ACK' })
    expect(await mqtt.sharing.share({ stationId: made.id, deviceId: made.id, values: { a: 1 }, deleted: [] })).toBe(
      true,
    )
    expect(await device.message((one) => one.topic === attributes)).toMatchObject({ json: { a: 1 } })
    // A sent message is logged as sent.
    const logged = await until('the byte log', async () => {
      const { rows } = await test.db.query<{ topic: string }>(
        `select split_part(encode(raw, 'escape'), '\\000', 1) as topic from byte_log
         where device_id = $1 and direction = 'DOWN' order by id /* unscoped:test */`,
        [made.id],
      )
      return rows.length === 2 && rows
    })
    expect(logged.map((row) => row.topic)).toEqual([topic, attributes])
    await device.end()
  })
})
