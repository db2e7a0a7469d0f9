import {
  type Command,
  commandPage,
  firmwareDeviceResource,
  firmwareResource,
  history,
  latest,
  messagePage,
  productResource,
  rolloutResource,
  sendCommand,
  uploadFile,
} from '@sluice/contract'
import {
  makeDevice,
  makeMqttDevice,
  makeReadyProduct,
  startTestPlatform,
  type TestPlatform,
  until,
} from '@sluice/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { handTurnedWheel } from '../hand-turned-wheel.fixture.ts'
import { createMqttStation } from './mqtt-station.ts'
import type { MqttStation, MqttStationOptions } from './mqtt.types.ts'

let test: TestPlatform
const stations: MqttStation[] = []

beforeAll(async () => {
  test = await startTestPlatform()
})
afterEach(() => Promise.all(stations.splice(0).map((station) => station.close())))
afterAll(() => test?.stop())

type Extra = Partial<MqttStationOptions>

/** A device of a product with the station that plays it, connected. */
async function played(productNo: string, more: Extra & { kind: MqttStationOptions['kind'] }) {
  const { id, token, port } = await makeMqttDevice(test.admin, { productNo })
  const station = createMqttStation({
    host: '127.0.0.1',
    port,
    token,
    name: `S-${id}`,
    seed: 5,
    strokeMs: 1_500,
    backoffMs: { min: 100, max: 400 },
    ...more,
  })
  stations.push(station)
  expect(await station.connect()).toBe(true)
  return { id, station }
}

const valuesOf = async (deviceId: string) => (await test.admin.call(latest, { deviceId })).values
const executed = (deviceId: string): Promise<Command> =>
  until('the proof', async () => {
    const { list } = await test.admin.call(commandPage, { deviceId, limit: 1 })
    return list[0]?.status === 'EXECUTED' ? list[0] : undefined
  })

async function points(deviceId: string, key = 'batteryV') {
  const span = {
    startTime: new Date(Date.now() - 86_400_000).toISOString(),
    endTime: new Date(Date.now() + 60_000).toISOString(),
  }
  const { series } = await test.admin.call(history, { deviceId, keys: key, bucket: 'RAW', ...span })
  return series[key] ?? []
}

function command(deviceId: string, code: string, params: Record<string, unknown> = {}) {
  return test.admin.answer('POST', sendCommand.path, { deviceId, code, params, idempotencyKey: `${deviceId} ${code}` })
}

it.each([
  ['MQTT-VALVE', 'VALVE', ['opening', 'inletPressure', 'totalVolume', 'csq']],
  ['MQTT-SENSOR', 'METER', ['flow', 'totalVolume', 'outletPressure', 'batteryV']],
  ['MQTT-SENSOR', 'PRESSURE', ['outletPressure', 'csq']],
  ['MQTT-SENSOR', 'LEVEL', ['level', 'waterTemp']],
  ['MQTT-SENSOR', 'WEATHER', ['airTemp', 'airHum']],
  ['MQTT-GATEWAY', 'GATEWAY', ['batteryV', 'mainsLost', 'doorOpen']],
] as const)('%s as %s reports what its product shows, in range', async (productNo, kind, keys) => {
  const { id, station } = await played(productNo, { kind })
  expect(await station.report()).toBe(true)
  const values = await valuesOf(id)
  expect(Object.keys(values)).toEqual(expect.arrayContaining([...keys]))
  expect(Object.values(values).filter((value) => value.q !== 'GOOD')).toEqual([])
})

