import { AROUND_KINDS, type GeoAround } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedMark } from '../../../platform/resource/scoped.ts'
import type { Scope } from '../../../platform/http/session.ts'
import type { PathDept } from './land-around.rules.ts'

/** The departments from the top of the tree to this one. */
export async function pathTo(db: Sql, deptId: string): Promise<PathDept[]> {
  const { rows } = await sql<PathDept>`
    select up.id::text as id, up.kind from v_dept d join v_dept up on up.id = d.id or up.id = any (d.ancestors)
    where d.id = ${deptId} and not d.deleted
    order by cardinality(up.ancestors) ${unscopedMark('land-around')}`.execute(db.tables<unknown>())
  return rows
}

/** Fewer than of the own land: it is there to find one's way. */
const AROUND_LIMIT = 20_000

/** The land of the tenant below `rootId` that the scope leaves out: what is drawn of it, and nothing else. */
export async function landOutside(db: Sql, rootId: string, scope: Scope): Promise<GeoAround[]> {
  const { rows } = await sql<GeoAround>`
    select f.kind, f.name, f.rank, f.geometry
    from geo_feature f join v_dept d on d.id = f.dept_id
    where not f.deleted and not d.deleted and (d.id = ${rootId} or ${rootId}::bigint = any (d.ancestors))
      and f.kind = any (${AROUND_KINDS}) and f.dept_id <> all (${scope.deptIds}::bigint[])
      and not (${scope.own} and f.create_by is not distinct from ${scope.userId}::bigint)
    order by f.id limit ${sql.lit(AROUND_LIMIT)} ${unscopedMark('land-around')}`.execute(db.tables<unknown>())
  return rows
}
