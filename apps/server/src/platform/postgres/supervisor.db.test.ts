import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../../../testing/src/platform/wait.ts'
import { StartupError } from '../startup-error.ts'
import { readPostmasterFile } from './orphan.ts'
import { isRunning, processesIn, signal, waitGone } from './process-table.ts'
import { quick, quiet, speak, startSluice, temporaryFolder } from './sluice-process.fixture.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts'

/** Made once: each test that is not about the first start begins with a copy. */
const made = temporaryFolder()
let folder: ReturnType<typeof temporaryFolder>
let running: EmbeddedPostgres[] = []

beforeAll(async () => {
  await (await startEmbeddedPostgres({ dataDir: made.path, log: quiet, ...quick })).stop()
})

afterAll(() => made.remove())

beforeEach(() => {
  folder = temporaryFolder()
})

afterEach(async () => {
  for (const postgres of running) await postgres.stop()
  running = []
  await folder.remove()
})

async function start(options: { dataDir?: string } = {}): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, log: quiet, ...quick, ...options })
  running.push(postgres)
  return postgres
}

function useMadeCluster(): void {
  cpSync(join(made.path, 'postgres'), join(folder.path, 'postgres'), {
    recursive: true,
    filter: (path) => basename(path) !== 'run',
  })
}

const data = () => join(folder.path, 'postgres', 'data')
const serverPid = () => readPostmasterFile(data())?.pid ?? 0

async function refusal(): Promise<string> {
  const reason: unknown = await start().catch((error: unknown) => error)
  expect(reason).toBeInstanceOf(StartupError)
  return reason instanceof Error ? reason.message : ''
}

describe('the embedded PostgreSQL', () => {
  it('keeps rows from one start to the next', async () => {
    const first = await start()
    await speak(first.address, (db) => db.query('create table kept as select 7 as n'))
    await first.stop()
    const second = await start()
    const { rows } = await speak(second.address, (db) => db.query('select n from kept'))
    expect(rows).toEqual([{ n: 7 }])
  })

  it('is made the way stored text and times need it', async () => {
    const postgres = await start()
    const { rows } = await speak(postgres.address, (db) =>
      db.query(`select current_setting('server_encoding') as encoding, current_setting('timezone') as zone,
        current_setting('jit') as jit, current_setting('full_page_writes') as pages,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
        upper('é') as upper, 'a' > 'Z' as by_code_point`),
    )
    expect(rows).toEqual([
      {
        encoding: 'UTF8',
        zone: 'UTC',
        jit: 'off',
        pages: 'on',
        fsync: 'on',
        commit: 'on',
        upper: 'É',
        by_code_point: true,
      },
    ])
  })

  it('gives the product a role that is no superuser, and lets nobody in without the password', async () => {
    useMadeCluster()
    const postgres = await start()
    const { rows } = await speak(postgres.address, (db) =>
      db.query('select current_user as name, rolsuper from pg_roles where rolname = current_user'),
    )
    expect(rows).toEqual([{ name: 'sluice', rolsuper: false }])
    await expect(speak({ ...postgres.address, password: 'guess' }, async () => 0)).rejects.toThrow('password is wrong')
  })

  it('keeps its passwords in one private file and leaves none behind', async () => {
    const postgres = await start()
    const files = readdirSync(join(folder.path, 'postgres'), { recursive: true, withFileTypes: true })
    const holding = files
      .filter((file) => file.isFile())
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => readFileSync(path, 'latin1').includes(postgres.adminAddress.password))
    expect(holding).toEqual([join(folder.path, 'postgres', 'credentials.json')])
    expect(statSync(holding[0] ?? '').mode & 0o777).toBe(0o600)
    expect(statSync(join(folder.path, 'postgres')).mode & 0o777).toBe(0o700)
    expect(readFileSync(`/proc/${serverPid()}/cmdline`, 'latin1')).not.toContain(postgres.adminAddress.password)
    expect(readFileSync(`/proc/${serverPid()}/environ`, 'latin1')).not.toContain('DATABASE_URL')
  })

  it('runs in a session of its own, so that Ctrl-C does not reach it before us', async () => {
    useMadeCluster()
    await start()
    const stat = readFileSync(`/proc/${serverPid()}/stat`, 'latin1')
    expect(Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[3])).toBe(serverPid())
  })

  it('leaves no process and no lock after stop, however often that is called', async () => {
    useMadeCluster()
    const postgres = await start()
    const pid = serverPid()
    await Promise.all([postgres.stop(), postgres.stop()])
    await postgres.stop()
    expect(isRunning(pid)).toBe(false)
    expect(processesIn(data())).toEqual([])
    expect(existsSync(join(folder.path, 'sluice.lock'))).toBe(false)
    expect(existsSync(join(data(), 'postmaster.pid'))).toBe(false)
  })

  it('listens on a TCP port of its own where the path is too long for a socket', async () => {
    const dataDir = join(folder.path, 'x'.repeat(100))
    const postgres = await start({ dataDir })
    expect(postgres.address.host).toBe('127.0.0.1')
    const { rows } = await speak(postgres.address, (db) => db.query('select 1 as one'))
    expect(rows).toEqual([{ one: 1 }])
    await postgres.stop()
  })

  it('can live in a folder with spaces, quotes, commas and Chinese letters', async () => {
    const postgres = await start({ dataDir: join(folder.path, `a "b", c'd 云阀`) })
    const { rows } = await speak(postgres.address, (db) => db.query('select 1 as one'))
    expect(rows).toEqual([{ one: 1 }])
    expect(postgres.address.host).toContain('云阀')
    await postgres.stop()
  })
})