describe('commands', () => {
  it('a valve moves where it is told in its stroke time, tells of its way, and the command is proven', async () => {
    const { id, station } = await played('MQTT-VALVE', { kind: 'VALVE' })
    await station.report()
    const target = station.opening(null) === 100 ? 40 : 60
    const call = command(id, 'SET_OPENING', { opening: target })
    const proven = await executed(id)
    expect((await call).code).toBe(0)
    expect([proven.attempts, station.opening(null)]).toEqual([1, target])
    const seen = await points(id, 'valveState')
    expect(seen.some(({ v }) => v === 'OPENING' || v === 'CLOSING')).toBe(true)
    await until('the rest', async () => (await valuesOf(id))['valveState']?.v === 'PARTIAL')
  })

  it('a gateway carries them to the slave that is meant, and no other valve moves', async () => {
    const { id: masterId, token, port } = await makeMqttDevice(test.admin, { productNo: 'MQTT-GATEWAY' })
    const slaves: { id: string; name: string }[] = []
    for (const name of ['G-1', 'G-2', 'G-3']) {
      const { id } = await makeDevice(test.admin, { productNo: 'MQTT-VALVE-SLAVE', masterId, deviceNo: name, name })
      slaves.push({ id, name })
    }
    const station = createMqttStation({
      host: '127.0.0.1',
      port,
      token,
      name: 'G',
      kind: 'GATEWAY',
      strokeMs: 1_500,
      slaves: slaves.map(({ name }, n) => ({ name, seed: n + 1 })),
    })
    stations.push(station)
    await station.connect()
    expect(await station.report()).toBe(true)
    const before = slaves.map(({ name }) => station.opening(name))
    for (const [n, { id }] of slaves.entries()) expect((await valuesOf(id))['opening']?.v).toBe(before[n])
    const code = before[1] === 100 ? 'CLOSE' : 'OPEN'
    const call = command(slaves[1]!.id, code)
    await executed(slaves[1]!.id)
    expect((await call).code).toBe(0)
    expect(slaves.map(({ name }) => station.opening(name))).toEqual([before[0], code === 'OPEN' ? 100 : 0, before[2]])
    expect((await command(slaves[0]!.id, 'READ')).code).toBe(0)
  })

  it('a valve that jams stops on its way, and nothing proves what was wanted', async () => {
    const { id, station } = await played('MQTT-VALVE', { kind: 'VALVE', strokeMs: 400, commandFailureRate: 1 })
    await station.report()
    const from = station.opening(null)!
    const code = from === 100 ? 'CLOSE' : 'OPEN'
    void command(id, code)
    await until('the jam', () => station.opening(null) === Math.abs(from - 40))
    await until('its report', async () => (await valuesOf(id))['valveState']?.v === 'PARTIAL')
    const { list } = await test.admin.call(commandPage, { deviceId: id, limit: 1 })
    expect(list[0]!.status).not.toBe('EXECUTED')
  })
})

