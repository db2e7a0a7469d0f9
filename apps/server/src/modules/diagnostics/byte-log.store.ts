import { sql } from 'kysely'
import type { Database } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import { scopePredicate } from '../../platform/resource/scoped.ts'

/** Names of those of the devices that the scope sees. */
export async function namesInSight(db: Database, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    select d.id::text as id, d.name from v_device d
    where d.id = any(${ids}::bigint[]) and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables())
  return new Map(rows.map(({ id, name }) => [id, name]))
}
