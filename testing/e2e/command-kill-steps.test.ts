import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sl651Message, sl651SwitchReport } from '@sluice/codecs'
import { type Command, commandPage, getCommand, sendCommand } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HeldStore, openHeldStore } from '../src/platform/held-store.ts'
import {
  type ApiClient,
  connectMqtt,
  connectStation,
  createClient,
  createTestDatabase,
  makeDevice,
  makeMqttDevice,
  type MqttDevice,
  pause,
  type ServerProcess,
  stampOf,
  startServerProcess,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
  type TestStation,
  until,
} from '../src/index.ts'

const PASSWORD = 'heron-4-lantern'
const dataDir = mkdtempSync(join(tmpdir(), 'sluice-steps-'))
let cluster: TestCluster
let database: TestDatabase
let store: HeldStore
let server: ServerProcess
let admin: ApiClient

async function start(): Promise<void> {
  const env = { PORT: '0', SLUICE_DATA: dataDir, SLUICE_DEVICE_PORTS: '0', SLUICE_ADMIN_PASSWORD: PASSWORD }
  server = await startServerProcess({ env: { ...env, DATABASE_URL: store.url } })
  admin = await createClient(server.url).signIn('admin', PASSWORD)
}

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await createTestDatabase()
  store = await openHeldStore(database)
})
// A process of its own for each: the driver sends the text of a prepared statement once, and the test finds it by its
// text.
beforeEach(start)
afterEach(() => server?.stop())
afterAll(async () => {
  await store?.stop()
  await database?.drop()
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** A valve that does each step only when told to, and counts its commands over all restarts of the server. */
interface Rig {
  readonly deviceId: string
  /** Control frames received. */
  frames(): number
  acknowledge(): Promise<void>
  setOut(): Promise<void>
  arrive(): Promise<void>
  /** Resolves when the killed server's connection is closed. */
  hangUp(): Promise<void>
  connect(): Promise<void>
  end(): Promise<void>
}

const mqttPort = () => Number(/MQTT devices on port (\d+)/.exec(server.line)?.[1])

async function mqttRig(): Promise<Rig> {
  const { id, token } = await makeMqttDevice(admin)
  const told = { before: 0 }
  let device: MqttDevice | undefined
  const requests = () => (device?.received ?? []).filter(({ text }) => text.includes('"setValve"'))
  const report = (values: object) => device!.publish('v1/devices/me/telemetry', values)
  return {
    deviceId: id,
    frames: () => told.before + requests().length,
    async acknowledge() {
      const no = requests().at(-1)!.topic.split('/').at(-1)
      await device!.publish(`v1/devices/me/rpc/response/${no}`, {})
    },
    setOut: () => report({ opening: 30, valveState: 'OPENING' }),
    arrive: () => report({ opening: 100, valveState: 'OPEN' }),
    async hangUp() {
      await device!.whenClosed()
      told.before += requests().length
      device = undefined
    },
    async connect() {
      device = await connectMqtt({ port: mqttPort(), token })
      await device.subscribe('v1/devices/me/rpc/request/+')
      if (told.before === 0) await report({ opening: 0, valveState: 'CLOSED' })
    },
    end: async () => device?.end(),
  }
}

const isControl = ({ func, end }: Sl651Message) => func === '4D' && end === 'ENQ'

async function stationRig(): Promise<Rig> {
  const master = await makeDevice(admin, { productNo: 'SL651-VALVE-STATION' })
  const valve = { productNo: 'SL651-VALVE-CHANNEL', masterId: master.id, channel: 1 }
  const { id } = await makeDevice(admin, valve)
  const told = { before: 0, serial: 0, second: 0 }
  let station: TestStation | undefined
  let open = false
  const tell = async () => {
    // A station's clock has seconds, and of two reports of the same second the first one counts.
    while (Math.floor(Date.now() / 1000) === told.second) await pause(20)
    told.second = Math.floor(Date.now() / 1000)
    const serial = ++told.serial
    station!.send(sl651SwitchReport(station!.link, stampOf(serial, Date.now()), '4D', [open]))
    await station!.answer((m) => m.serial === serial && m.end !== 'ENQ')
  }
  const frames = () => told.before + (station?.answers.filter(isControl).length ?? 0)
  return {
    deviceId: id,
    frames,
    acknowledge: tell,
    setOut: () => Promise.reject(new Error('a switch has no way to go')),
    async arrive() {
      open = true
      await tell()
    },
    async hangUp() {
      await station!.whenClosed()
      told.before = frames()
      station = undefined
    },
    async connect() {
      station = await connectStation({ port: server.sl651Port!, station: master.stationAddress })
      await tell()
    },
    end: async () => station?.end(),
  }
}

let keys = 0
async function ledgerOf({ deviceId }: Rig) {
  const { list } = await admin.call(commandPage, { deviceId, code: 'OPEN' })
  return Promise.all(list.map(({ id }) => admin.call(getCommand, { id })))
}
const reaches = (rig: Rig, status: Command['status']) =>
  until(status, async () => {
    const [command] = await ledgerOf(rig)
    // Slower than a session's rate limit.
    await pause(40)
    return command?.status === status
  })
const frame = (rig: Rig) => until('the frame', () => rig.frames() > 0)

interface Step {
  /** Brings the command to the point where the process is killed. `ask` sends the command; its answer is not used. */
  reach(rig: Rig, ask: () => void): Promise<void>
  /** The ledger right after the restart, and the number of frames sent before the kill. */
  found: Pick<Command, 'status' | 'outcomeUnknown'>
  frames: number
  /** Whether the device acts after the restart, and the outcome of the command then. */
  then: 'goes-on' | 'stays-open' | 'is-proven'
}

const ATTEMPT = 'insert into command_attempt'
const STEPS: Readonly<Record<string, Step>> = {
  'while it is queued': {
    async reach(_rig, ask) {
      const held = store.hold(ATTEMPT, 'before')
      ask()
      await held
    },
    found: { status: 'QUEUED', outcomeUnknown: false },
    frames: 0,
    then: 'goes-on',
  },
  'when its attempt is committed and nothing has left': {
    async reach(_rig, ask) {
      const held = store.hold(ATTEMPT, 'after')
      ask()
      await held
    },
    found: { status: 'SENT', outcomeUnknown: true },
    frames: 0,
    then: 'stays-open',
  },
  'when it was sent': {
    async reach(rig, ask) {
      ask()
      await frame(rig)
      await reaches(rig, 'SENT')
    },
    found: { status: 'SENT', outcomeUnknown: true },
    frames: 1,
    then: 'is-proven',
  },
  'when it was acknowledged': {
    async reach(rig, ask) {
      ask()
      await frame(rig)
      await rig.acknowledge()
      await reaches(rig, 'ACKNOWLEDGED')
    },
    found: { status: 'ACKNOWLEDGED', outcomeUnknown: false },
    frames: 1,
    then: 'is-proven',
  },
  'while it is executed': {
    async reach(rig, ask) {
      ask()
      await frame(rig)
      await rig.acknowledge()
      await reaches(rig, 'ACKNOWLEDGED')
      await rig.setOut()
      await reaches(rig, 'EXECUTING')
    },
    found: { status: 'EXECUTING', outcomeUnknown: false },
    frames: 1,
    then: 'is-proven',
  },
  'when it is proven': {
    async reach(rig, ask) {
      ask()
      await frame(rig)
      await rig.acknowledge()
      await rig.arrive()
      await reaches(rig, 'EXECUTED')
    },
    found: { status: 'EXECUTED', outcomeUnknown: false },
    frames: 1,
    then: 'is-proven',
  },
}

/** Long enough for a turn of the lane, a check of the deadlines and a reading. */
const SETTLE_MS = 1_000

async function proveKill(rig: Rig, { reach, found, frames, then }: Step): Promise<void> {
  await rig.connect()
  const input = { deviceId: rig.deviceId, code: 'OPEN', params: {}, idempotencyKey: `steps-${++keys}` }
  await reach(rig, () => void admin.answer('POST', sendCommand.path, input).catch(() => undefined))
  await server.kill()
  await rig.hangUp()
  expect(rig.frames(), 'frames of the first life').toBe(frames)
  await start()
  expect(await ledgerOf(rig)).toMatchObject([{ ...found, attempts: found.status === 'QUEUED' ? 0 : 1 }])

  await rig.connect()
  if (then === 'goes-on') await frame(rig)
  await pause(SETTLE_MS)
  const [command] = await ledgerOf(rig)
  const { attemptList, attempts } = command!
  expect(attemptList).toHaveLength(attempts)
  // A command that may have been sent is never sent again by itself; an unsent one is sent once.
  expect(rig.frames()).toBe(then === 'goes-on' ? 1 : frames)
  expect(attempts).toBe(1)
  expect(command!.status === 'EXECUTED', 'proven without a word of the device').toBe(found.status === 'EXECUTED')
  if (then === 'stays-open') return
  if (then === 'goes-on') await rig.acknowledge()
  await rig.arrive()
  await reaches(rig, 'EXECUTED')
  expect(rig.frames()).toBe(1)
}

const { 'while it is executed': _motion, ...OF_SWITCHES } = STEPS
/** A station with switches reports open or closed: it has no motion in which to be killed. */
const PROTOCOLS = [
  ['a station of SL 651', stationRig, OF_SWITCHES],
  ['a valve over MQTT', mqttRig, STEPS],
] as const

describe.each(PROTOCOLS)('a command for %s survives a kill', (_name, makeRig, steps) => {
  it.each(Object.entries(steps))('%s', async (_step, step) => {
    const rig = await makeRig()
    try {
      await proveKill(rig, step)
      const [command] = await ledgerOf(rig)
      expect(rig.frames(), 'frames against attempts').toBeLessThanOrEqual(command!.attemptList.length)
    } finally {
      await rig.end()
    }
  })
})