describe('mischief', () => {
  it('what is measured while the line is cut goes out afterwards, in order and with its own times', async () => {
    const { id, station } = await played('MQTT-SENSOR', { kind: 'METER' })
    await station.report()
    station.setReachable(false)
    await until('the cut', () => !station.connected)
    const kept = [station.report(), station.report(), station.report()]
    expect(station.waiting).toBe(3)
    station.setReachable(true)
    expect(await Promise.all(kept)).toEqual([true, true, true])
    const times = (await points(id)).map(({ t }) => t)
    expect(times).toEqual([...new Set(times)].toSorted())
    expect(station.counters.connects).toBe(2)
  })

  it('reports beyond what it remembers are lost, the oldest first', async () => {
    const { station } = await played('MQTT-SENSOR', { kind: 'METER', keepReports: 2 })
    station.setReachable(false)
    await until('the cut', () => !station.connected)
    const [first, ...others] = [station.report(), station.report(), station.report()]
    expect(await first).toBe(false)
    station.setReachable(true)
    expect(await Promise.all(others)).toEqual([true, true])
    expect(station.counters.lost).toBe(1)
  })

  it('a report that goes out twice is stored once', async () => {
    const { id, station } = await played('MQTT-SENSOR', { kind: 'PRESSURE' })
    station.mischief.duplicateFrames = Infinity
    await station.report()
    await until('both messages', async () => (await test.admin.call(messagePage, { deviceId: id })).total >= 2)
    expect(await points(id)).toHaveLength(1)
  })

  it('a lost PUBACK makes it repeat, which is stored once; a lost command is not obeyed', async () => {
    const { wheel, turn } = handTurnedWheel()
    const { id, station } = await played('MQTT-VALVE', { kind: 'VALVE', wheel, ackTimeoutMs: 700 })
    station.mischief.loseAnswers = 1
    const sent = station.report()
    await until('the loss', () => station.mischief.loseAnswers === 0)
    turn(700)
    await until('the end of the line', () => !station.connected)
    turn(400)
    expect(await sent).toBe(true)
    expect(station.counters).toMatchObject({ acknowledged: 1, repeated: 1, givenUp: 1, connects: 2 })
    expect(await points(id)).toHaveLength(1)
    const before = station.opening(null)
    station.mischief.loseAnswers = Infinity
    void command(id, before === 100 ? 'CLOSE' : 'OPEN')
    await until('the command on its way', async () => {
      const { list } = await test.admin.call(commandPage, { deviceId: id, limit: 1 })
      return list[0]?.status === 'SENT'
    })
    expect([station.counters.downlinks, station.opening(null)]).toEqual([0, before])
  })

  it('a delay keeps the order', async () => {
    const { id, station } = await played('MQTT-SENSOR', { kind: 'LEVEL' })
    station.mischief.delayMs = 300
    const from = performance.now()
    expect(await Promise.all([station.report(), station.report()])).toEqual([true, true])
    expect(performance.now() - from).toBeGreaterThan(590)
    expect(await points(id, 'level')).not.toHaveLength(0)
  })

  it('a clock that jumps ahead is told with every report: the platform keeps the message and stores no value', async () => {
    const { id, station } = await played('MQTT-SENSOR', { kind: 'WEATHER' })
    station.jumpClock(3_600_000)
    expect(await station.report()).toBe(true)
    const { list } = await test.admin.call(messagePage, { deviceId: id })
    expect(list[0]!.result).toBe('BAD_TIME')
    station.jumpClock(-3_600_000)
    await station.report()
    expect(await points(id, 'airTemp')).toHaveLength(1)
  })

  it('a wrong token is refused; it calls again with growing waits until it is closed', async () => {
    const { port } = await makeMqttDevice(test.admin)
    const backoffMs = { min: 50, max: 200 }
    const options = { host: '127.0.0.1', port, token: 'x'.repeat(20), name: 'X', backoffMs }
    const station = createMqttStation({ ...options, kind: 'VALVE' })
    const connected = station.connect()
    await station.close()
    expect(await connected).toBe(false)
    expect(station.connected).toBe(false)
  })
})

describe('small devices', () => {
  const productOf = (template: string) => makeReadyProduct(test.admin, template)

  it.each([
    ['LIB-MQTT-LAMP', 'LAMP', ['lampOn', 'dim', 'voltage', 'energy', 'lampHours']],
    ['LIB-MQTT-COLD-STORE', 'PROBE', ['temperature', 'humidity', 'probeState', 'batteryV']],
    ['LIB-MQTT-FIELD-HYDRANT', 'HYDRANT', ['opening', 'pressure', 'flow', 'totalVolume']],
    ['LIB-MQTT-COVER', 'COVER', ['armed', 'tilt', 'waterLevel', 'gasCh4']],
    ['LIB-MQTT-WELL-CONTROLLER', 'WELL', ['pumpState', 'voltageA', 'waterTotal', 'waterDepth']],
    ['LIB-MQTT-SOIL', 'SOIL_NODE', ['soilMoisture10', 'soilTemp', 'soilEc', 'soilPh']],
  ] as const)('%s as %s reports what its product shows, in range', async (template, kind, keys) => {
    const { id, station } = await played(await productOf(template), { kind })
    expect(await station.report()).toBe(true)
    const values = await valuesOf(id)
    expect(Object.keys(values)).toEqual(expect.arrayContaining([...keys]))
    expect(Object.values(values).filter((value) => value.q !== 'GOOD')).toEqual([])
  })

  it('a lamp behind its concentrator is put out, lit and dimmed, each proven by its report, and no other one changes', async () => {
    const concentrator = await productOf('LIB-MQTT-LAMP-CONCENTRATOR')
    const lamp = await productOf('LIB-MQTT-LAMP-NODE')
    const { id: masterId, token, port } = await makeMqttDevice(test.admin, { productNo: concentrator })
    const made = []
    for (const name of ['L-1', 'L-2'])
      made.push((await makeDevice(test.admin, { productNo: lamp, masterId, deviceNo: name, name })).id)
    const [one, other] = made as [string, string]
    const slaves = ['L-1', 'L-2'].map((name, n) => ({ name, seed: n, kind: 'LAMP' as const }))
    const at = { host: '127.0.0.1', port, token, name: 'LC', seed: 5 }
    const station = createMqttStation({ ...at, kind: 'FIELD_GATEWAY', slaves })
    stations.push(station)
    await station.connect()
    await station.report()
    const before = (await valuesOf(other))['lampOn']?.v
    for (const [code, params, key, value] of [
      ['OFF', {}, 'lampOn', false],
      ['ON', {}, 'lampOn', true],
      ['DIM', { level: 40 }, 'dim', 40],
    ] as const) {
      expect((await command(one, code, params)).code).toBe(0)
      await until(`the proof of ${code}`, async () => {
        const { list } = await test.admin.call(commandPage, { deviceId: one, code, limit: 1 })
        return list[0]?.status === 'EXECUTED' && list[0].after?.value === value ? true : undefined
      })
      expect((await valuesOf(one))[key]?.v).toBe(value)
    }
    expect((await valuesOf(other))['lampOn']?.v).toBe(before)
    expect((await valuesOf(masterId))['slaveTotal']?.v).toBe(2)
  })
})

