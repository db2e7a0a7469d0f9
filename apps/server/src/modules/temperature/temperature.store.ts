import type { Sql } from '../../platform/db/db.ts'
import { numberArray } from '../../platform/db/array-literal.ts'
import { DEVICE_MARK, unscopedText } from '../../platform/resource/scoped.ts'
import { type Excursion, type LimitSpan, meanKinetic } from './excursion.rules.ts'

const JOB = unscopedText('job')
/** A row with its columns by these names. */
type Answered<T> = { [K in keyof T]: T[K] }
const ms = (time: string) => `extract(epoch from ${time})::float8 * 1000`

/** What is said of a probe; a value that is left out stays. */
export interface ProbeFacts {
  probePosition?: string | null | undefined
  sceneId?: string | null | undefined
  ownLower?: number | null | undefined
  ownUpper?: number | null | undefined
  ownHumLower?: number | null | undefined
  ownHumUpper?: number | null | undefined
}
const COLUMNS = {
  probePosition: 'probe_position',
  sceneId: 'scene_id',
  ownLower: 'own_lower',
  ownUpper: 'own_upper',
  ownHumLower: 'own_hum_lower',
  ownHumUpper: 'own_hum_upper',
} as const satisfies Record<keyof ProbeFacts, string>

/** Of a device that the caller was found to see, with the limits that follow from `at` (epoch ms) on. */
export async function saveProbe(tx: Sql, deviceId: string, facts: ProbeFacts, at: number): Promise<void> {
  await tx.query(`insert into temp_probe (device_id) values ($1) on conflict do nothing ${DEVICE_MARK}`, [deviceId])
  for (const [name, column] of Object.entries(COLUMNS)) {
    const value = facts[name as keyof ProbeFacts]
    if (value === undefined) continue
    await tx.query(`update temp_probe set ${column} = $2 where device_id = $1 ${DEVICE_MARK}`, [deviceId, value])
  }
  await tx.query(limitsFrom('p.device_id = $1', DEVICE_MARK), [deviceId, at])
}

/** The limits of a scene that was changed reach its probes. */
export async function limitScene(tx: Sql, sceneId: string, at: number): Promise<void> {
  await tx.query(limitsFrom('p.scene_id = $1', unscopedText('reference')), [sceneId, at])
}

/** Limits that changed are in force from `$2` on; a probe that gets its first ones is judged from then on. */
const limitsFrom = (which: string, mark: string) => `
  with wanted as (
    select p.device_id, coalesce(p.own_lower, s.lower) as lower, coalesce(p.own_upper, s.upper) as upper,
      coalesce(p.own_hum_lower, s.hum_lower) as hum_lower, coalesce(p.own_hum_upper, s.hum_upper) as hum_upper
    from temp_probe p left join temp_scene s on s.id = p.scene_id where ${which}),
  judged as (
    insert into temp_limit (device_id, since, lower, upper)
    select w.device_id, to_timestamp($2::float8 / 1000), w.lower, w.upper
    from wanted w join temp_probe p on p.device_id = w.device_id
    where (p.lower, p.upper) is distinct from (w.lower, w.upper))
  update temp_probe p set lower = w.lower, upper = w.upper, hum_lower = w.hum_lower, hum_upper = w.hum_upper,
    counted_to = case when w.lower is null and w.upper is null then p.counted_to
      else coalesce(p.counted_to, to_timestamp($2::float8 / 1000)) end
  from wanted w where w.device_id = p.device_id ${mark}`

