import type { Sql } from '@sluice/server/src/platform/db/db.ts'
import { DEVICE_TABLES, tenantTables } from '@sluice/server/src/platform/resource/tenant-tables.ts'

/** What rows of other tables refer to: the id of each tells it from the ids of all others. */
const REFERRED_TO = ['dept', 'sys_user', 'device', 'fault', 'command', 'geo_feature', 'history_import', 'job_run']

/** Rows of a person or a department that carry neither `dept_id` nor `device_id`. */
const BESIDE = ['sensor', 'duty_holiday']

/** Of ten digits, which no other number in an answer has: tests look for `77000` and five more. */
const MARKED = 7_700_000_001
const PLAIN = 5_000_000_001

/**
 * Gives ids of their own to the rows that are made from now on. Rows of all tables that are not referred to begin with
 * one number: a call that is sent with it asks for each of their rows at once.
 */
export async function markIds(db: Sql): Promise<void> {
  const own = new Map(REFERRED_TO.map((table, at) => [table, MARKED + at * 1000]))
  const common = MARKED + REFERRED_TO.length * 1000
  for (const table of await numbered(db)) await restart(db, table, own.get(table) ?? common)
}

/** Rows that are made from now on have ids without a mark. */
export async function unmarkIds(db: Sql): Promise<void> {
  for (const table of await numbered(db)) await restart(db, table, PLAIN)
}

/** The tables of rows that belong to somebody and are counted. */
async function numbered(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'id' and is_identity = 'YES' and table_name = any($1::text[])`,
    [[...REFERRED_TO, ...BESIDE, ...tenantTables(), ...DEVICE_TABLES]],
  )
  return rows.map(({ name }) => name)
}

async function restart(db: Sql, table: string, next: number): Promise<void> {
  await db.query(`alter table ${table} alter column id restart with ${next} /* unscoped:test */`)
}
