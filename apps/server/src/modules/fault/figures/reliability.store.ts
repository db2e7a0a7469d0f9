import type { ReliabilityRun } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { devicesWanted, faultsWanted, type Filters } from './figure-filters.store.ts'
import type { Span } from './figures.rules.ts'

type Counted = Pick<
  ReliabilityRun,
  'productId' | 'productName' | 'firmware' | 'newest' | 'devices' | 'deviceDays' | 'faults'
>

/**
 * Days that devices of each product ran each firmware, and the faults that began in them. A device counts from its first
 * report, also one of an earlier system; one that is switched off, to its last. Neither consequences nor what began in maintenance counts.
 */
export async function countRuns(
  db: Sql,
  { scope, filters, span, now, english }: { scope: Scope; filters: Filters; span: Span; now: Date; english: boolean },
): Promise<Counted[]> {
  const [from, to] = [span.from.toISOString(), new Date(Math.min(span.to.getTime(), now.getTime())).toISOString()]
  const { rows } = await sql<Counted>`
    with served as materialized (
      select d.id, d.product_id, greatest(${from}::timestamptz, least(s.first_seen_time, r.from_time)) as begins,
        least(${to}::timestamptz, case when d.enabled then 'infinity' else s.last_seen_time end) as ends
      from v_device d join v_device_state s on s.device_id = d.id left join v_device_reported r on r.device_id = d.id
      where d.product_id is not null and s.first_seen_time is not null
        and ${devicesWanted(scope, filters)}
    ), piece as (
      select v.id, v.product_id, w.version_name as firmware, w.from_time as since, greatest(v.begins, w.from_time) as begins,
        least(v.ends, coalesce(w.to_time, 'infinity')) as ends
      from served v join v_device_firmware_span w on w.device_id = v.id
      union all
      select v.id, v.product_id, null, null, v.begins, least(v.ends, coalesce(
        (select min(w.from_time) from v_device_firmware_span w where w.device_id = v.id), 'infinity'))
      from served v
    ), counted as (
      select i.product_id, i.firmware, min(i.since) as since, count(distinct i.id)::int as devices,
        sum(extract(epoch from i.ends - i.begins) / 86400)::float8 as days, sum(x.n)::int as faults
      from piece i cross join lateral (
        select count(*) as n from fault f where f.device_id = i.id and f.first_time >= i.begins and f.first_time < i.ends
          and f.cause_id is null and f.maintenance_id is null and ${faultsWanted(filters)}
      ) x
      where i.ends > i.begins group by 1, 2
    )
    select p.id::text as "productId", ${english ? sql`coalesce(p.english_name, p.name)` : sql`p.name`} as "productName", c.firmware,
      c.since is not null and c.since = max(c.since) over (partition by c.product_id) as newest, c.devices, c.days as "deviceDays", c.faults
    from counted c join v_product p on p.id = c.product_id
    order by sum(c.faults) over (partition by c.product_id) desc, p.name, p.id, c.since desc nulls last, c.firmware`.execute(
    db.tables<unknown>(),
  )
  return rows
}
