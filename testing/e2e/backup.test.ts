import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { deviceResource, getInfo, history } from '@sluice/contract'
import { createPasswordHashes } from '@sluice/server/src/modules/identity/credentials/password.ts'
import { openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { silentLog } from '@sluice/server/src/platform/log/log.ts'
import { migrate, migrationsFolder } from '@sluice/server/src/platform/db/migrate.ts'
import { temporaryFolder } from '@sluice/server/src/platform/postgres/sluice-process.fixture.ts'
import { startEmbeddedPostgres } from '@sluice/server/src/platform/postgres/supervisor.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { createClient } from '../src/platform/client.ts'
import { makeDevice } from '../src/field/devices.ts'
import { insertPastRows, PAST_USER } from '../src/platform/past-rows.ts'
import { bareEnvironment, type ServerProcess, startServerProcess } from '../src/programs/server-process.ts'

const run = promisify(execFile)
const program = (name: string) => fileURLToPath(new URL(`../../apps/server/src/entry/${name}.ts`, import.meta.url))
const started: ServerProcess[] = []

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await startServerProcess({ env: { PORT: '0', SLUICE_DEVICE_PORTS: '0', SLUICE_DATA: dataDir } })
  started.push(server)
  return server
}

/** Runs a command of the product as its own process; returns its output and exit code. */
async function command(name: 'backup' | 'restore', dataDir: string, ...args: string[]) {
  const env = bareEnvironment({ SLUICE_DATA: dataDir })
  return run(process.execPath, [program(name), ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout, stderr }),
    ({ code, stderr, stdout }: { code: number; stderr: string; stdout: string }) => ({
      code,
      said: stderr,
      stderr,
      stdout,
    }),
  )
}

afterAll(async () => {
  for (const server of started) if (server.child.exitCode === null) await server.kill()
})

describe('the disaster drill', () => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  const home = join(folder.path, 'data')
  const elsewhere = join(folder.path, 'elsewhere', 'data')
  let password = ''
  let backup = ''

  it('backs up beside a running server, and verifies the backup by restoring it', async () => {
    const server = await start(home)
    password = server.password!
    const admin = await createClient(server.url).signIn('admin', password)
    const { id } = await admin.call(getInfo)
    expect(id).toBeDefined()
    const answered = await command('backup', home)
    expect(answered).toMatchObject({ code: 0 })
    expect(answered.said).toMatch(/\d+ rows in .* MiB\. It was restored into a scratch database/)
    backup = /^(\S+\.tar):/.exec(answered.said)![1]!
    // The server was not disturbed.
    expect(await admin.call(getInfo)).toMatchObject({ username: 'admin' })
  })

  it('refuses to restore under a running server', async () => {
    const answered = await command('restore', home, backup, '--replace')
    expect(answered.code).toBe(1)
    expect(answered.said).toMatch(/^A Sluice \(process \d+\) uses the data folder .*: stop it first, then restore\.\n$/)
  })

  it('restores on another machine: same users, same keys, same sign-in', async () => {
    mkdirSync(elsewhere, { recursive: true })
    const answered = await command('restore', elsewhere, backup)
    expect(answered).toMatchObject({ code: 0 })
    expect(answered.said).toMatch(/^Restored as of .*: \d+ rows and \d+ files, compared table by table\.\n$/)
    expect(readFileSync(join(elsewhere, 'server.key'), 'utf8')).toBe(readFileSync(join(home, 'server.key'), 'utf8'))
    const server = await start(elsewhere)
    expect(server.password).toBeUndefined()
    await createClient(server.url).signIn('admin', password)
    await server.stop()
  })

  it('does not replace existing data unless told to, and then keeps a copy', async () => {
    for (const server of started) if (server.child.exitCode === null) await server.stop()
    const refused = await command('restore', home, backup)
    expect(refused.code).toBe(1)
    expect(refused.said).toContain('or add --replace, which first writes a safety copy of it.')

    const replaced = await command('restore', home, backup, '--replace')
    expect(replaced).toMatchObject({ code: 0 })
    const copy = /What was there before is in (\S+\.tar)\./.exec(replaced.said)![1]!
    // The copy can be restored like any backup.
    const third = join(folder.path, 'third')
    mkdirSync(third)
    expect(await command('restore', third, copy)).toMatchObject({ code: 0 })
    const server = await start(home)
    await createClient(server.url).signIn('admin', password)
    await server.stop()
  })

  it('prints its usage when called wrongly', async () => {
    expect((await command('restore', home)).said).toContain('npm run restore -- FILE [--replace]')
    expect((await command('backup', home, '--keep', '0')).said).toContain('npm run backup')
    expect((await command('restore', home, 'no-such-file')).said).toMatch(/there is no such file\.\n$/)
  })
})

describe('an upgrade', () => {
  const folder = temporaryFolder()
  afterAll(() => folder.remove())
  const names = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const newest = names.at(-1)!

  /** A data folder of the version before the newest migration. */
  async function writePast(dataDir: string): Promise<void> {
    const old = join(folder.path, 'migrations')
    mkdirSync(old, { recursive: true })
    for (const name of names.slice(0, -1)) copyFileSync(join(migrationsFolder, name), join(old, name))
    const server = await startEmbeddedPostgres({ dataDir, log: silentLog, durable: false })
    try {
      const db = await openDatabase({ address: server.address, log: silentLog, poolSize: 2 })
      try {
        expect(await migrate(db, old)).toEqual(names.slice(0, -1))
        await insertPastRows(db, await createPasswordHashes().hash(PAST_USER.password))
      } finally {
        await db.close()
      }
    } finally {
      await server.stop()
      rmSync(old, { recursive: true })
    }
  }

  it('starts on a data folder of the previous version: everything is there, and works', async () => {
    const dataDir = join(folder.path, 'data')
    await writePast(dataDir)
    const server = await start(dataDir)
    expect(server.password).toBeUndefined()
    const admin = await createClient(server.url).signIn(PAST_USER.username, PAST_USER.password)
    const { list, total } = await admin.page(deviceResource, { keyword: 'past-', limit: 100 })
    expect(total).toBe(20)
    const curve = await admin.call(history, {
      deviceId: list[0]!.id,
      keys: 'opening',
      startTime: '2026-01-02T00:00:00.000Z',
      endTime: '2026-01-02T02:00:00.000Z',
      bucket: 'RAW',
    })
    expect(curve.series['opening']).toHaveLength(50)
    await makeDevice(admin, {})
    await server.stop()
  })

  it('restores a backup of the previous version and upgrades it', async () => {
    const dataDir = join(folder.path, 'past')
    await writePast(dataDir)
    const file = join(folder.path, 'past.tar')
    expect(await command('backup', dataDir, file)).toMatchObject({ code: 0 })
    const target = join(folder.path, 'present')
    mkdirSync(target)
    const answered = await command('restore', target, file)
    expect(answered.said).toContain(`Then brought up to this Sluice: ${newest}.`)
    const server = await start(target)
    const admin = await createClient(server.url).signIn(PAST_USER.username, PAST_USER.password)
    expect((await admin.page(deviceResource, { keyword: 'past-' })).total).toBe(20)
    await server.stop()
  })
})
