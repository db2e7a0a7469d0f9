import type { Database } from '@sluice/server/src/platform/db/db.ts'

/** The rows refer to existing rows: the foreign keys need not be checked one by one. */
export function forFilling(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set('options', '-c session_replication_role=replica -c maintenance_work_mem=256MB')
  return url.href
}

/** Creating indexes after the rows takes a fraction of the time; the primary key stays. */
export async function withoutIndexes(db: Database, table: string, work: () => Promise<void>): Promise<void> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = $1::regclass and not indisprimary order by 1`,
    [table],
  )
  for (const { name } of rows) await db.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await db.query(definition)
  // An index on an expression has its own statistics.
  await db.query(`analyze ${table}`)
}
