import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, databaseUrl, type TestDatabase } from '../../../../../testing/src/platform/database.ts'
import { insertPastRows } from '../../../../../testing/src/platform/past-rows.ts'
import { type Database, openDatabase } from '../db/db.ts'
import { silentLog } from '../log/log.ts'
import { migrate } from '../db/migrate.ts'
import { openArchive } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'
import { contentOf, tablesOf } from './schema-facts.store.ts'

const now = new Date('2026-02-03T04:05:06Z')
const version = '1.0.0'
let source: TestDatabase
let folder: string

beforeAll(async () => {
  source = await createTestDatabase()
  await insertPastRows(source.db)
  const content = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  await source.db.query(
    `insert into stored_file (name, type, size, sha256, content, picture, create_by, create_time)
     values ('图 1.bin', 'application/octet-stream', 256, sha256($1), $1, false, 1, $2)`,
    [content, now],
  )
})
afterAll(() => source?.drop())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-backup-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const settings = () => ({ dataDir: folder, databaseUrl: source.url, now, version })

/** An empty database on the test cluster. */
async function emptyDatabase(): Promise<{ url: string; db: Database; drop(): Promise<void> }> {
  const name = `test_empty_${process.pid}_${Math.random().toString(36).slice(2)}`
  await source.db.query(`create database ${name}`)
  const address = { ...source.address, database: name }
  const db = await openDatabase({ address, log: silentLog, poolSize: 2, applicationName: 'sluice-test' })
  const drop = async () => {
    await db.close()
    await source.db.query(`drop database ${name} with (force)`)
  }
  return { url: databaseUrl(address), db, drop }
}

async function contentsOf(db: Database): Promise<Record<string, { rows: string; sum: string }>> {
  const found: Record<string, { rows: string; sum: string }> = {}
  for (const { name } of await tablesOf(db)) found[name] = await contentOf(db, name)
  return found
}

