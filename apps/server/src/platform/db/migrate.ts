import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Connection, Database } from './db.ts'
import { StartupError } from '../startup-error.ts'

/** The folder with this program's migrations. */
export const migrationsFolder = fileURLToPath(new URL('../../../migrations', import.meta.url))

/** One file `<number>-<name>.sql`; the checksum does not see how lines end. */
interface Migration {
  name: string
  checksum: string
  sql: string
}

/** Any number will do, as long as it is the same in every Sluice. */
const lockKey = 5_817_201

/**
 * Updates the schema to this program: applies the missing files of `folder`, in the order of their numbers, each in a
 * transaction of its own. Several processes may start at once. Returns the names of the applied files. With `through`
 * it stops after that file: a backup is restored into the schema that it was made from.
 * @throws StartupError when an applied file has changed or is missing here (the database is newer than the program),
 * when a new file comes before an applied one, or when a file's SQL fails.
 */
export async function migrate(database: Database, folder = migrationsFolder, through?: string): Promise<string[]> {
  const all = await readMigrations(folder)
  const migrations = through === undefined ? all : all.filter(({ name }) => name <= through)
  await database.transaction(async (tx) => {
    await lock(tx)
    await tx.query(`
      create table if not exists schema_migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`)
  })
  const applied: string[] = []
  for (;;) {
    const name = await database.transaction((tx) => applyNext(tx, migrations, folder))
    if (name === undefined) return applied
    applied.push(name)
  }
}

/** Taken for one transaction, not for the session: it works through a connection pooler too and cannot be left over. */
async function lock(tx: Connection): Promise<void> {
  await tx.query('set local statement_timeout = 0')
  await tx.query(`select pg_advisory_xact_lock(${lockKey})`)
}

async function applyNext(tx: Connection, migrations: Migration[], folder: string): Promise<string | undefined> {
  await lock(tx)
  const { rows } = await tx.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name collate "C"',
  )
  const next = nextOf(migrations, rows, folder)
  if (next === undefined) return undefined
  try {
    await tx.query(next.sql)
  } catch (error) {
    throw new StartupError(`The migration ${next.name} failed${placeOf(error, next.sql)}.`, { cause: error })
  }
  await tx.query('insert into schema_migration (name, checksum) values ($1, $2)', [next.name, next.checksum])
  return next.name
}

/** The first file that is not applied yet, or undefined when all are. */
export function nextOf(
  files: readonly Migration[],
  applied: readonly { name: string; checksum: string }[],
  folder: string,
): Migration | undefined {
  for (const { name, checksum } of applied) {
    const file = files.find((one) => one.name === name)
    if (file === undefined) {
      throw new StartupError(
        `The database is newer than this Sluice: it holds the migration ${name}, which ${folder} does not know; ` +
          'start the newer Sluice, or restore a backup made by this one.',
      )
    }
    if (file.checksum !== checksum) {
      throw new StartupError(
        `The migration ${name} was changed after it had been applied: put the file back and write a new migration.`,
      )
    }
  }
  const last = applied.at(-1)
  const next = files.find((file) => !applied.some(({ name }) => name === file.name))
  if (next !== undefined && last !== undefined && next.name < last.name) {
    throw new StartupError(
      `The migration ${next.name} comes before ${last.name}, which is applied already: give it the next free number.`,
    )
  }
  return next
}

/** Reads each `<number>-<name>.sql` in the order of their numbers; anything else that ends in `.sql` is refused. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await sqlNames(folder)
  const numbers = new Map<string, string>()
  for (const name of names) {
    const number = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]
    if (number === undefined) throw new StartupError(`${join(folder, name)} must be named like 0012-name.sql.`)
    const other = numbers.get(number)
    if (other !== undefined) throw new StartupError(`The migrations ${other} and ${name} have the same number.`)
    numbers.set(number, name)
  }
  return await Promise.all(names.map((name) => readMigration(folder, name)))
}

async function sqlNames(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  } catch (error) {
    throw new StartupError(`The folder with the migrations, ${folder}, cannot be read: install Sluice again.`, {
      cause: error,
    })
  }
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

/** PostgreSQL counts characters from 1; a person counts lines. */
function placeOf(error: unknown, sql: string): string {
  if (!(error instanceof Error)) return ''
  const position = 'position' in error ? Number(error.position) : Number.NaN
  const line = Number.isNaN(position) ? '' : ` in line ${sql.slice(0, position).split('\n').length}`
  return `${line}: ${error.message}`
}
