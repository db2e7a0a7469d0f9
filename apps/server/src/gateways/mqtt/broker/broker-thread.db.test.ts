import { connect } from 'node:net'
import { pause, until } from '@sluice/testing'
import mqtt from 'mqtt'
import { generate } from 'mqtt-packet'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../../platform/log/log.ts'
import { doorOf } from '../../door/door.fixture.ts'
import { BrokerThread } from './broker-thread.ts'
import { type FromBroker, MQTT_LIMITS, type MqttLimits, type ToBroker, VERDICT } from './broker.messages.ts'

const threads: BrokerThread[] = []
afterEach(async () => {
  await Promise.all(threads.splice(0).map((thread) => thread.close()))
})

/** A broker whose main thread is this test: it admits everybody, as the device that the order of arrival says. */
async function broker(limits: Partial<MqttLimits> = {}) {
  const told: FromBroker[] = []
  const state = { lost: 0, listening: 0, answer: true, devices: 0 }
  const thread = new BrokerThread({
    settings: {
      host: '127.0.0.1',
      port: 0,
      fixed: false,
      filters: ['down'],
      limits: { ...MQTT_LIMITS, ...limits },
      door: doorOf(),
    },
    log: silentLog,
    onMessage(message) {
      told.push(message)
      if (message.kind === 'connect') {
        thread.post({ kind: 'admit', link: message.link, deviceId: String(++state.devices) })
      }
      if (message.kind === 'publishes' && state.answer) settle(message.no, message.links.length)
    },
    onLost: () => state.lost++,
    onListening: () => state.listening++,
  })
  threads.push(thread)
  const settle = (no: number, count: number) =>
    thread.post({ kind: 'verdicts', no, verdicts: new Uint8Array(count).fill(VERDICT.ACK) })
  const got = await thread.start()
  const port = 'code' in got ? got.code : got.port
  const client = () =>
    mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { username: 'x', protocolVersion: 4, reconnectPeriod: 0 })
  const batches = () => told.filter((message) => message.kind === 'publishes')
  let asked = 0
  /** Resolves when the thread has processed everything sent to it before. */
  const caughtUp = async () => {
    // It answers each in a turn of its own; what is sent leaves at the end of ours, and lies before it in the next.
    for (let turn = 0; turn < 3; turn++) {
      const no = --asked
      thread.post({ kind: 'send', no, link: 0, topics: ['nobody'], payload: Buffer.of() })
      await until('the thread', () => told.some((message) => message.kind === 'sent' && message.no === no))
    }
  }
  return { thread, port, told, state, settle, client, batches, caughtUp }
}

