import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Credentials, superuser } from '../postgres/cluster.ts'
import { findPlace } from '../postgres/home.ts'
import { lockHolder } from '../postgres/instance-lock.ts'
import type { EmbeddedAddress } from '../postgres/supervisor.ts'

/**
 * The address of the embedded database of a Sluice running on this data folder, for commands next to it; undefined when
 * none runs, so that the folder may be opened.
 */
export async function runningPostgres(dataDir: string): Promise<EmbeddedAddress | undefined> {
  if (lockHolder(dataDir) === undefined) return undefined
  const { folder } = await findPlace(dataDir)
  const { application } = await credentialsIn(folder)
  // postmaster.pid: process, folder, start, port, socket folder, address (PostgreSQL, "Database File Layout").
  const lines = (await readFile(join(folder, 'data', 'postmaster.pid'), 'latin1')).split('\n')
  const host = lines[4]?.trim() || lines[5]?.trim() || '127.0.0.1'
  return { host, port: Number(lines[3]), user: 'sluice', password: application, database: 'sluice' }
}

/** The same server as the role that may make databases. */
export async function runningAdministrator(dataDir: string, running: EmbeddedAddress): Promise<EmbeddedAddress> {
  const { folder } = await findPlace(dataDir)
  const { superuser: password } = await credentialsIn(folder)
  return { ...running, user: superuser, password, database: 'postgres' }
}

async function credentialsIn(folder: string): Promise<Credentials> {
  return JSON.parse(await readFile(join(folder, 'credentials.json'), 'utf8')) as Credentials
}
