import { SILENCE_FAULTS, SILENT_SINGLY, UNCONFIRMED_H, WAITING_SIGNS } from '@sluice/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import { numberIn, observedAt, partOf } from '../../platform/db/db-reading.ts'
import { scopePredicate, unscopedMark } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { WaitingRow } from './waiting.rules.ts'

/** Who asks: a session by its scope, or with null the notifier for every department at once. */
export interface Asker {
  scope: Scope | null
  /** Unconfirmed commands are for those who may see commands. */
  mayCommands: boolean
}

const signAt = (sign: (typeof WAITING_SIGNS)[number]) => WAITING_SIGNS.indexOf(sign)
const SILENT = signAt('SILENT')
const UNCONFIRMED = signAt('UNCONFIRMED')
/** The place of a level's sign among the signs. */
const OF_LEVEL = sql.raw(
  `case f.level when 4 then ${signAt('LEVEL4')} when 3 then ${signAt('LEVEL3')} when 2 then ${signAt('LEVEL2')} else ${signAt('LEVEL1')} end`,
)
const WANTED = sql.raw(numberIn(partOf('c.target', 'opening')))
const POSITION_AT = sql.raw(
  `greatest(${observedAt(partOf('s.readings', 'opening'))}, ${observedAt(partOf('s.readings', 'valveState'))})`,
)

function inSight({ scope }: Asker, alias: string): RawBuilder<unknown> {
  return scope ? scopePredicate(scope, 'v_device', alias) : sql`true ${unscopedMark('live')}`
}

/**
 * What waits or was taken, an item each, of the devices in sight (docs/decisions/0039-what-waits.md): a fault; more
 * than three silent slaves of one master in one department; the newest command that moves a valve, when it ended
 * unconfirmed and the position was not reported since. What another active fault explains is part of that one's item. So each item belongs to one department, and the numbers of departments add up.
 * An item is narrow: there may be a hundred thousand, of which a page is spelled out.
 */
function items(asker: Asker, now: Date): RawBuilder<unknown> {
  return sql`
    seen as materialized (
      select f.id, f.device_id, d.dept_id, case when f.code = any(${SILENCE_FAULTS}) then ${SILENT}::int else ${OF_LEVEL} end as sign,
        f.first_time, f.handle_state <> 'UNHANDLED' as taken, f.taken_time,
        f.cause_id, case when f.cause_id is null then false
          else exists (select from fault c where c.id = f.cause_id and c.condition_state = 'ACTIVE') end as explained,
        d.master_id, f.code = any(${SILENCE_FAULTS}) and d.master_id is not null as of_master
      from fault f join v_device d on d.id = f.device_id
      where f.condition_state = 'ACTIVE' and f.handle_state in ('UNHANDLED', 'ACKED', 'PROCESSING') and not d.deleted
        and not f.in_maintenance
        and ${inSight(asker, 'd')}
    ), silence as materialized (
      select master_id, dept_id, taken, min(first_time) as since, count(*) as n, max(taken_time) as taken_time
      from seen where of_master and not explained
      group by 1, 2, 3 having count(*) > ${SILENT_SINGLY}
    ), unproved as materialized (
      select c.id, c.device_id, d.dept_id, c.create_time
      from v_command c join v_device d on d.id = c.device_id left join v_device_state s on s.device_id = c.device_id
      where ${asker.mayCommands} and c.status = 'TIMEOUT' and c.target is not null
        and c.done_time > ${now.toISOString()}::timestamptz - ${UNCONFIRMED_H} * interval '1 hour'
        and coalesce(${POSITION_AT}, 0) <= extract(epoch from c.done_time) * 1000
        and not exists (select from v_command n where n.device_id = c.device_id and n.id > c.id and n.target is not null
          and n.status <> 'CANCELLED')
        and not d.deleted and ${inSight(asker, 'd')}
    ), item as not materialized (
      select 'FAULT' as kind, id, device_id, dept_id, sign, first_time as since, 0::bigint as n, taken, taken_time
      from seen
      where not explained and not (of_master and (master_id, dept_id, taken) in (select master_id, dept_id, taken from silence))
      union all
      select 'SILENCE', master_id, master_id, dept_id, ${SILENT}::int, since, n, taken, taken_time from silence
      union all
      select 'COMMAND', id, device_id, dept_id, ${UNCONFIRMED}::int, create_time, 0, false, null from unproved
    )`
}