describe("the broker's thread", () => {
  it('comes back on its port when it dies, and says that its connections are lost', async () => {
    const { thread, state, client } = await broker()
    const one = await client()
    one.on('error', () => undefined)
    const closed = new Promise((resolve) => one.once('close', () => resolve(undefined)))
    thread.post(null as unknown as ToBroker)
    await closed
    await until('the restart', () => state.listening === 2)
    expect(state.lost).toBe(1)
    const two = await client()
    await two.publishAsync('a', 'x', { qos: 1 })
    await two.endAsync(true)
  })

  it('says why there is no port', async () => {
    const { port } = await broker()
    const second = new BrokerThread({
      settings: {
        host: '127.0.0.1',
        port: Number(port),
        fixed: true,
        filters: [],
        limits: MQTT_LIMITS,
        door: doorOf(),
      },
      log: silentLog,
      onMessage: () => undefined,
      onLost: () => undefined,
      onListening: () => undefined,
    })
    expect(await second.start()).toMatchObject({ code: 'EADDRINUSE', port: Number(port) })
  })

  it('gathers publishes into numbered batches while one is under way, and answers in order', async () => {
    const { state, settle, client, batches, caughtUp } = await broker({ flushMs: 60_000, batch: 50 })
    state.answer = false
    const one = await client()
    const answered: number[] = []
    const publish = (n: number) =>
      one.publishAsync('t', String(n), { qos: 1 }).then(
        () => answered.push(n),
        () => undefined,
      )
    void publish(0)
    await until('the first batch', () => batches().length === 1)
    for (let n = 1; n <= 100; n++) void publish(n)
    await until('the full batches', () => batches().length === 3)
    expect(batches().map(({ no, links }) => [no, links.length])).toEqual([
      [1, 1],
      [2, 50],
      [3, 50],
    ])
    settle(3, 50)
    await caughtUp()
    // The first one is still open: no later one is answered before it.
    expect(answered).toEqual([])
    settle(1, 1)
    settle(2, 50)
    await until('all answers', () => answered.length === 101)
    expect(answered).toEqual(Array.from({ length: 101 }, (_, n) => n))
    await one.endAsync(true)
  })

  it('reads nothing while it is paused or too much is under way, and goes on after', async () => {
    const { thread, state, settle, client, batches, caughtUp } = await broker({ inFlight: 10 })
    const one = await client()
    thread.post({ kind: 'pause', paused: true })
    await caughtUp()
    const published = one.publishAsync('t', 'x', { qos: 1 })
    await caughtUp()
    expect(batches()).toHaveLength(0)
    state.answer = false
    thread.post({ kind: 'pause', paused: false })
    await until('the publish', () => batches().length === 1)
    settle(1, 1)
    await published
    const more = Array.from({ length: 10 }, () => one.publishAsync('t', 'x', { qos: 1 }))
    const count = () => batches().reduce((sum, { links }) => sum + links.length, 0)
    await until('ten under way', () => count() === 11)
    const late = one.publishAsync('t', 'x', { qos: 1 })
    await caughtUp()
    expect(count()).toBe(11)
    state.answer = true
    for (const { no, links } of batches().slice(1)) settle(no, links.length)
    await Promise.all([...more, late])
    await one.endAsync(true)
  })

  it('reads the connection that has waited longest first: a flood does not keep the others out', async () => {
    const { state, settle, client, batches, caughtUp } = await broker({ inFlight: 1, flushMs: 0 })
    const [flood, other] = [await client(), await client()]
    state.answer = false
    const published: Promise<unknown>[] = []
    const publish = (one: typeof flood, text: string) => published.push(one.publishAsync('t', text, { qos: 1 }))
    const isRead = () => batches().some(({ bytes }) => Buffer.from(bytes).includes('mine'))
    publish(flood, 'flood')
    await until('the first', () => batches().length === 1)
    publish(other, 'mine')
    await caughtUp()
    let round = 1
    for (; round < 10 && !isRead(); round++) {
      // Before its last one is answered the flood's next one waits, and always came later.
      publish(flood, 'flood')
      await caughtUp()
      settle(round, batches()[round - 1]!.links.length)
      await until('the next', () => batches().length === round + 1)
    }
    expect(isRead()).toBe(true)
    state.answer = true
    settle(round, batches()[round - 1]!.links.length)
    await Promise.all(published)
    await Promise.all([flood.endAsync(true), other.endAsync(true)])
  })

  it('reads at once what is awaited of a device, however much is under way', async () => {
    const { thread, state, told, settle, client, batches, caughtUp } = await broker({ inFlight: 1, flushMs: 0 })
    const [flood, valve] = [await client(), await client()]
    await valve.subscribeAsync('down', { qos: 1 })
    state.answer = false
    const published = [flood.publishAsync('t', 'flood', { qos: 1 })]
    await until('the flood', () => batches().length === 1)
    published.push(valve.publishAsync('t', 'before', { qos: 1 }))
    await caughtUp()
    expect(batches()).toHaveLength(1)
    const link = told.findLast((message) => message.kind === 'ready')?.link ?? 0
    thread.post({ kind: 'send', no: 1, link, topics: ['down'], payload: Buffer.from('open') })
    await until('what it had to say before', () => batches().length === 2)
    published.push(valve.publishAsync('t', 'after', { qos: 1 }))
    await until('its answer', () => batches().length === 3)
    published.push(flood.publishAsync('t', 'more', { qos: 1 }))
    await caughtUp()
    expect(batches()).toHaveLength(3)
    state.answer = true
    for (const no of [1, 2, 3]) settle(no, 1)
    await Promise.all(published)
    await Promise.all([flood.endAsync(true), valve.endAsync(true)])
  })

  it('resumes reading a connection that was throttled while everything was held', async () => {
    const { thread, client, batches, caughtUp } = await broker({ packetsPerSecond: 20, burst: 1 })
    const one = await client()
    const published = [1, 2, 3].map((n) => one.publishAsync('t', String(n), { qos: 1 }))
    thread.post({ kind: 'pause', paused: true })
    // Its throttle ends while nothing may be read.
    await pause(600)
    const more = one.publishAsync('t', 'more', { qos: 1 })
    await caughtUp()
    thread.post({ kind: 'pause', paused: false })
    await Promise.all([...published, more])
    expect(batches().reduce((sum, { links }) => sum + links.length, 0)).toBe(4)
    await one.endAsync(true)
  })

  it('a QoS 2 packet that comes again before its release is handed over once', async () => {
    const { port, batches } = await broker()
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
    const packet = (head: number, ...parts: Buffer[]) => {
      const body = Buffer.concat(parts)
      return Buffer.concat([Buffer.from([head, body.length]), body])
    }
    const socket = connect({ port: Number(port), host: '127.0.0.1' })
    const answers: number[] = []
    socket.on('data', (bytes) => answers.push(...bytes))
    const [publish, repeat] = [0x34, 0x3c].map((head) => packet(head, text('t'), Buffer.from([0, 9]), Buffer.from('x')))
    socket.write(packet(0x10, text('MQTT'), Buffer.from([4, 0x82, 0, 60]), text('a'), text('token')))
    await until('CONNACK', () => answers.length === 4)
    socket.write(publish!)
    await until('PUBREC', () => answers.length === 8)
    socket.write(repeat!)
    await until('PUBREC again', () => answers.length === 12)
    expect(answers.slice(4)).toEqual([0x50, 2, 0, 9, 0x50, 2, 0, 9])
    expect(batches()).toHaveLength(1)
    socket.write(Buffer.from([0x62, 2, 0, 9]))
    await until('PUBCOMP', () => answers.length === 16)
    // Released: the number means a new packet now.
    socket.write(publish!)
    await until('a new PUBREC', () => answers.length === 20)
    expect(batches()).toHaveLength(2)
    socket.destroy()
  })

  it('reads no more of a connection with a hundred unsettled messages until they are settled', async () => {
    const { state, settle, client, batches, caughtUp } = await broker({ flushMs: 0 })
    const one = await client()
    state.answer = false
    const count = () => batches().reduce((sum, { links }) => sum + links.length, 0)
    const publish = (n: number) => one.publishAsync('t', String(n), { qos: 1 })
    const published = Array.from({ length: 100 }, (_, n) => publish(n))
    await until('a hundred', () => count() === 100)
    published.push(publish(100))
    await caughtUp()
    expect(count()).toBe(100)
    state.answer = true
    for (const { no, links } of batches()) settle(no, links.length)
    await Promise.all(published)
    expect(count()).toBe(101)
    await one.endAsync(true)
  })

  it('is patient with a device whose words it did not read, and with no other', async () => {
    const { thread, port } = await broker()
    const hello = (token: string) =>
      generate({ cmd: 'connect', clientId: 'x', protocolVersion: 4, keepalive: 1, username: token })
    const dial = async (token: string) => {
      const socket = connect({ port: Number(port), host: '127.0.0.1' })
      const state = { closed: false, bytes: 0 }
      socket.on('close', () => (state.closed = true))
      socket.on('data', ({ length }) => (state.bytes += length))
      socket.write(hello(token))
      await until('CONNACK', () => state.bytes === 4)
      return { socket, state }
    }
    const [speaks, silent] = [await dial('a'), await dial('b')]
    thread.post({ kind: 'pause', paused: true })
    await pause(100)
    speaks.socket.write(Buffer.from([0xc0, 0]))
    await until('the end of the silent one', () => silent.state.closed)
    await pause(1000)
    expect(speaks.state).toEqual({ closed: false, bytes: 4 })
    thread.post({ kind: 'pause', paused: false })
    await until('PINGRESP', () => speaks.state.bytes === 6)
    speaks.socket.destroy()
  })
})
