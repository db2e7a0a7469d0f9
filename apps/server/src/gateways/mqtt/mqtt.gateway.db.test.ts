import { createHash } from 'node:crypto'
import { connect as connectSocket } from 'node:net'
import { connectMqtt, pause, until } from '@sluice/testing'
import { generate } from 'mqtt-packet'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../platform/clock/clock.ts'
import { silentLog } from '../../platform/log/log.ts'
import { BlockedAddresses } from '../door/blocked-addresses.ts'
import { doorOf } from '../door/door.fixture.ts'
import type { ConnectionNote } from '../link.ts'
import { PasswordGuard } from '../stranger/password-guard.ts'
import { MqttGateway, type MqttGatewayDeps } from './mqtt.gateway.ts'

const gateways: MqttGateway[] = []
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.close()))
})

/** A gateway whose store is this test. Every token is one device's. */
async function started(deps: Partial<MqttGatewayDeps> = {}) {
  const notes: ConnectionNote[] = []
  const gateway = new MqttGateway({
    clock: systemClock,
    log: silentLog,
    accept: async () => ({ verdict: 'OK', acknowledge: true }),
    findCredentials: async (hashes) => new Map(hashes.map((hash) => [hash, { deviceId: hash, deviceNo: hash }])),
    knownCredentials: async () => new Set<string>(),
    noteCredentialUse: async () => undefined,
    provisioning: { knowsSecret: async () => false, give: async () => null },
    guard: new PasswordGuard({ elapsed: () => performance.now() }),
    slaveNames: async () => [],
    isDisconnected: async () => false,
    noteUnknown: () => undefined,
    lastValues: () => undefined,
    deviceCalled: (deviceId) => deviceId,
    noteClient: async () => undefined,
    attributesOf: async () => ({ client: {}, shared: {} }),
    attributesDue: async () => ({}),
    noteFirmware: async () => undefined,
    scripts: { of: () => undefined, run: () => Promise.reject(new Error('there are none')) },
    firmwarePart: async () => ({ refused: 'no firmware is offered' }),
    noteBytes: () => undefined,
    noteConnection: (note) => notes.push(note),
    door: doorOf(),
    blocked: new BlockedAddresses(),
    ...deps,
  })
  gateways.push(gateway)
  const { port } = await gateway.listen('127.0.0.1', { port: 0, fixed: true })
  return { gateway, notes, port, connect: (token = 'a') => connectMqtt({ port, token }) }
}