describe('a backup', () => {
  it('is restored for proof, holds every table, and comes back row by row into an empty database', async () => {
    mkdirSync(join(folder, 'runs'))
    writeFileSync(join(folder, 'server.key'), `${'ab'.repeat(32)}\n`)
    writeFileSync(join(folder, 'runs', 'f00.csv'), 'a,b\n')
    const made = await makeBackup({ ...settings(), verify: true })
    expect(made).toMatchObject({ proof: 'restored', path: join(folder, 'backups', 'sluice-20260203-040506.tar') })
    expect(statSync(made.path).mode & 0o077).toBe(0)
    const { manifest } = await openArchive(made.path)
    const before = await contentsOf(source.db)
    expect(Object.fromEntries(manifest.tables.map(({ name, rows, sum }) => [name, { rows, sum }]))).toEqual(before)
    expect(Number(before['telemetry']?.rows)).toBeGreaterThan(0)
    expect(before['stored_file']?.rows).toBe('1')
    expect(manifest.partitions.some(({ parent }) => parent === 'telemetry')).toBe(true)

    const target = await emptyDatabase()
    const elsewhere = mkdtempSync(join(tmpdir(), 'sluice-restored-'))
    try {
      const options = { dataDir: elsewhere, databaseUrl: target.url, path: made.path, now, version, replace: false }
      const restored = await restoreBackup(options)
      expect(restored).toMatchObject({ from: now.toISOString(), rows: made.rows, files: 2, applied: [] })
      expect(await contentsOf(target.db)).toEqual(before)
      const kept = await target.db.query('select from stored_file where sha256(content) = sha256')
      expect(kept.rowCount).toBe(1)
      expect(readFileSync(join(elsewhere, 'runs', 'f00.csv'), 'utf8')).toBe('a,b\n')
      expect(readFileSync(join(elsewhere, 'server.key'), 'utf8')).toBe(`${'ab'.repeat(32)}\n`)
      // Numbers go on behind those that were given, and rules are in force again.
      const { rows } = await target.db.query<{ id: string }>(
        "insert into dept (name, parent_id) select 'new', id from dept where parent_id is null returning id",
      )
      expect(Number(rows[0]?.id)).toBeGreaterThan(2)
      await expect(target.db.query('update oper_log set username = username')).rejects.toThrow(/append-only/)
      await expect(target.db.query("insert into dept (name, parent_id) values ('x', 999999)")).rejects.toThrow(
        /foreign key/,
      )
      await expect(restoreBackup(options)).rejects.toThrow(/is not empty/)
    } finally {
      await target.drop()
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })

  it('is of one moment, whatever is written while it is made', async () => {
    let writing = true
    let written = 0
    const writer = (async () => {
      while (writing) {
        // Both or neither: a backup of two moments would hold one without the other.
        await source.db.transaction(async (tx) => {
          await tx.query(
            "insert into login_guard (kind, account, place, last_time) values ('account', $1, '', now())",
            [`w${written}`],
          )
          await tx.query("insert into server_secret (name, value) values ($1, '')", [`w${written}`])
        })
        written += 1
      }
    })()
    const { path } = await makeBackup({ ...settings(), verify: true })
    writing = false
    await writer
    const { tables } = (await openArchive(path)).manifest
    const rowsOf = (table: string) => Number(tables.find(({ name }) => name === table)?.rows)
    const others = await source.db.query<{ n: number }>(
      "select count(*)::integer as n from server_secret where name not like 'w%'",
    )
    expect(rowsOf('server_secret') - others.rows[0]!.n).toBe(rowsOf('login_guard'))
    expect(written).toBeGreaterThan(0)
  })

  it('keeps the newest of its own when asked to, and touches nothing else', async () => {
    const backups = join(folder, 'backups')
    mkdirSync(backups)
    for (const name of [
      'sluice-20250101-000000.tar',
      'sluice-20250102-000000.tar',
      'mine.tar',
      'before-restore-20250101-000000.tar',
    ])
      writeFileSync(join(backups, name), '')
    const { dropped } = await makeBackup({ ...settings(), verify: false, keep: 2 })
    expect(dropped).toEqual(['sluice-20250101-000000.tar'])
    expect(readdirSync(backups).sort()).toEqual([
      'before-restore-20250101-000000.tar',
      'mine.tar',
      'sluice-20250102-000000.tar',
      'sluice-20260203-040506.tar',
    ])
  })

  it('leaves no scratch database behind', async () => {
    await makeBackup({ ...settings(), verify: true })
    const { rows } = await source.db.query("select datname from pg_database where datname like 'sluice_scratch%'")
    expect(rows).toEqual([])
  })
})

describe('a restore', () => {
  it('is refused while a Sluice uses the database, before anything is touched', async () => {
    const { path } = await makeBackup({ ...settings(), verify: false })
    const target = await emptyDatabase()
    const options = { dataDir: folder, databaseUrl: target.url, path, now, version, replace: false }
    const address = { ...source.address, database: new URL(target.url).pathname.slice(1) }
    const running = await openDatabase({ address, log: silentLog, poolSize: 1, applicationName: 'sluice' })
    try {
      await running.query('select 1')
      await expect(restoreBackup(options)).rejects.toThrow(/A Sluice uses this database: stop it first/)
      expect(await tablesOf(target.db)).toEqual([])
    } finally {
      await running.close()
      await target.drop()
    }
  })
})

describe('a file that is not what it was', () => {
  it('is refused with its reason before anything is touched', async () => {
    const { path } = await makeBackup({ ...settings(), verify: false })
    const whole = readFileSync(path)
    const broken: [Buffer, RegExp][] = [
      [whole.subarray(0, whole.length - 2_048), /ends too early|no description/],
      [whole.subarray(0, 700), /ends too early/],
      [Buffer.from('not a backup at all'.repeat(100)), /it is no backup/],
      [flipped(whole, 600), /damaged|no backup/],
    ]
    for (const [bytes, reason] of broken) {
      writeFileSync(path, bytes)
      const options = { dataDir: folder, databaseUrl: source.url, path, now, version, replace: true }
      await expect(restoreBackup(options)).rejects.toThrow(reason)
    }
    const gone = { dataDir: folder, databaseUrl: source.url, path: join(folder, 'gone'), now, version, replace: true }
    await expect(restoreBackup(gone)).rejects.toThrow(/there is no such file/)
  })

  it('of a newer Sluice is refused', async () => {
    const { path } = await makeBackup({ ...settings(), verify: false })
    const newer = await emptyDatabase()
    try {
      await migrate(newer.db)
      await newer.db.query("insert into schema_migration (name, checksum) values ('9999-later.sql', 'x')")
      const made = await makeBackup({ ...settings(), databaseUrl: newer.url, path: `${path}.newer`, verify: false })
      const options = { dataDir: folder, databaseUrl: source.url, path: made.path, now, version, replace: true }
      await expect(restoreBackup(options)).rejects.toThrow(/made by another Sluice .*9999-later\.sql.*newer one/)
    } finally {
      await newer.drop()
    }
  })
})

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  changed[at] = changed[at]! ^ 1
  return changed
}
