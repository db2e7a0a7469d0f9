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
 */
function items(asker: Asker, now: Date): RawBuilder<unknown> {
  return sql`
    seen as materialized (
      select f.id, f.version, f.device_id, f.code, f.level, f.first_time, f.handle_state <> 'UNHANDLED' as taken, f.taken_name,
        f.taken_time, d.name, d.dept_id, d.master_id, f.code = any(${SILENCE_FAULTS}) as silent, c.id as cause_id
      from fault f join v_device d on d.id = f.device_id
      left join fault c on c.id = f.cause_id and c.condition_state = 'ACTIVE'
      where f.condition_state = 'ACTIVE' and f.handle_state in ('UNHANDLED', 'ACKED', 'PROCESSING') and not d.deleted
        and not f.in_maintenance
        and ${inSight(asker, 'd')}
    ), slave as materialized (
      select f.*, count(*) over (partition by f.master_id, f.dept_id, f.taken) as together
      from seen f where f.silent and f.master_id is not null and f.cause_id is null
    ), item as (
      select 'FAULT' as kind, f.id, f.version, f.device_id, f.name, f.dept_id, case when f.silent then ${SILENT}::int else ${OF_LEVEL} end as sign,
        f.code, f.level, f.first_time as since, coalesce(x.n, 0) as n, null::float8 as opening, f.taken, f.taken_name,
        f.taken_time
      from seen f
      left join (select cause_id, count(*) as n from seen where cause_id is not null group by 1) x on x.cause_id = f.id
      where f.cause_id is null and not exists (select from slave where slave.id = f.id and slave.together > ${SILENT_SINGLY})
      union all
      select 'SILENCE', v.master_id, 0, v.master_id, d.name, v.dept_id, ${SILENT}::int, max(v.code), max(v.level),
        min(v.first_time), count(*), null, v.taken, max(v.taken_name), max(v.taken_time)
      from slave v left join v_device d on d.id = v.master_id and not d.deleted and ${inSight(asker, 'd')}
      where v.together > ${SILENT_SINGLY}
      group by v.master_id, d.name, v.dept_id, v.taken
      union all
      select 'COMMAND', c.id, 0, c.device_id, d.name, d.dept_id, ${UNCONFIRMED}::int, c.code, 0, c.create_time, 0,
        ${WANTED}, false, null, null
      from v_command c join v_device d on d.id = c.device_id left join v_device_state s on s.device_id = c.device_id
      where ${asker.mayCommands} and c.status = 'TIMEOUT' and c.target is not null
        and c.done_time > ${now.toISOString()}::timestamptz - ${UNCONFIRMED_H} * interval '1 hour'
        and coalesce(${POSITION_AT}, 0) <= extract(epoch from c.done_time) * 1000
        and not exists (select from v_command n where n.device_id = c.device_id and n.id > c.id and n.target is not null
          and n.status <> 'CANCELLED')
        and not d.deleted and ${inSight(asker, 'd')}
    )`
}

/** Counts of the departments and the first items of both lists, from one look at the tables. */
export async function waitingRows(
  db: Sql,
  asker: Asker,
  { now, waiting, taken }: { now: Date; waiting: number; taken: number },
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    with ${items(asker, now)}, placed as (
      select item.*, row_number() over (partition by taken order by case when taken then 0 else sign end,
        coalesce(taken_time, since) desc, kind, id) as place
      from item
    )
    select kind, id, version, "deviceId", "deviceName", "deptId", sign, code, level, since, n, opening, taken, "takenBy",
      "takenTime"
    from (
      select 'DEPT' as kind, dept_id::text as id, 0 as version, '' as "deviceId", null as "deviceName", dept_id::text as "deptId",
        min(sign) as sign, '' as code, 0 as level, min(since) as since, count(*)::int as n, null::float8 as opening,
        taken, null as "takenBy", null::timestamptz as "takenTime", 0 as place
      from item group by dept_id, taken
      union all
      select kind, id::text, version, device_id::text, name, dept_id::text, sign, code, level, since, n::int, opening, taken,
        taken_name, taken_time, place
      from placed where place <= case when taken then ${taken}::int else ${waiting}::int end
    ) x
    order by place`.execute(db.tables<unknown>())
  return rows
}

/** When a fault in sight was last active; null when there never was one. */
export async function lastFaultTime(db: Sql, scope: Scope): Promise<string | null> {
  const { rows } = await sql<{ time: string | null }>`
    select f.last_time as time from fault f join v_device d on d.id = f.device_id
    where not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
    order by f.last_time desc limit 1`.execute(db.tables<unknown>())
  return rows[0]?.time ?? null
}
