import type { RepairCost } from '@sluice/contract'
import { sql } from 'kysely'
import type { Database } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import { scopePredicate } from '../../platform/resource/scoped.ts'

interface Asked {
  scope: Scope
  startTime: string
  endTime: string
  productId?: string | undefined
  english: boolean
}

/** What the orders that were finished in a time cost, by product. A cancelled order has no end, and counts nowhere. */
export async function countCosts(db: Database, asked: Asked): Promise<RepairCost[]> {
  const { scope, startTime, endTime, productId, english } = asked
  const { rows } = await sql<RepairCost>`
    select p.id::text as "productId", ${english ? sql`coalesce(p.english_name, p.name)` : sql`p.name`} as "productName",
      count(*)::int as orders, count(distinct r.device_id)::int as devices,
      coalesce(sum(x.parts), 0)::float8 as "partsFee", coalesce(sum(r.labor_fee), 0)::float8 as "laborFee",
      (coalesce(sum(x.parts), 0) + coalesce(sum(r.labor_fee), 0))::float8 as "totalFee"
    from repair_record r
    join v_device d on d.id = r.device_id
    join v_product p on p.id = d.product_id
    cross join lateral (select sum(l.amount) as parts from repair_part l where l.repair_record_id = r.id) x
    where r.finish_time >= ${startTime} and r.finish_time < ${endTime} and not d.deleted
      and ${productId ? sql`d.product_id = ${productId}` : sql`true`} and ${scopePredicate(scope, 'v_device', 'd')}
    group by p.id, p.name, p.english_name order by "totalFee" desc, p.id`.execute(db.tables<unknown>())
  return rows
}
