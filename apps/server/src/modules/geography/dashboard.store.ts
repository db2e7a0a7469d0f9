import { SILENCE_FAULTS } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import { goodNumber, leftOut, partOf } from '../../platform/db/db-reading.ts'
import { scopePredicate } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'

type Counted = {
  id: string
  total: number
  online: number
  offline: number
  fault: number
  inactive: number
  disabled: number
  unplaced: number
  flow: number | null
  flowLeftOut: number
}

const TOLD = sql.raw(partOf('s.readings', 'flow'))
const GOOD = sql.raw(goodNumber('x.told'))
const LEFT_OUT = sql.raw(leftOut('x.told'))

/**
 * Counts per department; faults are devices with an active fault of level 2 or higher. `flow` (m³/h) sums the good
 * values of valves and meters, and counts those left out: a device that also measures a level gauges a river or a
 * canal.
 */
export async function countDevices(db: Sql, scope: Scope): Promise<Counted[]> {
  const { rows } = await sql<Counted>`
    select x.dept_id::text as id, count(*)::int as total,
      count(*) filter (where x.enabled and x.status = 'ONLINE')::int as online,
      count(*) filter (where x.enabled and x.status = 'OFFLINE')::int as offline,
      count(*) filter (where x.level >= 2)::int as fault,
      count(*) filter (where x.enabled and coalesce(x.status, 'INACTIVE') = 'INACTIVE')::int as inactive,
      count(*) filter (where not x.enabled)::int as disabled,
      count(*) filter (where x.lng is null)::int as unplaced,
      sum(${GOOD}) as flow, count(*) filter (where ${LEFT_OUT})::int as "flowLeftOut"
    from (
      select d.dept_id, d.enabled, d.lng, s.status, f.level,
        case when d.enabled and s.status = 'ONLINE' and not s.readings ? 'level' then ${TOLD} end as told
      from v_device d
      left join v_device_state s on s.device_id = d.id
      left join (select device_id, max(level) as level from v_open_fault
        where code <> all(${SILENCE_FAULTS}) group by device_id) f
        on f.device_id = d.id
      where not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
      offset 0
    ) x
    group by x.dept_id`.execute(db.tables<unknown>())
  return rows
}

export async function deptsInSight(
  db: Sql,
  scope: Scope,
): Promise<{ id: string; parentId: string | null; name: string }[]> {
  const { rows } = await sql<{ id: string; parentId: string | null; name: string }>`
    select p.id::text as id, p.parent_id::text as "parentId", p.name from v_dept p
    where not p.deleted and ${scopePredicate(scope, 'v_dept', 'p')} order by p.sort, p.id`.execute(db.tables<unknown>())
  return rows
}
