import { FAULT_LIMITS, type FaultBar, type FaultFigures, type FaultNumbers } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { REPEAT_DAYS } from './counted.store.ts'
import { devicesWanted, faultsWanted, type Filters } from './figure-filters.store.ts'
import { type DayPoint, type Span, spanBefore, stepOf } from './figures.rules.ts'

const MOST_BARS = 10

/** What figures are asked of. */
export interface Asked {
  scope: Scope
  filters: Filters
  span: Span
  now: Date
  zone: string
  /** The language of the reader, for names of products. */
  english: boolean
}

const at = (time: Date): RawBuilder<unknown> => sql`${time.toISOString()}::timestamptz`

/** Faults in sight that meet the filters; `f` and `d`. */
const wanted = ({ scope, filters }: Asked): RawBuilder<unknown> =>
  sql`${devicesWanted(scope, filters)} and ${faultsWanted(filters)}`

const CLEARED_AT = sql`case when f.condition_state = 'CLEARED' then f.clear_time end`

/** Causes that began in a time, with minutes until they were taken and mended. */
function causes(asked: Asked, { from, to }: Span): RawBuilder<unknown> {
  // `greatest` leaves nulls out: what has no end has no minutes.
  const minutes = (end: RawBuilder<unknown>) =>
    sql`case when ${end} is not null then greatest(extract(epoch from ${end} - f.first_time) / 60, 0)::float8 end`
  return sql`cause as materialized (
    select f.*, ${minutes(sql`f.ended`)} as mend, ${minutes(sql`coalesce(f.ended, ${at(asked.now)})`)} as lasted,
      case when f.maintenance_id is null then ${minutes(sql`f.ack_time`)} end as ack
    from (
      select f.id, f.device_id, f.code, f.level, f.first_time, f.condition_state, f.handle_state, f.ack_time, f.taken_name,
        f.maintenance_id, ${CLEARED_AT} as cleared_at, least(f.resolve_time, ${CLEARED_AT}) as ended, d.name as device_name,
        d.product_id, d.area_id
      from fault f join v_device d on d.id = f.device_id
      where f.first_time >= ${at(from)} and f.first_time < ${at(to)} and f.cause_id is null and ${wanted(asked)}
    ) f)`
}

const median = (of: RawBuilder<unknown>) => sql`percentile_cont(0.5) within group (order by ${of})`
const p90 = (of: RawBuilder<unknown>) => sql`percentile_cont(0.9) within group (order by ${of})`
const ACK = sql`c.ack`
const MEND = sql`c.mend`

/** How many were due and kept to the limit of their level: one that nobody had to act on in time is not due. */
function kept(of: 'response' | 'repair'): RawBuilder<unknown> {
  const done = of === 'response' ? ACK : MEND
  const counted = of === 'response' ? sql`c.maintenance_id is null` : sql`true`
  const levels = FAULT_LIMITS.map(({ level, responseMin, repairMin }) => {
    const limit = of === 'response' ? responseMin : repairMin
    const inTime = sql`c.level = ${level}::int and ${counted} and coalesce(${done} <= ${limit}::int, false)`
    const late = sql`c.level = ${level}::int and ${counted} and not coalesce(${done} <= ${limit}::int, false)
      and c.lasted > ${limit}::int and (${done} is not null or c.handle_state <> 'IGNORED')`
    return sql`jsonb_build_object('level', ${level}::int, 'inTime', count(*) filter (where ${inTime}),
      'due', count(*) filter (where (${inTime}) or (${late})))`
  })
  return sql`jsonb_build_array(${sql.join(levels)})`
}

async function numbersOf(db: Sql, asked: Asked, span: Span): Promise<FaultNumbers> {
  const { rows } = await sql<FaultNumbers>`
    with ${causes(asked, span)}
    select count(*)::int as faults, count(c.ack)::int as taken, ${median(ACK)} as "ackMedian", ${p90(ACK)} as "ackP90",
      count(c.mend)::int as mended, ${median(MEND)} as "mendMedian", ${p90(MEND)} as "mendP90",
      ${kept('response')} as response, ${kept('repair')} as repair, count(c.cleared_at)::int as over,
      (count(*) filter (where exists (select from fault n where n.device_id = c.device_id and n.code = c.code and n.id <> c.id
        and n.cause_id is null and n.first_time > c.cleared_at
        and n.first_time <= c.cleared_at + ${REPEAT_DAYS}::int * interval '1 day')))::int as repeated,
      (select count(*)::int from fault f join v_device d on d.id = f.device_id where f.first_time >= ${at(span.from)}
        and f.first_time < ${at(span.to)} and f.cause_id is not null and ${wanted(asked)}) as consequences
    from cause c`.execute(db.tables<unknown>())
  return rows[0]!
}

