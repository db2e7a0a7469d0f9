import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sl651Alarm, type Sl651Message, sl651StatusHex, type Sl651StatusBit } from '@sluice/codecs'
import { deviceFaults, latest } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type HeldStore, type HoldMode, openHeldStore } from '../src/platform/held-store.ts'
import {
  type ApiClient,
  connectStation,
  createClient,
  createTestDatabase,
  makeDevice,
  type ServerProcess,
  stampOf,
  startServerProcess,
  startTestCluster,
  type TestCluster,
  type TestDatabase,
  until,
} from '../src/index.ts'

const PASSWORD = 'heron-4-lantern'
/** Each restart of the server takes time; a test has up to four. */
const LIVES = { timeout: 300_000 }
const dataDir = mkdtempSync(join(tmpdir(), 'sluice-conditions-'))
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
afterEach(() => server?.kill())
afterAll(async () => {
  await store?.stop()
  await database?.drop()
  await cluster?.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** A statement as the database sees it, and how far it gets before the process is killed. */
type Moment = readonly [text: string, mode: HoldMode]

const STORE = 'as silence (code) where woken'
const STORED: Moment = [STORE, 'after']
const MOMENTS: readonly (readonly [string, Moment])[] = [
  ['before it is stored', [STORE, 'before']],
  ['when it is stored and nobody knows', STORED],
  ['before it is taken', ['delete from condition_outbox', 'before']],
  ['when it is taken and no fault yet', ['update fault f set condition_state', 'before']],
  ['when the fault is written and nobody knows', ['update fault f set condition_state', 'committed']],
]
const SILENCE: readonly (readonly [string, Moment])[] = [
  ['before it is marked', ["set status = 'OFFLINE', offline_cause = 'SELF'", 'before']],
  ['when it is marked and not told', ['select g.d, g.c, true, to_timestamp', 'before']],
  ['when it is marked and nobody knows', ['select g.d, g.c, true, to_timestamp', 'committed']],
  ['when it is taken and no fault yet', ['update fault f set condition_state', 'before']],
]

/** Kills the process at this moment of what `work` starts, and starts the next one. */
async function killAt([text, mode]: Moment, work: () => Promise<unknown>): Promise<void> {
  const met = store.hold(text, mode)
  await Promise.all([work(), met])
  await server.kill()
  await start()
}

async function registered() {
  const { id, stationAddress } = await makeDevice(admin, { reportIntervalS: 604_800 })
  const sent = { serial: 0 }
  const connect = () => connectStation({ port: server.sl651Port!, station: stationAddress })
  /** Sends a status word and does not wait for the answer. */
  async function begin(bits: Sl651StatusBit[]) {
    const station = await connect()
    const message = sl651Alarm(
      station.link,
      stampOf(++sent.serial, Date.now()),
      sl651StatusHex(['doorClosed', ...bits]),
    )
    const isAnswer = ({ serial }: Sl651Message) => serial === message.serial
    station.send(message)
    return {
      acknowledged: () => station.answers.some(isAnswer),
      answer: () => station.answer(isAnswer),
      async again() {
        const next = await connect()
        next.send(message)
        await next.answer(isAnswer)
        await next.end()
      },
    }
  }
  return { id, begin, say: async (bits: Sl651StatusBit[]) => (await begin(bits)).answer() }
}

const faultsOf = async (deviceId: string) =>
  (await admin.call(deviceFaults, { deviceId })).map(({ code, conditionState, count }) => [code, conditionState, count])

/** Waits for the state without any device reporting and without any call. */
async function becomes(deviceId: string, expected: unknown[]): Promise<void> {
  const stored = async () => {
    const { rows } = await database.db.query(
      'select code, condition_state, count from fault where device_id = $1 order by code /* unscoped:test */',
      [deviceId],
    )
    return JSON.stringify(rows.map(({ code, condition_state, count }) => [code, condition_state, count]))
  }
  await until(JSON.stringify(expected), async () => (await stored()) === JSON.stringify(expected))
  expect(await faultsOf(deviceId)).toEqual(expected)
  const { faults } = await admin.call(latest, { deviceId })
  const active = expected.filter((one) => (one as unknown[])[1] === 'ACTIVE').map((one) => (one as unknown[])[0])
  expect(faults.map(({ code }) => code)).toEqual(active)
}

describe('an alarm is one fault, whenever the process is killed', () => {
  it.each(MOMENTS)('%s', LIVES, async (_moment, moment) => {
    const { id, begin } = await registered()
    const sent: { report?: Awaited<ReturnType<typeof begin>> } = {}
    await killAt(moment, async () => (sent.report = await begin(['batteryLow'])))
    expect(sent.report!.acknowledged()).toBe(moment[0] !== STORE)
    if (moment[0] === STORE) await sent.report!.again()
    await becomes(id, [['P01', 'ACTIVE', 1]])
  })

  it.each(MOMENTS.filter(([, [, mode]]) => mode !== 'before'))(
    'and its end is its end: %s',
    LIVES,
    async (_moment, moment) => {
      const { id, say, begin } = await registered()
      await say(['batteryLow'])
      await becomes(id, [['P01', 'ACTIVE', 1]])
      await server.kill()
      await start()
      const sent: { report?: Awaited<ReturnType<typeof begin>> } = {}
      await killAt(moment, async () => (sent.report = await begin([])))
      expect(sent.report!.acknowledged()).toBe(moment[0] !== STORE)
      if (moment[0] === STORE) await sent.report!.again()
      await becomes(id, [['P01', 'CLEARED', 1]])
    },
  )
})

describe('a silence is one fault, whenever the process is killed', () => {
  it.each(SILENCE)('%s', LIVES, async (_moment, moment) => {
    const { id, say, begin } = await registered()
    await say([])
    await server.kill()
    await database.db.query(
      "update device_shadow set silent_after = now() - interval '1 minute' where device_id = $1 /* unscoped:test */",
      [id],
    )
    const met = store.hold(...moment)
    await start()
    await met
    await server.kill()
    await start()
    await becomes(id, [['C01', 'ACTIVE', 1]])
    expect((await admin.call(latest, { deviceId: id })).status).toBe('OFFLINE')
    // The report that ends the silence is stored, and the process killed.
    await killAt(STORED, () => begin([]))
    await becomes(id, [['C01', 'CLEARED', 1]])
    expect((await admin.call(latest, { deviceId: id })).status).toBe('ONLINE')
  })
})
