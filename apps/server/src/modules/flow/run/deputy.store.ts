import type { Sql } from '../../../platform/db/db.ts'

/** Who stands for each of these people at a time; those who are not away are left out. The latest arrangement counts. */
export async function readDeputies(db: Sql, ids: readonly string[], at: Date): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; deputy: string }>(
    `select distinct on (user_id) user_id::text as id, deputy_id::text as deputy from flow_deputy
     where user_id = any($1::bigint[]) and not deleted and from_time <= $2 and to_time > $2
     order by user_id, id desc`,
    [ids, at.toISOString()],
  )
  return new Map(rows.map(({ id, deputy }) => [id, deputy]))
}
