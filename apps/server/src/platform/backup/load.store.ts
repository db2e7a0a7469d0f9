import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import copyStreams from 'pg-copy-streams'
import type { Connection, Database } from '../db/db.ts'
import { migrate, migrationsFolder } from '../db/migrate.ts'
import { StartupError } from '../startup-error.ts'
import type { Archive, Manifest } from './archive.ts'
import { tableOfPart } from './dump.store.ts'
import { contentOf, quoted } from './schema-facts.store.ts'
import type { TarEntry } from './tar.ts'

const unzip = promisify(gunzip)

/**
 * Fills an empty database: the schema as of the backup, then every row, all or nothing; then compares each table with
 * the manifest of the backup.
 * @throws StartupError when a table differs.
 */
export async function fillDatabase(db: Database, archive: Archive, folder = migrationsFolder): Promise<void> {
  const { manifest } = archive
  await migrate(db, folder, manifest.migrations.at(-1)!.name)
  await db.transaction(async (tx) => {
    await tx.query('set local statement_timeout = 0')
    for (const { name, parent, bound } of manifest.partitions)
      await tx.query(`create table if not exists ${quoted(name)} partition of ${quoted(parent)} ${bound}`)
    const restoreRules = await setRulesAside(tx, manifest.tables)
    // Migrations insert rows of their own; the rows as of the backup replace them.
    await tx.query(`truncate ${manifest.tables.map(({ name }) => quoted(name)).join(', ')}`)
    await copyRows(tx, manifest, archive.entries())
    for (const { name, last } of manifest.sequences)
      await tx.query('select setval($1::regclass, $2::bigint)', [`public.${quoted(name)}`, last])
    await restoreRules()
    await compare(tx, manifest)
  })
}

/**
 * Foreign keys are restored once every row is there, which also verifies them. Triggers are disabled because they would
 * write again what they wrote when the rows were new.
 */
async function setRulesAside(tx: Connection, tables: Manifest['tables']): Promise<() => Promise<void>> {
  const { rows: references } = await tx.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conname`,
  )
  for (const { table, name } of references) await tx.query(`alter table ${table} drop constraint ${quoted(name)}`)
  for (const { name } of tables) await tx.query(`alter table ${quoted(name)} disable trigger user`)
  return async () => {
    for (const { name } of tables) await tx.query(`alter table ${quoted(name)} enable trigger user`)
    for (const { table, name, definition } of references)
      await tx.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
}

/** The parts of a table follow each other in the archive and go through one COPY. */
async function copyRows(tx: Connection, { tables }: Manifest, entries: AsyncGenerator<TarEntry>): Promise<void> {
  const columns = new Map(tables.map((table) => [table.name, table.columns]))
  let next = await entries.next()
  while (next.done !== true) {
    const table = tableOfPart(next.value.name)
    const names = table === undefined ? undefined : columns.get(table)
    if (table === undefined || names === undefined) {
      next = await entries.next()
      continue
    }
    const parts = async function* () {
      while (next.done !== true && tableOfPart(next.value.name) === table) {
        yield await unzip(next.value.content)
        next = await entries.next()
      }
    }
    const statement = `copy ${quoted(table)} (${names.map(quoted).join(', ')}) from stdin`
    await pipeline(Readable.from(parts(), { objectMode: false }), tx.client.query(copyStreams.from(statement)))
  }
}

async function compare(tx: Connection, { tables }: Manifest): Promise<void> {
  for (const { name, rows, sum } of tables) {
    const found = await contentOf(tx, name)
    if (found.rows !== rows)
      throw new StartupError(
        `The table ${name} came back with ${found.rows} rows instead of ${rows}: nothing was changed.`,
      )
    if (found.sum !== sum)
      throw new StartupError(`The table ${name} came back with other contents: nothing was changed.`)
  }
}