/** The most urgent sign, then the newest, as one number: it is compared a million times. */
const URGENT = sql.raw(`sign * 1e10::float8 - date_part('epoch', since)`)

const DEPTS = sql.raw(`select 'DEPT' as kind, dept_id::text as id, 0 as version, '' as "deviceId", null as "deviceName",
  dept_id::text as "deptId", min(sign) as sign, '' as code, 0 as level, min(since) as since, count(*)::int as n,
  null::float8 as opening, taken, null as "takenBy", null::timestamptz as "takenTime", 0::bigint as place
  from item group by dept_id, taken`)

/** The first items of both lists, with all that is said of them. */
function listed(asker: Asker, { waiting, taken }: { waiting: number; taken: number }): RawBuilder<unknown> {
  return sql`, first as materialized (
      (select * from item where not taken order by ${URGENT}, kind, id limit ${waiting}::int)
      union all (select * from item where taken order by coalesce(taken_time, since) desc, kind, id limit ${taken}::int)
    ), behind as (
      select cause_id, count(*) as n from seen where explained group by 1
    ), slave as (
      select s.master_id, s.dept_id, s.taken, max(f.code) as code, max(f.level) as level, max(f.taken_name) as taken_name
      from seen s join fault f on f.id = s.id
      where s.of_master and not s.explained and (s.master_id, s.dept_id, s.taken) in (select master_id, dept_id, taken from silence)
      group by 1, 2, 3
    )
    ${DEPTS}
    union all
    select i.kind, i.id::text, coalesce(f.version, 0), i.device_id::text, d.name, i.dept_id::text, i.sign,
      coalesce(f.code, s.code, c.code), coalesce(f.level, s.level, 0), i.since, coalesce(b.n, i.n)::int, ${WANTED}, i.taken,
      coalesce(f.taken_name, s.taken_name), i.taken_time,
      row_number() over (order by case when i.taken then 0 else i.sign end, coalesce(i.taken_time, i.since) desc, i.kind, i.id)
    from first i
    left join v_device d on d.id = i.device_id and not d.deleted and ${inSight(asker, 'd')}
    left join fault f on i.kind = 'FAULT' and f.id = i.id
    left join behind b on i.kind = 'FAULT' and b.cause_id = i.id
    left join slave s on i.kind = 'SILENCE' and s.master_id = i.id and s.dept_id = i.dept_id and s.taken = i.taken
    left join v_command c on i.kind = 'COMMAND' and c.id = i.id`
}

/** Counts of the departments and, where they are asked for, the first items of both lists: from one look at the tables. */
export async function waitingRows(
  db: Sql,
  asker: Asker,
  { now, ...most }: { now: Date; waiting: number; taken: number },
): Promise<WaitingRow[]> {
  const rest = most.waiting + most.taken > 0 ? listed(asker, most) : DEPTS
  const { rows } = await sql<WaitingRow>`
    with ${items(asker, now)} ${rest} order by place`.execute(db.tables<unknown>())
  return rows.map(({ place: _place, ...row }: WaitingRow & { place?: unknown }) => row)
}

/** When a fault in sight was last active; null when there never was one. */
export async function lastFaultTime(db: Sql, scope: Scope): Promise<string | null> {
  const { rows } = await sql<{ time: string | null }>`
    select f.last_time as time from fault f join v_device d on d.id = f.device_id
    where not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
    order by f.last_time desc limit 1`.execute(db.tables<unknown>())
  return rows[0]?.time ?? null
}
