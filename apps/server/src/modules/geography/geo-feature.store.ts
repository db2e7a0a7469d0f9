import type { GeoFeature, GeoKind } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import { scoped } from '../../platform/resource/scoped.ts'
import type { Session } from '../../platform/http/session.ts'
import type { NewFeature } from './geo-feature.rules.ts'

interface FeatureTables {
  geoFeature: GeoFeature & { deleted: boolean }
}

/** Names are selected before areas are hidden by what lies on them: the drawing order is the map's, not the table's. */
export function featuresInSight(db: Sql, session: Session): Promise<GeoFeature[]> {
  return scoped(db.tables<FeatureTables>(), session)
    .selectFrom('geoFeature')
    .select(['id', 'version', 'deptId', 'kind', 'name', 'rank', 'flow', 'widthM', 'geometry'])
    .where('deleted', '=', false)
    .orderBy('id')
    .limit(SIGHT_LIMIT)
    .execute() as Promise<GeoFeature[]>
}

/** More than a browser can reasonably draw at once; an operator of that size needs vector tiles. */
const SIGHT_LIMIT = 50_000

/** Returns the new ids, in order. The session was checked to have write access to the department. */
export async function insertFeatures(
  tx: Sql,
  session: Session,
  deptId: string,
  features: readonly NewFeature[],
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into geo_feature (dept_id, kind, name, rank, flow, width_m, remark, geometry, create_by, update_by)
     select $1, x.kind, x.name, x.rank, x.flow, x.width_m, x.remark, x.geometry, $2, $2
     from jsonb_to_recordset($3::jsonb) as x
       (kind text, name text, rank text, flow text, width_m double precision, remark text, geometry jsonb, nr bigint)
     order by x.nr returning id /* scope:insert */`,
    [
      deptId,
      session.userId,
      JSON.stringify(features.map(({ widthM, ...feature }, nr) => ({ ...feature, width_m: widthM, nr }))),
    ],
  )
  return rows.map(({ id }) => id)
}

/** A department in the session's scope, protected from deletion until the transaction ends. */
export async function deptIsVisible(tx: Sql, session: Session, deptId: string): Promise<boolean> {
  const row = await scoped(tx.tables<{ vDept: { id: string; deleted: boolean } }>(), session)
    .selectFrom('vDept')
    .select('id')
    .where('id', '=', deptId)
    .where('deleted', '=', false)
    .modifyEnd(sql`for share`)
    .executeTakeFirst()
  return row !== undefined
}

/** An edge of the network that the session sees. */
export async function edgeInSight(db: Sql, session: Session, id: string): Promise<GeoFeature | undefined> {
  const row = await scoped(db.tables<FeatureTables>(), session)
    .selectFrom('geoFeature')
    .select(['id', 'version', 'deptId', 'kind', 'name', 'rank', 'flow', 'widthM', 'geometry'])
    .where('id', '=', id)
    .where('deleted', '=', false)
    .where('kind', 'in', ['CANAL', 'PIPE'] satisfies GeoKind[])
    .executeTakeFirst()
  return row as GeoFeature | undefined
}
