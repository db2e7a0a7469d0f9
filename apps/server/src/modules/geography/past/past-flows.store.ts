import type { EdgeFlows } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import { goodNumberIn, partOf } from '../../../platform/db/db-reading.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'
import { BY_EDGE, FLOWS_OF_EDGE } from '../network/network.store.ts'
import { type Intervals, silenceS, usualOf } from './past.store.ts'

const FLOW = sql.raw(goodNumberIn('r.readings', 'r.quality', 'flow'))
const TOLD = sql.raw(partOf('r.readings', 'flow'))

const EVERY = sql`coalesce(d.report_interval_s, u.every)`

/** Flow at the moment by edge (contract: networkFlows): of each valve the last one it reported while it was online. */
export async function flowsThen(db: Sql, scope: Scope, time: string, intervals: Intervals): Promise<EdgeFlows> {
  const { rows } = await sql<EdgeFlows[number]>`
    select v.edge_id::text as "edgeId", ${FLOWS_OF_EDGE}
    from geo_valve v
    join v_device d on d.id = v.device_id
    join v_product p on p.id = d.product_id
    left join ${usualOf(intervals)} u on u.product_no = p.product_no
    join geo_feature f on f.id = v.edge_id
    left join lateral (
      select ${FLOW} as flow, ${FLOW} is null as left_out from v_report r where r.device_id = d.id and r.ts <= ${time}
        and r.ts >= ${time}::timestamptz - make_interval(secs => ${silenceS(EVERY, sql`u.silent`)})
        and ${TOLD} is not null order by r.ts desc limit 1) x on d.enabled
    where not d.deleted and not f.deleted
      and ${scopePredicate(scope, 'v_device', 'd')} and ${scopePredicate(scope, 'geo_feature', 'f')}
    ${BY_EDGE}`.execute(db.tables<unknown>())
  return rows
}
