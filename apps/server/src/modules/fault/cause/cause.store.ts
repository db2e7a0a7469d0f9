import { SILENCE_FAULTS } from '@sluice/contract'
import { numberArray, textArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import { pairsOf, SETTLES_MS } from './cause.rules.ts'

const MARK = unscopedText('pipeline')
const [SELF, MASTER, UPSTREAM] = [pairsOf('SELF'), pairsOf('MASTER'), pairsOf('UPSTREAM')]
/** What the map explains by, wherever it is. */
const UPSTREAM_CAUSES = [...new Set(UPSTREAM.map(({ cause }) => cause))]
const BESIDE = [...SELF.map((pair) => ({ ...pair, of: 'SELF' })), ...MASTER.map((pair) => ({ ...pair, of: 'MASTER' }))]

/**
 * SQL: whether one fault may stand for another. Whoever sees the consequence sees the cause: its department is the cause's, or
 * above that. And the cause is not ignored. Else people would hear of neither.
 */
const STANDS_FOR = (consequence: string, cause: string) => `exists (
  select from fault a join v_device ad on ad.id = a.device_id, fault b join v_device bd on bd.id = b.device_id
    join v_dept h on h.id = bd.dept_id
  where a.id = ${consequence} and b.id = ${cause} and b.handle_state <> 'IGNORED'
    and (ad.dept_id = bd.dept_id or ad.dept_id = any(h.ancestors)))`

/**
 * Which active faults stand below which others on their device or its master, where one of both has just begun. Each look is a
 * row of its own by an index, whatever the planner thinks of tables that grew a second ago: when ten thousand slaves fall
 * silent with their gateways, it must not compare each with each.
 */
const PAIRS = `with rule as (select * from unnest($2::text[], $3::text[], $4::text[]) as r (relation, cause, consequence)),
     fresh as materialized (
       select f.id, f.device_id, f.code, d.master_id
       from unnest($1::bigint[]) as b (id)
         cross join lateral (select x.id, x.device_id, x.code from fault x where x.id = b.id offset 0) f
         cross join lateral (select x.master_id from v_device x where x.id = f.device_id offset 0) d
     ), pair as (
       -- What has just begun, below what was there.
       select f.id, c.id as cause_id, c.cause_id as root_id, c.level, c.first_time
       from fresh f join rule r on r.consequence = f.code
         cross join lateral (
           select x.id, x.cause_id, x.level, x.first_time from fault x
           where x.device_id = case r.relation when 'SELF' then f.device_id else f.master_id end
             and x.code = r.cause and x.condition_state = 'ACTIVE' and x.id <> f.id offset 0) c
       union all
       -- What was there, below what has just begun.
       select f.id, c.id, null, 4, now() from fresh c join rule r on r.cause = c.code and r.relation = 'SELF'
         cross join lateral (
           select x.id from fault x
           where x.device_id = c.device_id and x.code = r.consequence and x.condition_state = 'ACTIVE' offset 0) f
       union all
       select f.id, c.id, null, 4, now() from fresh c join rule r on r.cause = c.code and r.relation = 'MASTER'
         cross join lateral (select s.id from v_device s where s.master_id = c.device_id and not s.deleted offset 0) s
         cross join lateral (
           select x.id from fault x
           where x.device_id = s.id and x.code = r.consequence and x.condition_state = 'ACTIVE' offset 0) f
     )
     select distinct on (p.id) p.id::text as id, p.top_id::text as "causeId"
     from (select p.*, coalesce(p.root_id, p.cause_id) as top_id from pair p) p
     where p.id <> p.top_id and ${STANDS_FOR('p.id', 'p.top_id')}
     order by p.id, p.level desc, p.first_time, p.cause_id ${MARK}`

/**
 * Links active faults that nobody has taken with active ones that explain them, on their device or its master, where one
 * of both has just begun. A fault is linked with the first cause of the chain, so that everything stands under one.
 * Returns the faults that have a cause now.
 */
export async function linkBeside(tx: Sql, begun: readonly string[]): Promise<string[]> {
  const { rows: pairs } = await tx.query<{ id: string; causeId: string }>(PAIRS, [
    begun,
    textArray(BESIDE.map(({ of }) => of)),
    textArray(BESIDE.map(({ cause }) => cause)),
    textArray(BESIDE.map(({ consequence }) => consequence)),
  ])
  if (pairs.length === 0) return []
  const free = await holdFree(
    tx,
    pairs.map(({ id }) => id),
  )
  const chosen = pairs.filter(({ id }) => free.has(id))
  await tx.query(
    `update fault f set cause_id = c.cause_id from unnest($1::bigint[], $2::bigint[]) as c (id, cause_id) where f.id = c.id ${MARK}`,
    [numberArray(chosen.map(({ id }) => id)), numberArray(chosen.map(({ causeId }) => causeId))],
  )
  if (free.size > 0) await liftConsequences(tx, [...free])
  return [...free]
}

/** Locks those of these faults that may be put below another one: active, taken by nobody, and below none. */
async function holdFree(tx: Sql, faultIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ id: string }>(
    `select id::text as id from fault
     where id = any($1::bigint[]) and cause_id is null and handle_state = 'UNHANDLED' and condition_state = 'ACTIVE'
     order by id for update ${MARK}`,
    [faultIds],
  )
  return new Set(rows.map(({ id }) => id))
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
    [UPSTREAM_CAUSES],
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
       and ${STANDS_FOR('f.id', '$1')}
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

/** A consequence that outlived its cause, or whose cause stands for it no longer. */
export interface Outlived {
  faultId: string
  deviceId: string
  deptId: string
  code: string
  level: number
  /** It is not told: it began during maintenance that still lasts, or somebody has dealt with it. */
  quiet: boolean
}

const OUTLIVED = `f.id::text as "faultId", f.device_id::text as "deviceId", f.dept_id::text as "deptId", f.code, f.level,
  f.in_maintenance or f.handle_state <> 'UNHANDLED' as quiet`

/**
 * Takes active faults from causes that cleared long enough ago, are ignored, or are those of a former master; at most so many
 * at once. One that is silent may be so for as long as without the cause, counted from when that cleared.
 */
export async function takeOutlived(tx: Sql, now: Date, most: number): Promise<Outlived[]> {
  const { rows } = await tx.query<Outlived & Record<string, unknown>>(
    `with due as (
       select f.id from fault f join fault c on c.id = f.cause_id join v_device d on d.id = f.device_id
         left join v_device_state s on s.device_id = f.device_id and f.code = any($4::text[])
       where f.condition_state = 'ACTIVE' and case when c.condition_state = 'CLEARED'
         then c.clear_time <= $1::timestamptz - greatest($2 * interval '1 millisecond', s.silent_after - s.last_seen_time)
         else c.handle_state = 'IGNORED' or (c.device_id <> f.device_id and c.device_id is distinct from d.master_id
           and c.code <> all($5::text[])) end
       order by f.id limit $3 for update of f skip locked
     )
     update fault f set cause_id = null, version = f.version + 1 from due where f.id = due.id
     returning ${OUTLIVED} ${MARK}`,
    [now.toISOString(), SETTLES_MS, most, textArray(SILENCE_FAULTS), textArray(UPSTREAM_CAUSES)],
  )
  return rows
}

/** Takes all active faults from these causes, which have just been ignored. */
export async function takeIgnored(tx: Sql, causeIds: readonly string[]): Promise<Outlived[]> {
  const { rows } = await tx.query<Outlived & Record<string, unknown>>(
    `with due as (
       select id from fault where cause_id = any($1::bigint[]) and condition_state = 'ACTIVE' order by id for update
     )
     update fault f set cause_id = null, version = f.version + 1 from due where f.id = due.id
     returning ${OUTLIVED} ${MARK}`,
    [numberArray(causeIds)],
  )
  return rows
}
