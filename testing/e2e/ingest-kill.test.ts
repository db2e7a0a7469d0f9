import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { runningPostgres } from '@sluice/server/src/platform/db/running-postgres.ts'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { afterAll, expect, test } from 'vitest'
import { createClient } from '../src/platform/client.ts'
import { makeDevice } from '../src/field/devices.ts'
import { type ServerProcess, startServerProcess } from '../src/programs/server-process.ts'
import { pause, until } from '../src/platform/wait.ts'
import { startIngestLoad } from './ingest-load.ts'

const KILLS = 10
const STATIONS = 30
const PASSWORD = 'kestrel-7-orbit'
const DAY = 86_400_000

const folder = temporaryFolder()
const running: { server?: ServerProcess } = {}
afterAll(async () => {
  await running.server?.kill()
  await folder.remove()
})

async function start(): Promise<ServerProcess> {
  const env = {
    SLUICE_DATA: join(folder.path, 'data'),
    PORT: '0',
    SLUICE_DEVICE_PORTS: '0',
    SLUICE_ADMIN_PASSWORD: PASSWORD,
  }
  running.server = await startServerProcess({ env })
  return running.server
}

/** PostgreSQL dies with the machine, not with our process: every other time it is killed too. */
function killPostgres(): void {
  const pidFile = join(folder.path, 'data/postgres/data/postmaster.pid')
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
}

async function openStore(): Promise<Database> {
  const address = await runningPostgres(join(folder.path, 'data'))
  if (!address) throw new Error('PostgreSQL does not run')
  return openDatabase({ address, log: silentLog, poolSize: 1 })
}

test(`kill -9 in mid-ingest, ${KILLS} times: every acknowledged report is stored, once`, async () => {
  let server = await start()
  const admin = await createClient(server.url).signIn('admin', PASSWORD)
  const devices = []
  for (let n = 0; n < STATIONS; n++) devices.push(await makeDevice(admin))
  const startAt = Date.now() - 20 * DAY
  const where = { port: server.sl651Port }
  const load = startIngestLoad(
    devices.map(({ stationAddress }) => stationAddress),
    () => where.port,
    startAt,
  )
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const before = load.total()
      await until('some reports', () => load.total() > before + 5 * STATIONS)
      // Somewhere within the next batch, at another place each time.
      await pause((kill * 37) % 100)
      where.port = undefined
      const killed = server.kill()
      if (kill % 2 === 1) killPostgres()
      await killed
      server = await start()
      where.port = server.sl651Port
    }
    await load.finish(60_000)
  } finally {
    load.stop()
  }

  const db = await openStore()
  const { rows: stored } = await db.query<{ address: string; serials: number[]; doubled: number; points: number }>(
    `select d.station_address as address,
       array(select (m.identity & 65535)::int from device_message m where m.device_id = d.id and m.result = 'OK'
         order by 1) as serials,
       (select count(*)::int from (select identity from device_message m where m.device_id = d.id and m.result = 'OK'
         group by identity having count(*) > 1) x) as doubled,
       (select count(*)::int from telemetry t where t.device_id = d.id) as points
     from device d /* unscoped:test */`,
  )
  await db.close()
  expect(stored).toHaveLength(STATIONS)
  for (const { address, serials, doubled, points } of stored) {
    const sent = Array.from({ length: load.sent(address) }, (_, n) => n + 1)
    expect([address, doubled]).toEqual([address, 0])
    expect([...(load.acknowledged.get(address) ?? [])].sort((a, b) => a - b)).toEqual(sent)
    expect(serials).toEqual(sent)
    expect(points).toBe(sent.length)
  }
  expect(load.total()).toBeGreaterThan(KILLS * 5 * STATIONS)
  expect(await server.stop()).toBe(0)
}, 600_000)