async function openNow(db: Sql, asked: Asked): Promise<FaultFigures['openLevels']> {
  const { rows } = await sql<FaultFigures['openLevels'][number]>`
    select f.level, count(*)::int as n from fault f join v_device d on d.id = f.device_id
    where f.condition_state = 'ACTIVE' and f.cause_id is null and ${wanted(asked)}
    group by 1 order by 1 desc`.execute(db.tables<unknown>())
  return rows
}

async function daysOf(db: Sql, asked: Asked): Promise<DayPoint[]> {
  const { span, zone } = asked
  const unit = stepOf(span) === 'DAY' ? 'day' : 'week'
  const day = (time: RawBuilder<unknown>) =>
    sql`to_char(date_trunc(${unit}, ${time} at time zone ${zone}), 'YYYY-MM-DD')`
  const { rows } = await sql<DayPoint>`
    with ${causes(asked, span)}, begun as (
      select ${day(sql`c.first_time`)} as day, count(*)::int as n, ${median(ACK)} as a5, ${p90(ACK)} as a9, ${median(MEND)} as m5,
        ${p90(MEND)} as m9
      from cause c group by 1
    ), ended as (
      select ${day(sql`f.clear_time`)} as day, count(*)::int as n from fault f join v_device d on d.id = f.device_id
      where f.condition_state = 'CLEARED' and f.clear_time >= ${at(span.from)} and f.clear_time < ${at(span.to)}
        and f.cause_id is null and ${wanted(asked)} group by 1
    )
    select day, coalesce(b.n, 0) as begun, coalesce(e.n, 0) as cleared, b.a5 as "ackMedian", b.a9 as "ackP90",
      b.m5 as "mendMedian", b.m9 as "mendP90"
    from begun b full join ended e using (day)`.execute(db.tables<unknown>())
  return rows
}

type Bar = Omit<FaultBar, 'share' | 'cumulative'>

/** The most frequent of one kind; `key` and `name` of `c`, `p` and `a`. */
async function barsOf(db: Sql, asked: Asked, key: RawBuilder<unknown>, name: RawBuilder<unknown>): Promise<Bar[]> {
  const { rows } = await sql<Bar>`
    with ${causes(asked, asked.span)}
    select coalesce(${key}::text, '') as key, max(${name}) as name, max(c.level) as level, count(*)::int as n,
      ${median(MEND)} as "mendMedian"
    from cause c left join v_product p on p.id = c.product_id left join v_area a on a.id = c.area_id
    group by 1 order by n desc, key limit ${MOST_BARS}`.execute(db.tables<unknown>())
  return rows
}

async function peopleOf(db: Sql, asked: Asked): Promise<FaultFigures['people']> {
  const { rows } = await sql<FaultFigures['people'][number]>`
    with ${causes(asked, asked.span)}
    select c.taken_name as name, count(*)::int as n, ${median(ACK)} as "ackMedian", ${median(MEND)} as "mendMedian",
      ${kept('response')} as response, ${kept('repair')} as repair from cause c
    where c.taken_name is not null group by 1 order by n desc, name limit ${MOST_BARS}`.execute(db.tables<unknown>())
  return rows
}

/** Figures as they are counted, one statement after the other. */
export async function countFigures(db: Sql, asked: Asked) {
  const openLevels = await openNow(db, asked)
  const productName = asked.english ? sql`coalesce(p.english_name, p.name)` : sql`p.name`
  return {
    now: await numbersOf(db, asked, asked.span),
    before: await numbersOf(db, asked, spanBefore(asked.span)),
    open: openLevels.reduce((sum, { n }) => sum + n, 0),
    openLevels,
    days: await daysOf(db, asked),
    codes: await barsOf(db, asked, sql`c.code`, sql`null::text`),
    devices: await barsOf(db, asked, sql`c.device_id`, sql`c.device_name`),
    products: await barsOf(db, asked, sql`c.product_id`, productName),
    areas: await barsOf(db, asked, sql`c.area_id`, sql`a.name`),
    people: await peopleOf(db, asked),
  }
}