describe('firmware', () => {
  it('is taken part by part and proven by the version of the next start; one fails at its flash, one starts with the old', async () => {
    const title = 'MV'
    const runs = { title, version: '1.4.2' }
    const [good, flash, old] = await Promise.all([
      played('MQTT-VALVE', { kind: 'VALVE', firmware: runs }),
      played('MQTT-VALVE', { kind: 'VALVE', firmware: { ...runs, fails: 'FLASH' } }),
      played('MQTT-VALVE', { kind: 'VALVE', firmware: { ...runs, fails: 'KEEPS_OLD' } }),
    ])
    const { list } = await test.admin.page(productResource, { keyword: 'MQTT-VALVE' })
    const productId = list.find((one) => one['productNo'] === 'MQTT-VALVE')!.id
    // Two whole parts, and a piece of one.
    const content = Buffer.alloc(9_000, 7).toString('base64')
    const { id: file } = await test.admin.call(uploadFile, { name: 'mv.bin', accept: 'firmware', content })
    const firmware = { productId, title, versionName: '1.5.0', file: [file] }
    const firmwareId = await test.admin.insert(firmwareResource, firmware)
    await test.admin.answer('POST', '/device/v1/firmware/release', { id: firmwareId, version: 0 })
    const rollout = { name: '1.5.0', deptId: '1', firmwareId, waves: '100%', maxFailurePct: 100, timeoutHours: 24 }
    const deviceIds = [good.id, flash.id, old.id]
    const id = await test.admin.insert(rolloutResource, { ...rollout, pauseMinutes: 0, deviceIds })
    await test.admin.answer('POST', '/device/v1/firmwareRollout/start', { id, version: 0 })
    const outcomes = await until(
      'every outcome',
      async () => {
        await test.platform.firmware.work()
        const { list } = await test.admin.page(firmwareDeviceResource, { rolloutId: id })
        return list.every(({ state }) => state === 'UPDATED' || state === 'FAILED') ? list : undefined
      },
      40_000,
    )
    const outcomeOf = (one: { id: string }) => outcomes.find(({ deviceId }) => deviceId === one.id)
    expect(outcomeOf(good)).toMatchObject({ state: 'UPDATED', currentVersion: '1.5.0', firmware: 'MV 1.5.0' })
    expect(outcomeOf(flash)).toMatchObject({ state: 'FAILED', reason: 'flash write failed at 0x0003A000' })
    expect(outcomeOf(old)).toMatchObject({ state: 'FAILED', reason: 'OTHER_VERSION', currentVersion: '1.4.2' })
    // It was away for its start, and came back.
    await until('the start', () => good.station.connected && good.station.counters.connects === 2)
  }, 60_000)
})
