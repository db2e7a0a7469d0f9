import { join } from 'node:path'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { deviceResource, kickSession, onlineSessionPage } from '@sluice/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN_PASSWORD } from '../src/platform/api.ts'
import { createClient } from '../src/platform/client.ts'
import { createTestDatabase, startTestCluster, type TestCluster, type TestDatabase } from '../src/platform/database.ts'
import { type ServerProcess, startServerProcess } from '../src/programs/server-process.ts'
import { until } from '../src/platform/wait.ts'

/** Devices of the smallest demo that has every kind. */
const DEVICES = 49
const folder = temporaryFolder()
let cluster: TestCluster
let database: TestDatabase
let server: ServerProcess | undefined

beforeAll(async () => {
  cluster = await startTestCluster()
  database = await createTestDatabase()
})
afterAll(async () => {
  await server?.stop()
  await database?.drop()
  await cluster?.stop()
  await folder.remove()
})

it('a demo whose session ends during the provisioning gets another, and the county is complete', async () => {
  server = await startServerProcess({
    env: {
      DATABASE_URL: database.url,
      SLUICE_DATA: join(folder.path, 'data'),
      SLUICE_ADMIN_PASSWORD: ADMIN_PASSWORD,
      PORT: '0',
      SLUICE_DEVICE_PORTS: '0',
      SLUICE_DEMO_STATIONS: '11',
      SLUICE_DEMO_HISTORY_DAYS: '0',
    },
    args: ['--demo'],
  })
  const admin = await createClient(server.url).signIn('admin', ADMIN_PASSWORD)
  const demoSession = async () =>
    (await admin.call(onlineSessionPage, {})).list.find(({ platform }) => platform === 'demo')?.id ?? ''
  // So does changing the administrator's password, the first thing a new user must do.
  const first = await demoSession()
  await admin.call(kickSession, { id: first })
  await until(
    'every device online',
    async () => {
      const { list, total } = await admin.page(deviceResource, { limit: 100 })
      return total === DEVICES && list.every((row) => row['status'] === 'ONLINE')
    },
    120_000,
  )
  expect([first, '']).not.toContain(await demoSession())
}, 240_000)
