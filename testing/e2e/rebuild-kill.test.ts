import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Database, openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { runningPostgres } from '@sluice/server/src/platform/db/running-postgres.ts'
import { afterAll, expect, test } from 'vitest'
import { createClient } from '../src/platform/client.ts'
import { makeDevice } from '../src/field/devices.ts'
import { bareEnvironment, type ServerProcess, startServerProcess } from '../src/programs/server-process.ts'
import { until } from '../src/platform/wait.ts'

const HOUR = 3_600_000
const HOURS = 28 * 24
const DEVICES = 10
const run = promisify(execFile)
const adminProgram = fileURLToPath(new URL('../../apps/server/src/entry/admin.ts', import.meta.url))
const folder = temporaryFolder()
const env = { SLUICE_DATA: join(folder.path, 'data'), SLUICE_ADMIN_PASSWORD: 'kestrel-7-orbit' }
const open: { server?: ServerProcess; db?: Database } = {}
afterAll(async () => {
  await open.db?.close()
  await open.server?.kill()
  await folder.remove()
})

const rebuild = (...given: string[]) =>
  run(process.execPath, [adminProgram, 'rebuild-rollups', ...given], { env: bareEnvironment(env) })

/** The stored rollups of hours and days: their number, their reports and their counts; and the reports themselves. */
async function counted(db: Database): Promise<Record<string, unknown>> {
  const sums = (key: string) =>
    `sum(coalesce((stats->'totalVolume'->>'${key}')::float8, ${
      key === 'count' ? '1' : "(stats->'totalVolume'->>1)::float8"
    }))::int`
  const { rows } = await db.query(
    `select (select count(*) from telemetry)::int as reports,
       (select ${sums('count')} from telemetry_hour) as in_hours, (select ${sums('count')} from telemetry_day) as in_days,
       (select ${sums('delta')} from telemetry_hour) as of_hours, (select ${sums('delta')} from telemetry_day) as of_days
     /* unscoped:test */`,
  )
  return rows[0]!
}

test('wrong rollups are rebuilt beside a running server by a command that may be killed', async () => {
  const server = await startServerProcess({ env: { PORT: '0', SLUICE_DEVICE_PORTS: '0', ...env } })
  open.server = server
  const admin = await createClient(server.url).signIn('admin', 'kestrel-7-orbit')
  const devices: string[] = []
  for (let n = 0; n < DEVICES; n++) devices.push((await makeDevice(admin, { productNo: 'SL651-LEVEL' })).id)
  const db = await openDatabase({ address: (await runningPostgres(env.SLUICE_DATA))!, log: silentLog, poolSize: 2 })
  open.db = db
  // Reports whose rollup marks were lost: each counts one more than the previous one.
  const first = Math.floor(Date.now() / HOUR) * HOUR - (HOURS + 2) * HOUR
  await db.query(
    `insert into telemetry (device_id, ts, readings)
     select d, to_timestamp($2::float8 / 1000) + n * interval '1 hour', jsonb_build_object('totalVolume', n)
     from unnest($1::bigint[]) d, generate_series(0, $3::int - 1) n /* unscoped:test */`,
    [`{${devices.join(',')}}`, first, HOURS],
  )

  const killed = spawn(process.execPath, [adminProgram, 'rebuild-rollups'], { env: bareEnvironment(env) })
  await until('the first week to be made', async () => {
    const { rows } = await db.query('select from rollup_rebuild where hours_changed > 0')
    return rows.length > 0
  })
  killed.kill('SIGKILL')
  await once(killed, 'exit')

  const { stdout } = await rebuild()
  const [, hours, days] = /wrong: (\d+) hours, (\d+) days\. It went on where/.exec(stdout) ?? []
  expect(Number(hours)).toBe(DEVICES * HOURS)
  const { rows } = await db.query<{ days: number }>(
    'select count(*)::int as days from telemetry_day /* unscoped:test */',
  )
  expect(Number(days)).toBe(rows[0]?.days)
  const reports = DEVICES * HOURS
  const ofThem = DEVICES * (HOURS - 1)
  const all = { reports, in_hours: reports, in_days: reports, of_hours: ofThem, of_days: ofThem }
  expect(await counted(db)).toEqual(all)
  expect((await rebuild()).stdout).toBe('Made anew because they were wrong: 0 hours, 0 days.\n')

  await db.query(
    `update telemetry_hour set stats = '{}' where device_id = $1 and bucket = to_timestamp($2::float8 / 1000)
     /* unscoped:test */`,
    [devices[3], first + 5 * HOUR],
  )
  expect((await rebuild(devices[2]!)).stdout).toMatch(/: 0 hours, 0 days\.$/m)
  expect((await rebuild(devices[3]!)).stdout).toMatch(/: 1 hour, 0 days\.$/m)
  expect(await counted(db)).toEqual(all)
  const wrong = await rebuild('no-such-meter').catch((error: { code: number; stderr: string }) => error)
  expect(wrong).toMatchObject({ code: 1, stderr: 'There is no device "no-such-meter".\n' })
  const never = await rebuild('2026-13-01').catch((error: { code: number; stderr: string }) => error)
  expect(never).toMatchObject({ code: 1, stderr: '"2026-13-01" is no day like 2025-12-31.\n' })
  expect(await server.stop()).toBe(0)
})
