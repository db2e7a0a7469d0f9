import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { startEmbeddedPostgres } from '@sluice/server/src/platform/postgres/supervisor.ts'
import { cpuOfFamily } from './process-cost.ts'
import type { Undo } from '../load/undo.ts'

/** The embedded PostgreSQL with the product's own, durable settings. */
export interface BenchCluster {
  readonly version: string
  /** Creates an empty database and returns its address as a `DATABASE_URL`. */
  createDatabase(name: string): Promise<string>
  dropDatabase(name: string): Promise<void>
  /** CPU time of all its processes so far, in µs. */
  cpuUs(): number
}

const quiet = {
  info: () => undefined,
  warn: () => undefined,
  error: (_facts: object, text: string) => void process.stderr.write(`${text}\n`),
}

export async function startCluster(place: string, undo: Undo): Promise<BenchCluster> {
  const postgres = await startEmbeddedPostgres({ dataDir: join(place, 'data'), log: quiet })
  undo.add(() => postgres.stop())
  const { adminAddress: address } = postgres
  const db = await openDatabase({ address, log: quiet, poolSize: 1, applicationName: 'bench-admin' })
  undo.add(() => db.close())
  const { rows } = await db.query<{ version: string }>("select current_setting('server_version') as version")
  const pid = postmasterPid(join(place, 'data/postgres'), await dataDirectory(db))
  return {
    version: rows[0]?.version ?? 'unknown',
    async createDatabase(name) {
      await db.query(`create database ${name}`)
      const login = `${encodeURIComponent(address.user)}:${encodeURIComponent(address.password)}`
      return address.host.startsWith('/')
        ? `postgresql://${login}@localhost:${address.port}/${name}?host=${encodeURIComponent(address.host)}`
        : `postgresql://${login}@${address.host}:${address.port}/${name}`
    },
    dropDatabase: async (name) => {
      await db.query(`drop database if exists ${name} with (force)`)
    },
    cpuUs: () => cpuOfFamily(pid),
  }
}

/** The bench's own connection, without the product's statement limit. May be closed twice. */
export async function openBench(url: string, poolSize = 2): Promise<Database> {
  const options = { log: quiet, poolSize, statementTimeoutMs: 0, applicationName: 'bench' }
  const db = await openDatabase({ address: { url }, ...options })
  let closed: Promise<void> | undefined
  const close = () => {
    closed ??= db.close()
    return closed
  }
  return { ...db, close }
}

async function dataDirectory(db: Database): Promise<string> {
  const { rows } = await db.query<{ folder: string }>("select current_setting('data_directory') as folder")
  return rows[0]?.folder ?? ''
}

function postmasterPid(...folders: string[]): number {
  for (const folder of folders) {
    try {
      return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
    } catch {
      // The supervisor may have put it elsewhere.
    }
  }
  return Number.NaN
}
