import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  beginHistoryImport,
  finishHistoryImport,
  getHistoryImport,
  type HistoryImport,
  sendHistoryRows,
} from '@sluice/contract'
import { openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { runningPostgres } from '@sluice/server/src/platform/db/running-postgres.ts'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { afterAll, expect, test } from 'vitest'
import { type ApiClient, ApiFailure, createClient } from '../src/platform/client.ts'
import { makeDevice } from '../src/field/devices.ts'
import { type ServerProcess, startServerProcess } from '../src/programs/server-process.ts'
import { pause } from '../src/platform/wait.ts'

const KILLS = 6
const DEVICES = 40
const DAYS = 60
const HOURS = 24
const PASSWORD = 'kestrel-7-orbit'
const HOUR = 3_600_000
const DAY = HOURS * HOUR
const now = Math.floor(Date.now() / HOUR) * HOUR
const fromTime = now - DAYS * DAY

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

const signIn = () => createClient(running.server!.url).signIn('admin', PASSWORD)

/** PostgreSQL dies with the machine, not with our process: every other time it is killed too. */
function killPostgres(): void {
  const pidFile = join(folder.path, 'data/postgres/data/postmaster.pid')
  process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGKILL')
}

/** The counter of device `n` until the hour: different for every device and hour; its meter is replaced at one noon. */
const REPLACED_AT = 10 * HOURS + 12
const totalOf = (n: number, hour: number) => (hour < REPLACED_AT ? 50_000 : 0) + 1_000 * n + hour

function dayOf(devices: readonly string[], day: number) {
  return devices.map((deviceId, n) => {
    const hours = Array.from({ length: HOURS }, (_, hour) => day * HOURS + hour)
    const times = hours.map((hour) => (fromTime + hour * HOUR) / 1000)
    return { deviceId, times, columns: { rainTotal: hours.map((hour) => totalOf(n, hour)), level: hours.map(() => n) } }
  })
}

/**
 * Sends the newest day first, continuing where the platform says, until everything is sent or the connection breaks.
 */
async function sendOn(admin: ApiClient, devices: readonly string[], sent: { batches: number }): Promise<HistoryImport> {
  let run = await admin.call(beginHistoryImport, {
    name: 'a county',
    program: 'test',
    fromTime: new Date(fromTime).toISOString(),
    toTime: new Date(now).toISOString(),
    expected: DEVICES * DAYS * HOURS,
  })
  const first = run.cursor === null ? DAYS - 1 : Number(run.cursor) - 1
  for (let day = first; day >= 0; day--) {
    const batch = { id: run.id, after: run.cursor, cursor: String(day), devices: dayOf(devices, day) }
    run = await admin.call(sendHistoryRows, batch)
    sent.batches++
  }
  return run
}

test(`kill -9 in mid-import, ${KILLS} times: it continues where it was, every report is stored and counted once`, async () => {
  await start()
  let admin = await signIn()
  const devices: string[] = []
  for (let n = 0; n < DEVICES; n++) devices.push((await makeDevice(admin, { productNo: 'SL651-LEVEL' })).id)
  const sent = { batches: 0 }
  let broken = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const before = sent.batches
    const sending = sendOn(admin, devices, sent).catch((error: unknown) => {
      // The platform never refuses; only its connection broke.
      if (error instanceof ApiFailure) throw error
      broken++
    })
    // Somewhere within a batch, at another place each time.
    while (sent.batches < before + 3 && sent.batches < DAYS - 1) await pause(1)
    await pause((kill * 7) % 40)
    const killed = running.server!.kill()
    if (kill % 2 === 1) killPostgres()
    await killed
    await sending
    await start()
    admin = await signIn()
  }
  expect(broken).toBeGreaterThan(0)
  const { id } = await sendOn(admin, devices, sent)
  await admin.call(finishHistoryImport, { id })
  const run = await admin.call(getHistoryImport, { id })
  expect(run).toMatchObject({ status: 'DONE', done: DEVICES * DAYS * HOURS, rejected: {}, cursor: '0' })

  const address = await runningPostgres(join(folder.path, 'data'))
  const db = await openDatabase({ address: address!, log: silentLog, poolSize: 1 })
  const { rows } = await db.query<{ id: string; points: number; right: number; resets: number; states: number }>(
    `select d.id, count(*)::int as points,
       count(*) filter (where (t.readings->>'rainTotal')::int = 1000 * (t.readings->>'level')::int
         + x.hour + case when x.hour < $2 then 50000 else 0 end)::int as "right",
       (select count(*)::int from device_event e where e.device_id = d.id and e.code = 'METER_RESET') as resets,
       (select count(*)::int from device_shadow s where s.device_id = d.id) as states
     from device d join telemetry t on t.device_id = d.id
     cross join lateral (select round(extract(epoch from t.ts) * 1000 - $1::float8)::bigint / 3600000 as hour) x
     group by d.id order by d.id /* unscoped:test */`,
    [fromTime, REPLACED_AT],
  )
  await db.close()
  expect(rows.map((row) => row.id).sort()).toEqual([...devices].sort())
  for (const { points, right, states } of rows) expect([points, right, states]).toEqual([DAYS * HOURS, DAYS * HOURS, 0])
  expect(rows.map(({ resets }) => resets)).toEqual(rows.map(() => 1))
  expect(await running.server!.stop()).toBe(0)
}, 600_000)
