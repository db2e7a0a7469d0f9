import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { runningAdministrator, runningPostgres } from '@sluice/server/src/platform/db/running-postgres.ts'
import { root, runNode } from '../run-command.ts'
import type { Bench } from './measure.ts'
import type { Ports } from './load/attack/repeating-devices.ts'
import type { Door } from './load/attack/restless-person.ts'
import { type ServerProcess, startServer } from './server-process.ts'

/** The platform with its own database server in a folder, both of which may be killed and restarted. */
export interface OwnPlatform {
  /** The current ports. The object stays the same over restarts. */
  readonly ports: Ports
  readonly door: Door
  readonly dataDir: string
  start(): Promise<void>
  kill(): Promise<void>
  stop(): Promise<void>
  isUp(): Promise<boolean>
  pid(): number
  /** The process id of the database server; throws when none is recorded. */
  postmaster(): number
  database(): Promise<Database>
  /** Makes the database start another WAL file. False when it does not answer. */
  switchWal(): Promise<boolean>
  admin(...words: string[]): Promise<{ code: number; said: string }>
  /** Warnings and errors since the last call, by text. */
  logged(): Record<string, number>
}

const quiet = { info: () => undefined, warn: () => undefined }
const WARN = 40

export async function openOwnPlatform({ undo }: Bench, place: string): Promise<OwnPlatform> {
  const dataDir = join(place, 'server')
  const ports: Ports = { sl651: 0, mqtt: 0 }
  const door: Door = { url: '' }
  let server: ServerProcess | undefined
  let logged: Record<string, number> = {}
  const hear = (line: string) => {
    const told = wordsOf(line)
    if (told !== undefined) logged[told] = (logged[told] ?? 0) + 1
  }
  const postmaster = () => {
    const pid = Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0])
    if (!(pid > 1)) throw new Error('the database server has noted no process')
    return pid
  }
  // Killing the server leaves its database server behind.
  undo.add(() => endPostmaster(postmaster))
  const platform: OwnPlatform = {
    ports,
    door,
    dataDir,
    async start() {
      server = await startServer({ place, undo, hear })
      Object.assign(ports, { sl651: server.sl651Port, mqtt: server.mqttPort })
      door.url = server.url
    },
    kill: async () => server?.kill(),
    stop: async () => server?.stop(),
    isUp: async () => (await server?.isUp()) ?? false,
    pid: () => server?.pid ?? 0,
    postmaster,
    async database() {
      const address = await runningPostgres(dataDir)
      if (!address) throw new Error('the platform runs no database')
      return openDatabase({ address, log: quiet, poolSize: 2, statementTimeoutMs: 0, applicationName: 'bench' })
    },
    switchWal: () => switchWal(dataDir),
    async admin(...words) {
      const program = join(root, 'apps/server/src/entry/admin.ts')
      const { code, output } = await runNode([program, ...words], { DATABASE_URL: '', SLUICE_DATA: dataDir })
      return { code, said: output.trim() }
    },
    logged() {
      const taken = logged
      logged = {}
      return taken
    },
  }
  await platform.start()
  return platform
}

async function switchWal(dataDir: string): Promise<boolean> {
  try {
    const running = await runningPostgres(dataDir)
    if (!running) return false
    const address = await runningAdministrator(dataDir, running)
    const db = await openDatabase({ address, log: quiet, poolSize: 1, waitMs: 0 })
    try {
      await db.query('select pg_switch_wal()')
    } finally {
      await db.close()
    }
    return true
  } catch {
    return false
  }
}

/** The text of a log line that is a warning or worse, with the error's own text. */
function wordsOf(line: string): string | undefined {
  try {
    const { level, msg, err, reason } = JSON.parse(line) as {
      level: number
      msg: string
      err?: { code?: string; message?: string }
      reason?: unknown
    }
    if (level < WARN) return undefined
    const why = err ? `${err.code ?? ''} ${err.message ?? ''}`.trim() : reason === undefined ? '' : lastLine(reason)
    return why === '' ? msg : `${msg}: ${why}`
  } catch {
    return line.trim() === '' ? undefined : line.slice(0, 200)
  }
}

function lastLine(reason: unknown): string {
  const text = typeof reason === 'string' ? reason : JSON.stringify(reason)
  return text
    .trim()
    .split('\n')
    .at(-1)!
    .replace(/^.*?(FATAL|PANIC):/, '$1:')
    .slice(0, 200)
}

function endPostmaster(postmaster: () => number): void {
  try {
    process.kill(postmaster(), 'SIGINT')
  } catch {
    // It has ended, as it should.
  }
}