/** The return code that a token gets; undefined for none. */
async function knock(port: number, username: string): Promise<number | undefined> {
  const socket = connectSocket({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(generate({ cmd: 'connect', clientId: 'x', protocolVersion: 4, username }))
  const code = await new Promise<number | undefined>((resolve) => {
    socket.once('data', (connack) => resolve(connack[3]))
    socket.once('close', () => resolve(undefined))
  })
  socket.destroy()
  return code
}

describe('what the store refuses', () => {
  it('is not acknowledged, and with QoS 0 counted as lost', async () => {
    const { gateway, connect } = await started({ accept: async () => ({ verdict: 'OK', acknowledge: false }) })
    const one = await connect()
    const acknowledged: boolean[] = []
    void one.publish('v1/devices/me/telemetry', { a: 1 }).then(
      () => acknowledged.push(true),
      () => undefined,
    )
    await one.whenClosed()
    expect([acknowledged, gateway.qos0Lost]).toEqual([[], 0])
    const two = await connect()
    await two.publish('v1/devices/me/telemetry', { a: 1 }, { qos: 0 })
    await two.whenClosed()
    expect(gateway.qos0Lost).toBe(1)
  })
})

describe('a connection', () => {
  it('is asked to come back while tokens cannot be looked up', async () => {
    const { connect } = await started({ findCredentials: () => Promise.reject(new Error('no store')) })
    await expect(connect()).rejects.toMatchObject({ code: 3 })
  })

  it('of one token that comes too often has to wait, and another one has not', async () => {
    const { connect } = await started({ limits: { connectsPerSecond: 0.01, connectBurst: 3 } })
    for (let n = 0; n < 3; n++) await connect('busy')
    await expect(connect('busy')).rejects.toMatchObject({ code: 3 })
    const other = await connect('calm')
    expect(other.closed).toBe(false)
    await other.end()
  })

  it('that was refused for coming too often is let in a moment later, however impatiently its device dials', async () => {
    const { connect, port } = await started({ limits: { connectsPerSecond: 2, connectBurst: 1 } })
    await connect('busy')
    const codes: (number | undefined)[] = []
    // Ten times a second: what is refused must not add to the wait.
    for (const end = performance.now() + 10_000; performance.now() < end && codes.at(-1) !== 0; await pause(100)) {
      codes.push(await knock(port, 'busy'))
    }
    expect([codes[0], codes.at(-1)]).toEqual([3, 0])
  })

  it('whose token is taken away while it is let in does not stay, even if the store has to be asked twice', async () => {
    const answers: (() => Map<string, { deviceId: string; deviceNo: string }>)[] = [
      () => {
        // The old answer is on its way while the registration changes.
        queueMicrotask(() => void gateway.recheck('a'))
        return new Map([[hashOf('a'), { deviceId: 'a', deviceNo: 'a' }]])
      },
      () => {
        throw new Error('no store')
      },
    ]
    const { gateway, connect, notes } = await started({ findCredentials: async () => answers.shift()?.() ?? new Map() })
    const one = await connect('a')
    await one.whenClosed()
    const end = await until('the end', () => notes.find(({ event }) => event === 'DISCONNECT'))
    expect(end.reason).toBe('its token is no longer valid')
  })

  it('that a bug meets is closed and the others go on', async () => {
    let calls = 0
    const { connect } = await started({
      accept: () =>
        ++calls === 3 ? Promise.reject(new Error('a bug')) : Promise.resolve({ verdict: 'OK', acknowledge: true }),
    })
    const [one, two] = [await connect('one'), await connect('two')]
    await until('both signs of life', () => calls === 2)
    void one.publish('v1/devices/me/telemetry', { a: 1 }).catch(() => undefined)
    await one.whenClosed()
    await two.publish('v1/devices/me/telemetry', { a: 1 })
    expect(two.closed).toBe(false)
    await two.end()
  })

  it('ends with the gateway after its last message is answered', async () => {
    let settle: ((_: { verdict: 'OK'; acknowledge: boolean }) => void) | undefined
    const { gateway, connect, notes } = await started({
      accept: ({ heartbeat }) =>
        heartbeat
          ? Promise.resolve({ verdict: 'OK', acknowledge: true })
          : new Promise((resolve) => (settle = resolve)),
    })
    const one = await connect()
    const published = one.publish('v1/devices/me/telemetry', { a: 1 })
    const answer = await until('the message', () => settle)
    const closed = gateway.close()
    answer({ verdict: 'OK', acknowledge: true })
    await published
    await closed
    await one.whenClosed()
    expect(notes.map(({ event }) => event)).toEqual(['CONNECT', 'REGISTER', 'DISCONNECT'])
    expect(notes.at(-1)?.reason).toBe('server stops')
  })

  it('of an address with many wrong tokens is looked up only if its token is anybody’s', async () => {
    const asked: string[] = []
    const state = { all: 0, known: ['good'] }
    const { gateway, port, connect } = await started({
      limits: { refusalsPerSecond: 0.001, refusalBurst: 3 },
      findCredentials: async (hashes) => {
        asked.push(...hashes)
        const good = hashes.filter((hash) => state.known.some((token) => hashOf(token) === hash))
        return new Map(good.map((hash) => [hash, { deviceId: hash, deviceNo: hash }]))
      },
      knownCredentials: async () => {
        state.all++
        return new Set(state.known.map(hashOf))
      },
    })
    for (let n = 0; n < 4; n++) await expect(connect(`wrong${n}`)).rejects.toMatchObject({ code: 5 })
    expect(asked).toHaveLength(4)
    // From here on strangers are not answered, and the store hears nothing of them.
    for (let n = 4; n < 8; n++) expect(await knock(port, `wrong${n}`)).toBeUndefined()
    expect([asked.length, state.all]).toEqual([4, 1])
    const good = await connect('good')
    await good.publish('v1/devices/me/telemetry', { a: 1 })
    expect(asked.at(-1)).toBe(hashOf('good'))
    // A device that was registered meanwhile is let in, too: a little later.
    state.known.push('new')
    await gateway.recheck('another')
    await until('the new one', async () => (await knock(port, 'new')) === 0, 10_000)
    expect(state.all).toBe(2)
    await good.end()
  })
})
