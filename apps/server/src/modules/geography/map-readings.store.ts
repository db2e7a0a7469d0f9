import { DIVIDES_PRESSURE, type MapQuantity, QUANTITY_METRICS } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import { goodNumber, goodNumberIn, observedAt, partOf } from '../../platform/db/db-reading.ts'
import { scopePredicate } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Intervals } from './past/past.store.ts'

/** A value counts until this many reports of its device are missing. */
const KEPT_INTERVALS = 3
/** For a device whose interval nobody knows: its value counts for two hours. */
const USUAL_INTERVAL_S = 2_400

/** Reads one metric of a device: its number, its good value, and when that was observed, epoch s. */
type MetricRow = (key: string, n: number) => RawBuilder<unknown>

const lit = (n: number) => sql.lit(n)

/** Of what each device told last. */
const toldLast: MetricRow = (key, n) => {
  const told = partOf('s.readings', key)
  return sql`select ${lit(n)} as metric, ${sql.raw(goodNumber(told))} as v, ${sql.raw(observedAt(told))} / 1000 as at`
}

/** Of the last reports by a moment that name the metric, as far back as their value counts. */
const toldBy =
  (time: string): MetricRow =>
  (key, n) => {
    const good = sql.raw(goodNumberIn('r.readings', 'r.quality', key))
    return sql`(select ${lit(n)} as metric, ${good} as v, extract(epoch from r.ts)::float8 as at
      from v_report r where r.device_id = d.id and r.ts <= ${time}
        and r.ts > ${time}::timestamptz - make_interval(secs => ${lit(KEPT_INTERVALS)} * e.every)
        and r.readings ? ${sql.lit(key)} order by r.ts desc limit 1)`
  }

/** All metrics of a quantity that a device has a value of. */
function valuesOf(of: MapQuantity, rowOf: MetricRow) {
  const rows = QUANTITY_METRICS[of].map((key, n) => sql`select * from (${rowOf(key, n)}) m`)
  return sql`select * from (${sql.join(rows, sql` union all `)}) m where m.v is not null`
}

/** The first of them that tells the quantity: a valve that measures only behind itself has no pressure before it. */
const firstOf = (of: MapQuantity, rowOf: MetricRow) => sql`${valuesOf(of, rowOf)}
  and (${sql.lit(of)} <> 'pressure' or m.metric = 0 or p.device_type_code <> all(${[...DIVIDES_PRESSURE]}))
  order by m.metric limit 1`

interface Asked {
  of: MapQuantity
  /** The moment of the answer. */
  time: string
  /** A moment of the past instead of it. */
  then: string | null
  intervals: Intervals
}

/** Devices in scope that are in use, each with what `values` finds and for how long that counts. */
function valued({ then, intervals }: Asked, scope: Scope, values: (rowOf: MetricRow) => RawBuilder<unknown>) {
  const usual = sql`(select * from unnest(${intervals.map(({ productNo }) => productNo)}::text[],
    ${intervals.map(({ reportIntervalS }) => reportIntervalS)}::int[]) as u (product_no, every))`
  return sql`
    select d.id, r.v, r.metric, r.at, (${lit(KEPT_INTERVALS)} * e.every)::int as keep
    from v_device d
    join v_product p on p.id = d.product_id
    left join ${usual} u on u.product_no = p.product_no
    cross join lateral (select coalesce(d.report_interval_s, u.every, ${lit(USUAL_INTERVAL_S)}) as every) e
    left join v_device_state s on s.device_id = d.id
    cross join lateral (${values(then === null ? toldLast : toldBy(then))}) r
    where d.enabled and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`
}

/** The values in scope as the JSON text of their columns (contract: mapReadings). */
export async function readingColumns(db: Sql, scope: Scope, asked: Asked): Promise<string> {
  const { of, time, then } = asked
  const { rows } = await sql<{ columns: string }>`
    select json_build_object('of', ${of}::text, 'time', ${time}::text, 'then', ${then}::text,
      'ids', coalesce(json_agg(x.id::text), '[]'), 'values', coalesce(json_agg(x.v), '[]'),
      'metrics', coalesce(json_agg(x.metric), '[]'), 'times', coalesce(json_agg(x.at), '[]'),
      'keepS', coalesce(json_agg(x.keep), '[]'))::text as columns
    from (${valued(asked, scope, (rowOf) => firstOf(of, rowOf))} order by d.id) x`.execute(db.tables<unknown>())
  return rows[0]!.columns
}

export interface ValveValue {
  deviceId: string
  /** Its number in `QUANTITY_METRICS`. */
  metric: number
  value: number
}

/** What valves of the network prove at the moment, of every metric of the quantity. */
export async function valveValues(db: Sql, scope: Scope, asked: Asked): Promise<ValveValue[]> {
  const shown = asked.then ?? asked.time
  const { rows } = await sql<ValveValue>`
    select x.id::text as "deviceId", x.metric, x.v as value
    from (${valued(asked, scope, (rowOf) => valuesOf(asked.of, rowOf))}) x
    join geo_valve g on g.device_id = x.id
    where x.at + x.keep >= extract(epoch from ${shown}::timestamptz)`.execute(db.tables<unknown>())
  return rows
}