/** Probes in a scene that nobody deleted, for a scene that is to go. */
export async function probesIn(tx: Sql, sceneId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from temp_probe p join v_device d on d.id = p.device_id
     where p.scene_id = $1 and not d.deleted ${unscopedText('in-use')}`,
    [sceneId],
  )
  return rows[0]!.count
}

/** Of these hours those with late reports are judged again. Times are epoch ms. */
export async function noteLateHours(tx: Sql, hours: readonly { deviceId: string; hour: number }[]): Promise<void> {
  await tx.query(
    `update temp_probe p set recount_from = least(p.recount_from, late.since)
     from (select x.d, min(to_timestamp(x.h / 1000)) as since
       from unnest($1::bigint[], $2::float8[]) as x (d, h) join temp_probe q on q.device_id = x.d
       where q.counted_to is not null and exists (select from v_report r where r.device_id = x.d
         and r.ts >= to_timestamp(x.h / 1000) and r.ts < to_timestamp(x.h / 1000) + interval '1 hour'
         and r.source <> 'REPORT')
       group by x.d) late
     where p.device_id = late.d ${JOB}`,
    [numberArray(hours.map(({ deviceId }) => deviceId)), numberArray(hours.map(({ hour }) => hour))],
  )
}

/** Where judging a probe stands (epoch ms), held against others to the end of the transaction. */
export async function lockProbe(
  tx: Sql,
  deviceId: string,
): Promise<{ countedTo: number; recountFrom: number | null } | undefined> {
  const { rows } = await tx.query<{ counted: number; recount: number | null }>(
    `select ${ms('counted_to')} as counted, ${ms('recount_from')} as recount from temp_probe
     where device_id = $1 and counted_to is not null for update ${JOB}`,
    [deviceId],
  )
  return rows[0] && { countedTo: rows[0].counted, recountFrom: rows[0].recount }
}

/** Every limit that was ever in force, in order of time. */
export async function limitsOf(tx: Sql, deviceId: string): Promise<LimitSpan[]> {
  const { rows } = await tx.query<Answered<LimitSpan>>(
    `select ${ms('since')} as since, lower::float8 as lower, upper::float8 as upper from temp_limit
     where device_id = $1 order by temp_limit.since, id ${JOB}`,
    [deviceId],
  )
  return rows
}

const AS_EXCURSION = `${ms('start_time')} as start, ${ms('end_time')} as "end", ${ms('last_time')} as last, max, min,
  kinetic_sum as "kineticSum", readings, lower::float8 as lower, upper::float8 as upper`

/** The one that lasts. */
export async function openExcursion(tx: Sql, deviceId: string): Promise<Excursion | null> {
  const { rows } = await tx.query<Answered<Excursion>>(
    `select ${AS_EXCURSION} from temp_excursion where device_id = $1 and end_time is null ${JOB}`,
    [deviceId],
  )
  return rows[0] ?? null
}

/**
 * Takes away what a recount from a time on makes again, and answers from where (epoch ms): the start of the excursion
 * that was under way then.
 */
export async function dropFrom(tx: Sql, deviceId: string, from: number): Promise<number> {
  const { rows } = await tx.query<{ start: number | null }>(
    `with gone as (delete from temp_excursion where device_id = $1
       and (end_time is null or end_time >= to_timestamp($2::float8 / 1000)) returning start_time)
     select ${ms('min(start_time)')} as start from gone ${JOB}`,
    [deviceId, from],
  )
  return Math.min(from, rows[0]?.start ?? from)
}

/** Saves excursions; one that was known, by its start, becomes what it is now. */
export async function saveExcursions(tx: Sql, deviceId: string, excursions: readonly Excursion[]): Promise<void> {
  if (excursions.length === 0) return
  const rows = excursions.map((one) => ({ ...one, mkt: meanKinetic(one.kineticSum, one.readings) }))
  const time = (name: string) => `to_timestamp(x.${name} / 1000)`
  await tx.query(
    `insert into temp_excursion
       (device_id, start_time, end_time, last_time, max, min, mkt, kinetic_sum, readings, lower, upper)
     select $1, ${time('start')}, ${time('"end"')}, ${time('last')}, x.max, x.min, x.mkt, x."kineticSum", x.readings,
       x.lower, x.upper
     from jsonb_to_recordset($2::jsonb) as x (start float8, "end" float8, last float8, max float8, min float8,
       mkt float8, "kineticSum" float8, readings float8, lower float8, upper float8)
     on conflict (device_id, start_time) do update set end_time = excluded.end_time, last_time = excluded.last_time,
       max = excluded.max, min = excluded.min, mkt = excluded.mkt, kinetic_sum = excluded.kinetic_sum,
       readings = excluded.readings ${JOB}`,
    [deviceId, JSON.stringify(rows)],
  )
}

/** Everything up to this reading (epoch ms) was judged. */
export async function markCounted(tx: Sql, deviceId: string, to: number): Promise<void> {
  await tx.query(
    `update temp_probe set counted_to = greatest(counted_to, to_timestamp($2::float8 / 1000)), recount_from = null
     where device_id = $1 ${JOB}`,
    [deviceId, to],
  )
}
