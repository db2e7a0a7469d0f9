import type { InputOf, RepairCost, repairCosts } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import { scopePredicate } from '../../platform/resource/scoped.ts'

type Asked = InputOf<typeof repairCosts> & { scope: Scope; english: boolean }

/** Orders in sight that meet the filters; `r` and `d`. The level is the order's, the code that of the fault it was made of. */
function wanted({ scope, startTime, endTime, deptId, areaId, level, code, productId }: Asked): RawBuilder<unknown> {
  const parts = [
    sql`r.finish_time >= ${startTime} and r.finish_time < ${endTime} and not d.deleted
      and ${scopePredicate(scope, 'v_device', 'd')}`,
    ...(deptId
      ? [sql`d.dept_id in (select x.id from v_dept x where x.id = ${deptId} or ${deptId}::bigint = any(x.ancestors))`]
      : []),
    ...(areaId
      ? [
          sql`d.area_id in (with recursive below as (select a.id from v_area a where a.id = ${areaId}
            union select a.id from v_area a join below b on a.parent_id = b.id) select id from below)`,
        ]
      : []),
    ...(level ? [sql`r.level = ${level}`] : []),
    ...(code ? [sql`exists (select from v_fault f where f.id = r.fault_id and f.code = ${code})`] : []),
    ...(productId ? [sql`d.product_id = ${productId}`] : []),
  ]
  return sql.join(parts, sql` and `)
}

/** By what costs are added up: the key of an order, and what it is called. */
function grouped({ by = 'PRODUCT', english }: Asked): { key: RawBuilder<unknown>; name: RawBuilder<unknown> } {
  if (by === 'AREA') return { key: sql`d.area_id`, name: sql`(select a.name from v_area a where a.id = d.area_id)` }
  if (by === 'PERSON')
    return { key: sql`r.assignee_id`, name: sql`(select u.name from v_user_name u where u.id = r.assignee_id)` }
  const name = english ? sql`coalesce(p.english_name, p.name)` : sql`p.name`
  return { key: sql`d.product_id`, name: sql`(select ${name} from v_product p where p.id = d.product_id)` }
}

/** What the orders that were finished in a time cost. A cancelled order has no end, and counts nowhere. */
export async function countCosts(db: Database, asked: Asked): Promise<RepairCost[]> {
  const { key, name } = grouped(asked)
  const { rows } = await sql<RepairCost>`
    select coalesce(key::text, '') as key, max(name) as name, count(*)::int as orders, count(distinct device_id)::int as devices,
      coalesce(sum(parts), 0)::float8 as "partsFee", coalesce(sum(labor_fee), 0)::float8 as "laborFee",
      (coalesce(sum(parts), 0) + coalesce(sum(labor_fee), 0))::float8 as "totalFee"
    from (
      select ${key} as key, ${name} as name, r.device_id, r.labor_fee,
        (select sum(l.amount) from repair_part l where l.repair_record_id = r.id) as parts
      from repair_record r join v_device d on d.id = r.device_id
      where ${wanted(asked)}
    ) one
    group by 1 order by "totalFee" desc, key`.execute(db.tables<unknown>())
  return rows
}
