import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sl651Alarm, sl651StatusHex } from '@sluice/codecs'
import { deviceFaults } from '@sluice/contract'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openBell } from '../src/browser/bell.ts'
import { type HeldStore, openHeldStore } from '../src/platform/held-store.ts'
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
const LIVES = { timeout: 300_000 }
/** Longer than notifications are merged. */
const QUIET_MS = 4_000
/** Another process takes over within this time. */
const TAKEN_OVER_MS = 15_000
const folders: string[] = []
const running: ServerProcess[] = []
let cluster: TestCluster
let database: TestDatabase
let store: HeldStore

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await createTestDatabase()
  store = await openHeldStore(database)
})
afterEach(async () => {
  for (const server of running.splice(0)) await server.kill()
})
afterAll(async () => {
  await store?.stop()
  await database?.drop()
  await cluster?.stop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

async function start(url: string): Promise<{ server: ServerProcess; admin: ApiClient }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-told-'))
  folders.push(dataDir)
  const env = { PORT: '0', SLUICE_DATA: dataDir, SLUICE_DEVICE_PORTS: '0', SLUICE_ADMIN_PASSWORD: PASSWORD }
  const server = await startServerProcess({ env: { ...env, DATABASE_URL: url } })
  running.push(server)
  return { server, admin: await createClient(server.url).signIn('admin', PASSWORD) }
}

async function alarm({ server, admin }: { server: ServerProcess; admin: ApiClient }) {
  const { id, stationAddress } = await makeDevice(admin, { reportIntervalS: 604_800 })
  const station = await connectStation({ port: server.sl651Port!, station: stationAddress })
  const bits = sl651StatusHex(['doorClosed', 'batteryLow'])
  return { id, send: () => station.send(sl651Alarm(station.link, stampOf(1, Date.now()), bits)) }
}

async function eventsOf(deviceId: string) {
  const { rows } = await database.db.query<{ name: string; delivered: boolean }>(
    "select name, delivered_at is not null as delivered from outbox where fact->>'deviceId' = $1 order by id",
    [deviceId],
  )
  return rows.map(({ name, delivered }) => `${name} ${delivered ? 'delivered' : 'waits'}`)
}

describe('a fault whose process is killed after it is stored and before it is notified', () => {
  it('is notified once after the next start', LIVES, async () => {
    const first = await start(store.url)
    const { id, send } = await alarm(first)
    // From here on this process delivers nothing.
    await store.hold('for update of o skip locked', 'before')
    send()
    await until('the fault', async () => (await eventsOf(id)).length > 0)
    expect(await eventsOf(id)).toEqual(['fault.raised waits'])
    await first.server.kill()
    const { admin } = await start(store.url)
    await until('its telling', async () => (await eventsOf(id))[0] === 'fault.raised delivered', TAKEN_OVER_MS)
    expect(await eventsOf(id)).toHaveLength(1)
    expect(await admin.call(deviceFaults, { deviceId: id })).toMatchObject([{ conditionState: 'ACTIVE', count: 1 }])
  })

  it('is notified once by the other process', LIVES, async () => {
    const [first, second] = [await start(store.url), await start(database.url)]
    const bell = openBell(second.server.url, '1', second.admin)
    expect(await bell.opened).toBe(101)
    const { id, send } = await alarm(first)
    const met = store.hold('update fault f set condition_state', 'committed')
    send()
    await met
    await first.server.kill()
    const begun = () => bell.heard.filter(({ message }) => message !== '')
    await until('the bell', () => begun().length > 0, TAKEN_OVER_MS)
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    expect(begun()).toHaveLength(1)
    expect(await eventsOf(id)).toEqual(['fault.raised delivered'])
    expect(await second.admin.call(deviceFaults, { deviceId: id })).toMatchObject([{ count: 1 }])
    bell.socket.close()
  })
})
