import { execFile } from 'node:child_process'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deviceResource, getInfo, latest } from '@sluice/contract'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../src/platform/client.ts'
import { createTestDatabase, startTestCluster, type TestCluster, type TestDatabase } from '../src/platform/database.ts'
import { makeDevice } from '../src/field/devices.ts'
import { openLive } from '../src/field/live.ts'
import { bareEnvironment, type ServerProcess, startServerProcess } from '../src/programs/server-process.ts'
import { connectStation } from '../src/field/station.ts'
import { until } from '../src/platform/wait.ts'

const adminProgram = fileURLToPath(new URL('../../apps/server/src/entry/admin.ts', import.meta.url))
const run = promisify(execFile)
const started: ServerProcess[] = []

async function start(env: Record<string, string>): Promise<ServerProcess> {
  const server = await startServerProcess({ env: { PORT: '0', SLUICE_DEVICE_PORTS: '0', ...env } })
  started.push(server)
  return server
}

afterAll(async () => {
  for (const server of started) if (server.child.exitCode === null) await server.kill()
})

describe('a first start, with the embedded database', () => {
  const folder = temporaryFolder()
  const env = { SLUICE_DATA: join(folder.path, 'data') }
  afterAll(() => folder.remove())

  it('prints one line with the address and, once, the password; the next start prints none', async () => {
    const first = await start(env)
    expect(first.line).toMatch(/^Sluice is ready at http:\/\/127\.0\.0\.1:\d+, SL651 devices on port \d+/)
    expect(first.line).not.toContain('\n')
    expect(first.password).toMatch(/^[A-Za-z0-9]{16}$/)
    const admin = await createClient(first.url).signIn('admin', first.password!)
    expect(await admin.call(getInfo)).toMatchObject({ username: 'admin', mustChangePwd: true })
    expect(await first.stop()).toBe(0)
    expect(first.log()).not.toContain(first.password)

    const second = await start(env)
    expect(second.password).toBeUndefined()
    expect(second.line).not.toContain('sign in as')
    await createClient(second.url).signIn('admin', first.password!)
    await second.stop()
  })

  it('resets a forgotten password from the command line, beside a running server and without one', async () => {
    const reset = async (name: string) => {
      const { stdout } = await run(process.execPath, [adminProgram, 'reset-password', name], {
        env: bareEnvironment(env),
      })
      return /password of admin is (\S+)\n$/.exec(stdout)?.[1] ?? stdout
    }
    const alone = await reset('admin')
    const server = await start(env)
    await createClient(server.url).signIn('admin', alone)
    const beside = await reset('admin')
    expect(beside).not.toBe(alone)
    await expect(createClient(server.url).signIn('admin', alone)).rejects.toMatchObject({ code: 401 })
    const admin = await createClient(server.url).signIn('admin', beside)
    expect(await admin.call(getInfo)).toMatchObject({ mustChangePwd: true })
    const nobody = await reset('nobody').catch((error: { code: number; stderr: string }) => error)
    expect(nobody).toMatchObject({ code: 1, stderr: 'There is no user "nobody".\n' })
    const nothing = await run(process.execPath, [adminProgram], { env: bareEnvironment(env) }).catch(
      (error: { code: number; stderr: string }) => error,
    )
    expect(nothing).toMatchObject({ code: 1, stderr: expect.stringContaining('reset-password NAME') })
    expect(await server.stop()).toBe(0)
  })

  it('refuses a second server on the same data folder with one sentence', async () => {
    const server = await start(env)
    const second = await startServerProcess({ env: { PORT: '0', SLUICE_DEVICE_PORTS: '0', ...env } }).catch(
      (error) => error,
    )
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect((second as { stderr: string }).stderr).toContain(String(server.pid))
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.stop()
  })
})