describe('when the server dies under Sluice', () => {
  it('is started again, tells so, and has every committed row', async () => {
    useMadeCluster()
    const postgres = await start()
    const told: string[] = []
    postgres.onDown(() => told.push('down'))
    const up = new Promise<void>((resolve) => postgres.onUp(resolve))
    await speak(postgres.address, (db) => db.query('create table kept as select 7 as n'))
    signal(serverPid(), 'SIGKILL')
    await up
    expect(told).toEqual(['down'])
    const { rows } = await speak(postgres.address, (db) => db.query('select n from kept'))
    expect(rows).toEqual([{ n: 7 }])
  })

  it('can be stopped while it is being started again', async () => {
    useMadeCluster()
    const postgres = await start()
    const down = new Promise<void>((resolve) => postgres.onDown(resolve))
    signal(serverPid(), 'SIGKILL')
    await down
    await postgres.stop()
    expect(processesIn(data())).toEqual([])
  })
})

describe('when Sluice dies over the server', () => {
  it('comes up quickly after kill -9, ten times, and has every acknowledged row', async () => {
    let acknowledged = 0
    for (let round = 0; round < 10; round++) {
      const before = performance.now()
      const sluice = await startSluice({ dataDir: folder.path })
      const took = performance.now() - before
      // No lock of the killed one is waited for; any other delay is up to the machine.
      expect(took).toBeLessThan(30_000)
      const { rows } = await speak(sluice.address, async (db) => {
        await db.query('create table if not exists reading (n int primary key)')
        return await db.query<{ n: number }>('select count(*)::int as n from reading')
      })
      expect(rows[0]?.n).toBe(acknowledged)
      await speak(sluice.address, (db) =>
        db.query(`insert into reading select generate_series(${acknowledged}, ${acknowledged + 99})`),
      )
      acknowledged += 100
      await sluice.kill()
    }
  }, 120_000)

  it('stops the server when it leaves in an orderly way without stopping it', async () => {
    useMadeCluster()
    await startSluice({ dataDir: folder.path, ...quick }, { args: ['--exit'] })
    expect(await waitGone(processesIn(data()), 30_000)).toBe(true)
  })

  it('does not stumble over backends that outlived a killed server', async () => {
    useMadeCluster()
    const sluice = await startSluice({ dataDir: folder.path, ...quick })
    const work = 'select sum(n) from generate_series(1, 1e12::bigint) as n'
    const busy = speak(sluice.adminAddress, (db) => db.query(work))
    busy.catch(() => undefined)
    await speak(sluice.adminAddress, (db) =>
      until('the backend at work', async () => {
        const { rowCount } = await db.query("select from pg_stat_activity where query = $1 and state = 'active'", [
          work,
        ])
        return rowCount === 1
      }),
    )
    await sluice.kill()
    signal(serverPid(), 'SIGKILL')
    const postgres = await start()
    await expect(busy).rejects.toThrow(/terminat|reset|hang up/i)
    expect((await speak(postgres.address, (db) => db.query('select 1 as one'))).rows).toEqual([{ one: 1 }])
  })

  it('is not misled by a stale postmaster.pid whose number belongs to a stranger', async () => {
    await (await start()).stop()
    const stranger = spawn('sleep', ['60'], { cwd: '/' })
    writeFileSync(join(data(), 'postmaster.pid'), `${stranger.pid}\n${data()}\n1\n5432\n\n\n 1 1\nready   \n`)
    await start()
    expect(isRunning(stranger.pid ?? 0)).toBe(true)
    stranger.kill()
  })
})

