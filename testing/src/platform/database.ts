import { randomBytes } from 'node:crypto'
import { accessSync, constants, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Database, openDatabase } from '@sluice/server/src/platform/db/db.ts'
import { migrate, migrationsFolder } from '@sluice/server/src/platform/db/migrate.ts'
import { lockHolder } from '@sluice/server/src/platform/postgres/instance-lock.ts'
import { stopOrphan } from '@sluice/server/src/platform/postgres/orphan.ts'
import { type EmbeddedAddress, startEmbeddedPostgres } from '@sluice/server/src/platform/postgres/supervisor.ts'
import { forgetSealingKeys, makeSealingKeys } from './sealing-keys.ts'

/** One PostgreSQL for a whole test run, in a temporary folder. */
export interface TestCluster {
  address: EmbeddedAddress
  stop(): Promise<void>
}

/** A database of one test file: the schema after all migrations, no rows. */
export interface TestDatabase {
  /** Connected, with the product's settings. */
  db: Database
  /** For another process that uses the same database (`DATABASE_URL`). */
  url: string
  address: EmbeddedAddress
  drop(): Promise<void>
}

const template = 'sluice_template'
const folderPrefix = 'sluice-test-pg-'
const addressVariable = 'SLUICE_TEST_CLUSTER'
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Test data need not survive a power cut; all other settings are the product's. */
const testSettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '128MB',
  max_connections: '300',
  max_wal_size: '256MB',
  min_wal_size: '64MB',
}

/** A RAM disk, where one is large enough: copying the template takes 12 ms there, 15-200 ms on a busy disk. */
const memoryDisk = '/dev/shm'
const memoryDiskBytes = 2 * 1024 ** 3

export interface TestClusterOptions {
  /** `embedded` or `system`; by default from the variable SLUICE_TEST_POSTGRES. */
  postgres?: 'embedded' | 'system'
  /** A folder of other migrations than the product's; by default from the variable SLUICE_TEST_MIGRATIONS. */
  migrations?: string
}

/**
 * Starts the cluster and creates the template database. The test processes find it through an environment variable that
 * is set here, so start it before them. Call `stop` in any case.
 */
export async function startTestCluster(options: TestClusterOptions = {}): Promise<TestCluster> {
  await sweep()
  await makeSealingKeys()
  const bin = chosenBin(options.postgres ?? process.env['SLUICE_TEST_POSTGRES'] ?? 'embedded')
  const dataDir = mkdtempSync(join(clusterPlace(), folderPrefix))
  const remove = () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  try {
    const postgres = await startEmbeddedPostgres({
      dataDir,
      log: quiet,
      durable: false,
      settings: testSettings,
      ...(bin === undefined ? {} : { bin }),
    })
    const stop = async () => {
      delete process.env[addressVariable]
      forgetSealingKeys()
      await postgres.stop()
      remove()
    }
    try {
      await makeTemplate(
        postgres.adminAddress,
        options.migrations ?? process.env['SLUICE_TEST_MIGRATIONS'] ?? migrationsFolder,
      )
    } catch (error) {
      await stop()
      throw error
    }
    process.env[addressVariable] = JSON.stringify(postgres.adminAddress)
    return { address: postgres.adminAddress, stop }
  } catch (error) {
    remove()
    throw error
  }
}

/** Creates a database for one test file (about 25 ms); call `drop` after its last test. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = clusterAddress()
  const database = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  // Copied as files (14 ms), not through the write-ahead log (100 ms), which pays only for large, busy clusters.
  await asAdmin(admin, `create database ${database} template ${template} strategy file_copy`)
  const address = { ...admin, database }
  const db = await openDatabase({ address, log: quiet, poolSize: 10, applicationName: 'sluice-test' })
  return {
    db,
    url: databaseUrl(address),
    address,
    async drop() {
      await db.close()
      await asAdmin(admin, `drop database if exists ${database} with (force)`)
    },
  }
}

/** The address as a `DATABASE_URL`. */
export function databaseUrl({ host, port, user, password, database }: EmbeddedAddress): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`
  return host.startsWith('/')
    ? `postgresql://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `postgresql://${login}@${host}:${port}/${database}`
}

/** The `bin` folder of the newest installed PostgreSQL (15 or newer). */
export function findSystemPostgres(): string | undefined {
  const root = '/usr/lib/postgresql'
  const majors = existsSync(root) ? readdirSync(root).map(Number) : []
  return majors
    .filter((major) => major >= 15)
    .sort((one, other) => other - one)
    .map((major) => join(root, String(major), 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')) && existsSync(join(bin, 'postgres')))
}

function clusterPlace(): string {
  try {
    accessSync(memoryDisk, constants.W_OK)
    const { bavail, bsize } = statfsSync(memoryDisk)
    return bavail * bsize >= memoryDiskBytes ? memoryDisk : tmpdir()
  } catch {
    return tmpdir()
  }
}

function chosenBin(postgres: string): string | undefined {
  if (postgres === 'embedded') return undefined
  if (postgres !== 'system') throw new Error(`SLUICE_TEST_POSTGRES is "${postgres}", but must be embedded or system.`)
  const bin = findSystemPostgres()
  if (bin === undefined)
    throw new Error('SLUICE_TEST_POSTGRES is "system", but no PostgreSQL 15 or newer is installed.')
  return bin
}

function clusterAddress(): EmbeddedAddress {
  const text = process.env[addressVariable]
  if (text === undefined) {
    throw new Error(
      'No test cluster runs: add testing/src/programs/vitest-postgres.ts to globalSetup, or call startTestCluster.',
    )
  }
  return JSON.parse(text) as EmbeddedAddress
}

async function makeTemplate(admin: EmbeddedAddress, migrations: string): Promise<void> {
  await asAdmin(admin, `create database ${template}`)
  const db = await openDatabase({ address: { ...admin, database: template }, log: quiet, poolSize: 1 })
  try {
    await migrate(db, migrations)
  } finally {
    await db.close()
  }
  await asAdmin(admin, `alter database ${template} with is_template true allow_connections false`)
}

async function asAdmin(admin: EmbeddedAddress, statement: string): Promise<void> {
  const db = await openDatabase({ address: admin, log: quiet, poolSize: 1, applicationName: 'sluice-test-admin' })
  try {
    await db.query(statement)
  } finally {
    await db.close()
  }
}

/** Deletes clusters that killed runs left behind. */
async function sweep(): Promise<void> {
  const places = [memoryDisk, tmpdir()].filter((place) => existsSync(place))
  const folders = places.flatMap((place) => readdirSync(place).map((name) => join(place, name)))
  for (const folder of folders.filter((one) => basename(one).startsWith(folderPrefix))) {
    if (!isLeftOver(folder)) continue
    await stopOrphan(join(folder, 'postgres'))
    rmSync(folder, { recursive: true, force: true })
  }
}

function isLeftOver(folder: string): boolean {
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (stat === undefined || stat.uid !== (process.getuid?.() ?? stat.uid)) return false
  // A young folder may belong to a run that has not taken its lock yet.
  return Date.now() - stat.mtimeMs > 60_000 && lockHolder(folder) === undefined
}
