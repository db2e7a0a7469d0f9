import type { Sql } from '../db/db.ts'
import type { Facts } from './archive.ts'

/** The order of applied migrations; nothing when this is no database of Sluice. */
export async function appliedMigrations(db: Sql): Promise<Facts['migrations']> {
  const { rows } = await db.query<{ found: boolean }>(
    "select to_regclass('public.schema_migration') is not null as found",
  )
  if (rows[0]?.found !== true) return []
  const applied = await db.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migration order by name collate "C"',
  )
  return applied.rows
}

/** Whether nothing at all is in it, as a fresh database. */
export async function isEmptyDatabase(db: Sql): Promise<boolean> {
  const { rows } = await db.query<{ empty: boolean }>(
    "select not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as empty",
  )
  return rows[0]?.empty === true
}

/** How many connections other Sluice programs have to this database. */
export async function foreignSessions(db: Sql): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and application_name = 'sluice' and pid <> pg_backend_pid()`,
  )
  return rows[0]?.count ?? 0
}

export interface Table {
  name: string
  /** Without generated columns. */
  columns: string[]
}

/** Every table of ours; a partitioned table includes its partitions. */
export async function tablesOf(db: Sql): Promise<Table[]> {
  const { rows } = await db.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'schema_migration' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname order by c.relname`,
  )
  return rows.map(({ name, columns }) => ({ name, columns }))
}

export async function partitionsOf(db: Sql): Promise<Facts['partitions']> {
  const { rows } = await db.query<{ name: string; parent: string; bound: string }>(
    `select c.relname as name, p.relname as parent, pg_get_expr(c.relpartbound, c.oid) as bound
     from pg_inherits i join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent
     where c.relispartition and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by c.relname`,
  )
  return rows
}

/** Sequences that were used, with the last number they gave. */
export async function sequencesOf(db: Sql): Promise<Facts['sequences']> {
  const { rows } = await db.query<{ name: string; last: string }>(
    `select sequencename as name, last_value::text as last from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows
}

/** Number of rows, and the sum of a hash of each: two tables with equal results hold the same rows. */
export async function contentOf(db: Sql, table: string): Promise<{ rows: string; sum: string }> {
  const { rows } = await db.query<{ rows: string; sum: string }>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum
     from ${quoted(table)} t`,
  )
  return rows[0]!
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export async function serverVersion(db: Sql): Promise<string> {
  const { rows } = await db.query<{ version: string }>("select current_setting('server_version') as version")
  return rows[0]?.version ?? ''
}