describe('a start that must be refused', () => {
  it('says that another Sluice uses the data folder', async () => {
    useMadeCluster()
    const sluice = await startSluice({ dataDir: folder.path, ...quick })
    expect(await refusal()).toBe(
      `Another Sluice (process ${sluice.pid}) already uses the data folder ${folder.path}: stop it first, or give this one a folder of its own.`,
    )
    expect((await speak(sluice.address, (db) => db.query('select 1 as one'))).rows).toEqual([{ one: 1 }])
    await sluice.stop()
  })

  it('says what to do with a database of another major version', async () => {
    useMadeCluster()
    writeFileSync(join(data(), 'PG_VERSION'), '16\n')
    expect(await refusal()).toMatch(/was made by PostgreSQL 16 and this Sluice brings 18: write a backup/)
  })

  it('does not touch files that are no database', async () => {
    mkdirSync(data(), { recursive: true })
    writeFileSync(join(data(), 'letter.txt'), 'dear')
    expect(await refusal()).toMatch(/holds files that are no PostgreSQL database/)
    expect(readdirSync(data())).toEqual(['letter.txt'])
  })

  it('names the password file when it was lost', async () => {
    useMadeCluster()
    writeFileSync(join(folder.path, 'postgres', 'credentials.json'), '')
    expect(await refusal()).toMatch(/lost its password file .*credentials\.json: restore it/)
  })

  it('names the folder when a file stands in its place', async () => {
    writeFileSync(join(folder.path, 'data'), '')
    await expect(start({ dataDir: join(folder.path, 'data') })).rejects.toThrow(/a file stands where the data folder/)
  })

  it('names the program that is missing', async () => {
    const bin = join(folder.path, 'bin')
    await expect(startEmbeddedPostgres({ dataDir: folder.path, log: quiet, bin })).rejects.toThrow(StartupError)
    await expect(startEmbeddedPostgres({ dataDir: folder.path, log: quiet, bin })).rejects.toThrow(/cannot be run/)
  })

  it('repeats what PostgreSQL said, and gives the data folder free again', async () => {
    const options = { dataDir: folder.path, log: quiet, durable: false }
    await expect(startEmbeddedPostgres({ ...options, settings: { max_connections: 'many' } })).rejects.toThrow(
      /could not be started: invalid value for parameter "max_connections": "many" \(see .*server\.log\)\./,
    )
    expect(processesIn(data())).toEqual([])
    await start()
  })

  it('starts over where a first start was interrupted', async () => {
    mkdirSync(`${data()}.new`, { recursive: true })
    writeFileSync(join(`${data()}.new`, 'PG_VERSION'), '18\n')
    await start()
    expect(existsSync(`${data()}.new`)).toBe(false)
  })
})
