import { textArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import { pairsOf, SETTLES_MS } from './cause.rules.ts'

const MARK = unscopedText('pipeline')
const [SELF, MASTER, UPSTREAM] = [pairsOf('SELF'), pairsOf('MASTER'), pairsOf('UPSTREAM')]
const BESIDE = [...SELF.map((pair) => ({ ...pair, of: 'SELF' })), ...MASTER.map((pair) => ({ ...pair, of: 'MASTER' }))]

/**
 * SQL: whether whoever sees the consequence sees the cause: its department is the cause's, or above that. Else people would
 * hear of neither.
 */
const SEEN_WITH = (consequence: string, cause: string) => `exists (
  select from fault a join v_device ad on ad.id = a.device_id, fault b join v_device bd on bd.id = b.device_id
    join v_dept h on h.id = bd.dept_id
  where a.id = ${consequence} and b.id = ${cause} and (ad.dept_id = bd.dept_id or ad.dept_id = any(h.ancestors)))`

/**
 * Links active faults that nobody has taken with active ones that explain them, on their device or its master, where one
 * of both has just begun. A fault is linked with the first cause of the chain, so that everything stands under one.
 * Returns the faults that have a cause now.
 */
export async function linkBeside(tx: Sql, begun: readonly string[]): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `with rule as (select * from unnest($2::text[], $3::text[], $4::text[]) as r (relation, cause, consequence)),
     fresh as (
       select f.id, f.device_id, f.code, d.master_id from fault f join v_device d on d.id = f.device_id where f.id = any($1::bigint[])
     ), pair as (
       -- What has just begun, below what was there.
       select f.id, c.id as cause_id, c.cause_id as root_id, c.level, c.first_time
       from fresh f join rule r on r.consequence = f.code
       join fault c on c.code = r.cause and c.condition_state = 'ACTIVE' and c.id <> f.id
         and c.device_id = case r.relation when 'SELF' then f.device_id else f.master_id end
       union all
       -- What was there, below what has just begun.
       select f.id, c.id, null, 4, now() from fresh c join rule r on r.cause = c.code and r.relation = 'SELF'
       join fault f on f.device_id = c.device_id and f.code = r.consequence and f.condition_state = 'ACTIVE'
       union all
       select f.id, c.id, null, 4, now() from fresh c join rule r on r.cause = c.code and r.relation = 'MASTER'
       join v_device s on s.master_id = c.device_id
       join fault f on f.device_id = s.id and f.code = r.consequence and f.condition_state = 'ACTIVE'
     ), chosen as (
       select distinct on (p.id) p.id, coalesce(p.root_id, p.cause_id) as cause_id
       from (select p.*, coalesce(p.root_id, p.cause_id) as top_id from pair p) p
       where p.id <> p.top_id and ${SEEN_WITH('p.id', 'p.top_id')}
       order by p.id, p.level desc, p.first_time, p.cause_id
     )
     update fault f set cause_id = c.cause_id from chosen c
     where f.id = c.id and f.cause_id is null and f.handle_state = 'UNHANDLED' and f.condition_state = 'ACTIVE'
     returning f.id::text as id ${MARK}`,
    [
      begun,
      textArray(BESIDE.map(({ of }) => of)),
      textArray(BESIDE.map(({ cause }) => cause)),
      textArray(BESIDE.map(({ consequence }) => consequence)),
    ],
  )
  const linked = rows.map(({ id }) => id)
  if (linked.length > 0) await liftConsequences(tx, linked)
  return linked
}

/** What stood under a fault that has a cause itself stands under that. */
async function liftConsequences(tx: Sql, linked: readonly string[]): Promise<void> {
  await tx.query(
    `update fault f set cause_id = m.cause_id from fault m
     where m.id = any($1::bigint[]) and f.cause_id = m.id and m.cause_id <> f.id ${MARK}`,
    [linked],
  )
}

/** Active faults that explain others by the network. */
export async function activeUpstream(tx: Sql): Promise<{ id: string; deviceId: string; code: string }[]> {
  const { rows } = await tx.query<{ id: string; deviceId: string; code: string }>(
    `select id::text as id, device_id::text as "deviceId", code from fault
     where condition_state = 'ACTIVE' and code = any($1::text[]) order by level desc, first_time ${MARK}`,
    [[...new Set(UPSTREAM.map(({ cause }) => cause))]],
  )
  return rows
}

/** The same for what is downstream of one of them; where either has just begun. */
export async function linkDownstream(
  tx: Sql,
  cause: { id: string; code: string },
  deviceIds: readonly string[],
  begun: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `update fault f set cause_id = $1
     where f.device_id = any($2::bigint[]) and f.code = any($3::text[]) and f.cause_id is null and f.id <> $1
       and f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and ($1 = any($4::bigint[]) or f.id = any($4::bigint[]))
       and ${SEEN_WITH('f.id', '$1')}
     returning f.id::text as id ${MARK}`,
    [
      cause.id,
      deviceIds,
      UPSTREAM.filter((pair) => pair.cause === cause.code).map(({ consequence }) => consequence),
      begun,
    ],
  )
  return rows.map(({ id }) => id)
}

/** A consequence that outlived its cause. */
export interface Outlived {
  faultId: string
  deviceId: string
  deptId: string
  code: string
  level: number
  /** It began during maintenance that still lasts. */
  held: boolean
}

/** Takes active faults from causes that cleared long enough ago; at most so many at once. */
export async function takeOutlived(tx: Sql, now: Date, most: number): Promise<Outlived[]> {
  const { rows } = await tx.query<Outlived & Record<string, unknown>>(
    `with due as (
       select f.id from fault f join fault c on c.id = f.cause_id
       where f.condition_state = 'ACTIVE' and c.condition_state = 'CLEARED'
         and c.clear_time <= $1::timestamptz - $2 * interval '1 millisecond'
       order by f.id limit $3 for update of f skip locked
     )
     update fault f set cause_id = null, version = f.version + 1 from due where f.id = due.id
     returning f.id::text as "faultId", f.device_id::text as "deviceId", f.dept_id::text as "deptId", f.code, f.level,
       f.in_maintenance as held ${MARK}`,
    [now.toISOString(), SETTLES_MS, most],
  )
  return rows
}
