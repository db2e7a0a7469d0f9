import type { faultFigures, InputOf } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Scope } from '../../../platform/http/session.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'

export type Filters = Omit<InputOf<typeof faultFigures>, 'startTime' | 'endTime'>

/** SQL: devices `d` in sight that meet the filters. */
export function devicesWanted(scope: Scope, { deptId, areaId, productId }: Filters): RawBuilder<unknown> {
  const parts = [
    sql`not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`,
    ...(deptId
      ? [sql`d.dept_id in (select x.id from v_dept x where x.id = ${deptId} or ${deptId}::bigint = any(x.ancestors))`]
      : []),
    ...(areaId
      ? [
          sql`d.area_id in (with recursive below as (select a.id from v_area a where a.id = ${areaId}
            union select a.id from v_area a join below b on a.parent_id = b.id) select id from below)`,
        ]
      : []),
    ...(productId ? [sql`d.product_id = ${productId}`] : []),
  ]
  return sql.join(parts, sql` and `)
}

/** SQL: faults `f` that meet the filters. */
export function faultsWanted({ level, code }: Filters): RawBuilder<unknown> {
  const parts = [...(level ? [sql`f.level = ${level}`] : []), ...(code ? [sql`f.code = ${code}`] : [])]
  return parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`
}
