import { type Database, type DatabaseAddress, openDatabase } from '../db/db.ts'
import { silentLog } from '../log/log.ts'
import { startEmbeddedPostgres } from '../postgres/supervisor.ts'
import { runningAdministrator, runningPostgres } from '../db/running-postgres.ts'

export interface Settings {
  dataDir: string
  databaseUrl: string | undefined
}

/** The product's database, and the address that may create further databases next to it. */
export interface Place {
  db: Database
  address: DatabaseAddress
  /** Makes and drops databases; the product's own role where the server is not ours. */
  admin: DatabaseAddress
  /** The server is the embedded one, which is ours alone. */
  embedded: boolean
  close(): Promise<void>
}

/** Opens the database of these settings: that of a running Sluice, or by starting the embedded server. */
export async function openPlace({ dataDir, databaseUrl }: Settings): Promise<Place> {
  if (databaseUrl !== undefined) {
    const address = { url: databaseUrl }
    const db = await open(address)
    return { db, address, admin: address, embedded: false, close: () => db.close() }
  }
  const running = await runningPostgres(dataDir)
  if (running) {
    const db = await open(running)
    const admin = await runningAdministrator(dataDir, running)
    return { db, address: running, admin, embedded: true, close: () => db.close() }
  }
  const server = await startEmbeddedPostgres({ dataDir, log: silentLog })
  try {
    const db = await open(server.address)
    const close = async () => {
      await db.close()
      await server.stop()
    }
    return { db, address: server.address, admin: server.adminAddress, embedded: true, close }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The same server and role, another database. */
export function inDatabase(address: DatabaseAddress, database: string): DatabaseAddress {
  if (!('url' in address)) return { ...address, database }
  const url = new URL(address.url)
  url.pathname = `/${database}`
  return { url: url.href }
}

/** A pool of its own without a time limit on statements. Closing it again does nothing. */
export async function open(address: DatabaseAddress): Promise<Database> {
  const db = await openDatabase({
    address,
    log: silentLog,
    poolSize: 2,
    statementTimeoutMs: 0,
    applicationName: 'sluice-backup',
  })
  let closed: Promise<void> | undefined
  return { ...db, close: () => (closed ??= db.close()) }
}
