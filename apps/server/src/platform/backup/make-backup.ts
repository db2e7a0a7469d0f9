import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { type Archive, ArchiveWriter, openArchive } from './archive.ts'
import { packFiles } from './data-files.ts'
import { dumpDatabase } from './dump.store.ts'
import { fillDatabase } from './load.store.ts'
import { openPlace, type Place, type Settings } from './places.ts'
import { appliedMigrations } from './schema-facts.store.ts'
import { makeScratch, mayMakeDatabases } from './scratch.store.ts'

export interface BackupOptions extends Settings {
  /** The path of the backup; a name with the time in `<data>/backups` when omitted. */
  path?: string | undefined
  now: Date
  version: string
  /** False: it is not restored into a database of its own for proof. */
  verify: boolean
  /** How many backups stay in that folder; all when left out. */
  keep?: number | undefined
}

export interface BackupMade {
  path: string
  rows: number
  bytes: number
  /** Restored into a scratch database, where every table came back the same. */
  proof: 'restored' | 'not asked for' | 'not permitted'
  dropped: string[]
}

/**
 * Writes a backup of the database and its files, whether or not Sluice is running, and restores it as a proof.
 * @throws StartupError with a sentence for the operator.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupMade> {
  const place = await openPlace(options)
  try {
    const path = options.path ?? join(options.dataDir, 'backups', backupName('sluice', options.now))
    const archive = await writeBackup(place, path, options)
    const { tables, entries } = archive.manifest
    const proof = options.verify ? await prove(place, archive) : 'not asked for'
    return {
      path,
      rows: tables.reduce((sum, { rows }) => sum + Number(rows), 0),
      bytes: entries.reduce((sum, { bytes }) => sum + bytes, 0),
      proof,
      dropped: options.keep === undefined ? [] : await dropOlder(path, options.keep),
    }
  } finally {
    await place.close()
  }
}

/** Writes it and reads it back. */
export async function writeBackup(
  place: Place,
  path: string,
  { dataDir, now, version }: Pick<BackupOptions, 'dataDir' | 'now' | 'version'>,
): Promise<Archive> {
  if ((await appliedMigrations(place.db)).length === 0)
    throw new StartupError('Sluice has never been started on this database: there is nothing to back up.')
  const writer = await ArchiveWriter.create(path, now).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`The backup ${path} cannot be written: ${error.message}.`)
  })
  try {
    const facts = await dumpDatabase(place.db, writer)
    await packFiles(dataDir, writer)
    await writer.finish({ format: 1, version, createTime: now.toISOString(), ...facts })
  } catch (error) {
    await writer.abandon().catch(() => undefined)
    throw error
  }
  return openArchive(path)
}

async function prove(place: Place, archive: Archive): Promise<BackupMade['proof']> {
  if (!(await mayMakeDatabases(place))) return 'not permitted'
  const scratch = await makeScratch(place)
  try {
    await fillDatabase(scratch.db, archive)
    return 'restored'
  } finally {
    await scratch.drop()
  }
}

/** `sluice-20260131-081500.tar`, in UTC, so that names sort by time. */
export function backupName(prefix: string, now: Date): string {
  return `${prefix}-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.tar`
}

/** Deletes the oldest backups that this command named, and nothing else. */
async function dropOlder(path: string, keep: number): Promise<string[]> {
  const folder = dirname(path)
  const ours = (await readdir(folder)).filter((name) => /^sluice-\d{8}-\d{6}\.tar$/.test(name)).sort()
  const old = ours.slice(0, Math.max(0, ours.length - keep)).filter((name) => name !== basename(path))
  for (const name of old) await rm(join(folder, name))
  return old
}
