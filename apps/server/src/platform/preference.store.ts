import type { Sql } from './db/db.ts'

export async function readPreference(db: Sql, userId: string, key: string): Promise<unknown> {
  const { rows } = await db.query<{ value: unknown }>(
    'select value from user_preference where user_id = $1 and key = $2',
    [userId, key],
  )
  return rows[0]?.value ?? null
}

/** False when this person keeps `most` things already. */
export async function writePreference(
  db: Sql,
  userId: string,
  { key, value }: { key: string; value: unknown },
  most: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into user_preference (user_id, key, value)
     select $1, $2, $3::jsonb
     where (select count(*) from user_preference where user_id = $1 and key <> $2) < $4
     on conflict (user_id, key) do update set value = excluded.value, update_time = now()`,
    [userId, key, JSON.stringify(value), most],
  )
  return rowCount === 1
}

export async function deletePreference(db: Sql, userId: string, key: string): Promise<void> {
  await db.query('delete from user_preference where user_id = $1 and key = $2', [userId, key])
}
