import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../platform/db/db.ts'
import type { Log } from '../platform/log/log.ts'
import { startEmbeddedPostgres } from '../platform/postgres/supervisor.ts'

export interface Store {
  db: Database
  close(): Promise<void>
}

/** The database that the operator configured, or the embedded one. */
export async function openStore(config: Pick<Config, 'databaseUrl' | 'dataDir'>, log: Log): Promise<Store> {
  if (config.databaseUrl) {
    const db = await openDatabase({ address: { url: config.databaseUrl }, log, poolSize: 20 })
    return { db, close: () => db.close() }
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log })
  try {
    const db = await openDatabase({ address: postgres.address, log, poolSize: 20 })
    return {
      db,
      close: async () => {
        await db.close()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
