import type { Sql } from '../db/db.ts'

/** Epoch ms; null: no time was believed yet. */
export async function readTrusted(db: Sql): Promise<number | null> {
  const { rows } = await db.query<{ at: number }>(
    'select extract(epoch from trusted_time)::float8 * 1000 as at from clock_trust',
  )
  return rows[0]?.at ?? null
}

/** The time of day at the database server, epoch ms. */
export async function databaseTime(db: Sql): Promise<number> {
  const { rows } = await db.query<{ at: number }>('select extract(epoch from clock_timestamp())::float8 * 1000 as at')
  return rows[0]!.at
}

export async function saveTrusted(db: Sql, at: number): Promise<void> {
  await db.query(
    `insert into clock_trust (trusted_time) values (to_timestamp($1::float8 / 1000))
     on conflict (only_row) do update set trusted_time = excluded.trusted_time`,
    [at],
  )
}