describe('a start on a database of the operator', () => {
  let cluster: TestCluster
  let database: TestDatabase
  const env: Record<string, string> = { SLUICE_ADMIN_PASSWORD: 'kestrel-7-orbit' }

  beforeAll(async () => {
    cluster = await startTestCluster()
    database = await createTestDatabase()
    env['DATABASE_URL'] = database.url
  })
  afterAll(async () => {
    for (const server of started) if (server.child.exitCode === null) await server.kill()
    await database?.drop()
    await cluster?.stop()
  })

  it('takes the administrator’s password from the environment and does not print it', async () => {
    const server = await start(env)
    expect(server.password).toBeUndefined()
    expect(server.line).not.toContain('kestrel-7-orbit')
    const admin = await createClient(server.url).signIn('admin', 'kestrel-7-orbit')
    expect(await admin.call(getInfo)).toMatchObject({ mustChangePwd: false })
    await server.stop()
    // It sets the first password, and cannot change it later.
    const again = await start({ ...env, SLUICE_ADMIN_PASSWORD: 'passw0rd-two' })
    await expect(createClient(again.url).signIn('admin', 'passw0rd-two')).rejects.toMatchObject({ code: 401 })
    await again.stop()
  })

  it('answers probes and metrics without a sign-in', async () => {
    const server = await start(env)
    const health = await fetch(`${server.url}/healthz`)
    expect([health.status, await health.json()]).toEqual([200, { alive: true }])
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([
      200,
      { ready: true, checks: { database: true, ingest: true } },
    ])
    const metrics = await (await fetch(`${server.url}/metrics`)).text()
    expect(metrics).toMatch(/^sluice_store_up 1$/m)
    expect(metrics).toMatch(/^sluice_device_connections 0$/m)
    expect(metrics).toMatch(/^sluice_ingest_backlog 0$/m)
    expect(metrics).toMatch(/^# TYPE sluice_process_resident_memory_bytes gauge$/m)
    await server.stop()
  })

  it('uses a free port when the default port is taken, and says so', async () => {
    const holders = [8080, 7651].map((port) => holding(port))
    await Promise.all(holders.map(({ ready }) => ready))
    const server = await startServerProcess({ env })
    started.push(server)
    expect(server.line).toMatch(
      /ready at http:\/\/127\.0\.0\.1:\d+ \(8080 is taken\), SL651 devices on port \d+ \(7651 is taken\)/,
    )
    expect([server.port, server.sl651Port]).not.toContain(8080)
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    await server.stop()
    for (const { server: holder } of holders) holder.close()
  })

  it('opens no device listener when told so', async () => {
    const server = await start({ ...env, SLUICE_DEVICE_PORTS: 'off' })
    expect(server.line).toContain('no device listener')
    await server.stop()
  })

  it('SIGTERM drains: reports are stored, all connections are closed, and it ends with 0', async () => {
    const server = await start(env)
    const admin = await createClient(server.url).signIn('admin', 'kestrel-7-orbit')
    const { id, stationAddress } = await makeDevice(admin)
    const station = await connectStation({ port: server.sl651Port!, station: stationAddress })
    await station.report(1, { 39: 1 })
    const live = await openLive(server.url, admin.visitor)
    await admin.page(deviceResource)
    const stopping = server.stop()
    await station.whenClosed()
    await until('the live socket to close', () => live.closeCode !== undefined)
    expect(await stopping).toBe(0)
    expect(live.closeCode).toBe(1012)

    const again = await start(env)
    const back = await createClient(again.url).signIn('admin', 'kestrel-7-orbit')
    expect((await back.call(latest, { deviceId: id })).values['level']).toMatchObject({ v: 1 })
    await again.stop()
  })
})

/** Holds a port, or leaves it to the process that already has it. */
function holding(port: number): { server: Server; ready: Promise<void> } {
  const server = createServer()
  const ready = new Promise<void>((resolve) => {
    server.once('error', () => resolve())
    server.listen(port, '127.0.0.1', () => resolve())
  })
  return { server, ready }
}
