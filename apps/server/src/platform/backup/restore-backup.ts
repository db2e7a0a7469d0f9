import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { migrate, migrationsFolder, readMigrations } from '../db/migrate.ts'
import { lockHolder } from '../postgres/instance-lock.ts'
import { StartupError } from '../startup-error.ts'
import { type Archive, openArchive } from './archive.ts'
import { unpackFiles } from './data-files.ts'
import { fillDatabase } from './load.store.ts'
import { backupName, writeBackup } from './make-backup.ts'
import { openPlace, type Place, type Settings } from './places.ts'
import { foreignSessions, isEmptyDatabase } from './schema-facts.store.ts'
import { makeScratch, replaceDatabase } from './scratch.store.ts'

export interface RestoreOptions extends Settings {
  path: string
  now: Date
  version: string
  /** The present contents are replaced, after a safety copy of them is written. */
  replace: boolean
}

export interface Restored {
  /** When the backup was made, ISO 8601. */
  from: string
  rows: number
  files: number
  /** Migrations that updated the restored schema to this program. */
  applied: string[]
  /** The path of the copy of the previous contents. */
  safetyCopy: string | undefined
}

/**
 * Restores a backup. Sluice must not be running. The present contents are unchanged until every row is restored and
 * compared.
 * @throws StartupError with a sentence for the operator.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const archive = await openArchive(options.path)
  await refuseUnknownLevel(archive)
  await refuseRunning(options)
  const place = await openPlace(options)
  try {
    const empty = await isEmptyDatabase(place.db)
    if (!empty && !options.replace) throw notEmpty(place, options)
    const sessions = await foreignSessions(place.db)
    if (sessions > 0) throw new StartupError('A Sluice uses this database: stop it first, then restore.')
    const done = place.embedded
      ? await intoEmbedded(place, archive, options, empty)
      : await intoForeign(place, archive, empty)
    const { manifest } = archive
    return {
      from: manifest.createTime,
      rows: manifest.tables.reduce((sum, { rows }) => sum + Number(rows), 0),
      files: await unpackFiles(options.dataDir, archive.entries()),
      ...done,
    }
  } finally {
    await place.close()
  }
}

/** A new database next to the old one, which it replaces once it is complete. */
async function intoEmbedded(place: Place, archive: Archive, options: RestoreOptions, empty: boolean) {
  const { dataDir, now } = options
  const safetyCopy = empty ? undefined : join(dataDir, 'backups', backupName('before-restore', now))
  if (safetyCopy !== undefined) await writeBackup(place, safetyCopy, options)
  const scratch = await makeScratch(place)
  try {
    await fillDatabase(scratch.db, archive)
    const applied = await migrate(scratch.db)
    await scratch.db.close()
    await place.db.close()
    await replaceDatabase(place.admin, databaseOf(place), scratch.name)
    return { applied, safetyCopy }
  } catch (error) {
    await scratch.drop().catch(() => undefined)
    throw error
  }
}

/** On a server of the operator, only into an empty database, because other databases there may not be ours. */
async function intoForeign({ db }: Place, archive: Archive, empty: boolean) {
  if (!empty)
    throw new StartupError('The database of DATABASE_URL is not empty: make a new, empty one and restore into that.')
  await fillDatabase(db, archive)
  return { applied: await migrate(db), safetyCopy: undefined }
}

function databaseOf({ address }: Place): string {
  return 'url' in address ? decodeURIComponent(new URL(address.url).pathname.slice(1)) : address.database
}

async function refuseUnknownLevel({ path, manifest }: Archive): Promise<void> {
  const known = new Map((await readMigrations(migrationsFolder)).map(({ name, checksum }) => [name, checksum]))
  const unknown = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (unknown === undefined) return
  throw new StartupError(
    `The backup ${path} was made by another Sluice (${manifest.version}, ${unknown.name}): restore it with that one or a newer one.`,
  )
}

async function refuseRunning({ dataDir, databaseUrl }: Settings): Promise<void> {
  const holder = databaseUrl === undefined ? lockHolder(await realpath(dataDir).catch(() => dataDir)) : undefined
  if (holder !== undefined)
    throw new StartupError(`A Sluice (process ${holder}) uses the data folder ${dataDir}: stop it first, then restore.`)
}

function notEmpty({ embedded }: Place, { dataDir }: Settings): StartupError {
  return new StartupError(
    embedded
      ? `The data folder ${dataDir} holds a database already: restore into an empty one (SLUICE_DATA), or add --replace, which first writes a safety copy of it.`
      : 'The database of DATABASE_URL is not empty: make a new, empty one and restore into that.',
  )
}
