import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseAddress } from './db.ts'
import { findPlace } from './postgres/home.ts'
import { lockHolder } from './postgres/instance-lock.ts'

/**
 * Where the embedded database of a Sluice that runs on this data folder is reached, for commands beside it;
 * undefined when none runs, so that the folder is free to be opened.
 */
export async function runningPostgres(dataDir: string): Promise<DatabaseAddress | undefined> {
  if (lockHolder(dataDir) === undefined) return undefined
  const { folder } = await findPlace(dataDir)
  const credentials = JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8')) as { application: string }
  // postmaster.pid: process, folder, start, port, socket folder, address (PostgreSQL, storage.html).
  const lines = (await readFile(join(folder, 'data', 'postmaster.pid'), 'latin1')).split('\n')
  const host = lines[4]?.trim() || lines[5]?.trim() || '127.0.0.1'
  return { host, port: Number(lines[3]), user: 'sluice', password: credentials.application, database: 'sluice' }
}
