import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { isRowId, scopePredicate } from '../../../platform/resource/scoped.ts'

/** Whether this land of the map can bound an area: one that the session sees, of the kind AREA. */
export async function isBoundary(db: Sql, { scope }: Pick<Session, 'scope'>, featureId: string): Promise<boolean> {
  if (!isRowId(featureId)) return false
  const { rows } = await sql`select from v_geo_feature f
    where f.id = ${featureId} and f.kind = 'AREA' and ${scopePredicate(scope, 'v_geo_feature', 'f')}`.execute(
    db.tables<unknown>(),
  )
  return rows.length > 0
}
