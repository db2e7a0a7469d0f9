import type { DutyShift } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import type { Scope, Session } from '../../platform/http/session.ts'
import { scopePredicate, unscopedText } from '../../platform/resource/scoped.ts'

/** A department that the session sees as a whole. */
export async function seenDept(db: Sql, scope: Scope, id: string): Promise<{ id: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from v_dept where id = ${id} and not deleted and ${scopePredicate(scope, 'v_dept')}`.execute(
    db.tables<unknown>(),
  )
  return rows[0]
}

/** The departments that a session sees as a whole with a shift that is not over at a time, its own first, then from the top down. */
export async function deptsWithRota(
  db: Sql,
  { scope, deptId }: Pick<Session, 'scope' | 'deptId'>,
  at: Date,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select d.id::text as id, d.name from v_dept d
    where not d.deleted and ${scopePredicate(scope, 'v_dept', 'd')}
      and exists (select from duty_shift s where s.dept_id = d.id and s.to_time > ${at})
    order by d.id = ${deptId}::bigint desc, cardinality(d.ancestors), d.id`.execute(db.tables<unknown>())
  return rows
}

/** What a department is called whose rota holds for a device in sight. */
export async function nameOfDept(db: Sql, id: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>(
    `select name from v_dept where id = $1 ${unscopedText('reference')}`,
    [id],
  )
  return rows[0]?.name ?? null
}

export interface Holiday {
  id: string
  /** `YYYY-MM-DD`. */
  date: string
  name: string
}

/** Holidays of a department and those above it between two days; of several on one day the nearest counts. */
export async function holidaysOf(
  db: Sql,
  deptId: string,
  { from, to }: { from: string; to: string },
): Promise<Holiday[]> {
  const { rows } = await db.query<Holiday & Record<string, unknown>>(
    `select distinct on (h.day) h.id::text as id, h.day::text as date, h.name
     from duty_holiday h join v_dept o on o.id = $1 and (h.dept_id = o.id or h.dept_id = any(o.ancestors))
     where not h.deleted and h.day between $2::date and $3::date
     order by h.day, h.dept_id = o.id desc, array_position(o.ancestors, h.dept_id) desc ${unscopedText('reference')}`,
    [deptId, from, to],
  )
  return rows
}

/** Shifts of a department that are in force between two times (epoch ms). */
export async function shiftsOf(
  db: Sql,
  session: Session,
  { deptId, from, to, now }: { deptId: string; from: number; to: number; now: Date },
): Promise<DutyShift[]> {
  const mayPlan = session.keys.has('duty:edit')
  const { rows } = await sql<DutyShift>`
    select s.id::text as id, s.version, to_char(s.from_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "from",
      to_char(s.to_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "to", s.notice_user_id::text as "noticeUserId",
      p.name, s.holiday_id::text as "holidayId", o.name as "swappedFromName", a.id::text as "askedId", a.name as "askedName",
      s.to_time > ${now} and (coalesce(p.user_id = ${session.userId}, false) or ${mayPlan}) as "mayAsk",
      coalesce(a.user_id = ${session.userId}, false) or (a.id is not null and ${mayPlan}) as "mayAnswer"
    from duty_shift s
    join notice_user p on p.id = s.notice_user_id
    left join notice_user o on o.id = s.swapped_from
    left join notice_user a on a.id = s.asked_id and s.to_time > ${now}
    left join duty_holiday h on h.id = s.holiday_id
    where s.dept_id = ${deptId} and h.deleted is not true and s.to_time > to_timestamp(${from}::float8 / 1000)
      and s.from_time < to_timestamp(${to}::float8 / 1000) and ${scopePredicate(session.scope, 'duty_shift', 's')}
    order by s.from_time, s.id`.execute(db.tables<unknown>())
  return rows
}

export interface LockedShift {
  id: string
  deptId: string
  noticeUserId: string
  name: string
  /** The account of who has it. */
  userId: string | null
  /** It has ended. */
  over: boolean
  askedId: string | null
  askedName: string | null
  /** The account of who was asked. */
  askedUserId: string | null
  version: number
}

export async function lockShift(tx: Sql, scope: Scope, id: string, now: Date): Promise<LockedShift | undefined> {
  const { rows } = await sql<LockedShift>`
    select s.id::text as id, s.dept_id::text as "deptId", s.notice_user_id::text as "noticeUserId", p.name,
      p.user_id::text as "userId", s.to_time <= ${now} as over,
      s.asked_id::text as "askedId", a.name as "askedName", a.user_id::text as "askedUserId", s.version
    from duty_shift s join notice_user p on p.id = s.notice_user_id left join notice_user a on a.id = s.asked_id
    where s.id = ${id} and ${scopePredicate(scope, 'duty_shift', 's')} for update of s`.execute(tx.tables<unknown>())
  return rows[0]
}

/** A person in sight who can be called. */
export async function callable(tx: Sql, scope: Scope, id: string): Promise<{ name: string } | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from notice_user where id = ${id} and enabled and not deleted and ${scopePredicate(scope, 'notice_user')}`.execute(
    tx.tables<unknown>(),
  )
  return rows[0]
}

interface Place {
  deptId: string
  from: number
  to: number
  /** Null: of the usual rota. */
  holidayId: string | null
}

/** Whoever was on duty at exactly this time is not any more. */
export async function clearShift(tx: Sql, { deptId, from, to, holidayId }: Place): Promise<string | null> {
  const { rows } = await tx.query<{ name: string }>(
    `delete from duty_shift s using notice_user p
     where s.dept_id = $1 and s.from_time = to_timestamp($2::float8 / 1000) and s.to_time = to_timestamp($3::float8 / 1000)
       and s.holiday_id is not distinct from $4::bigint and p.id = s.notice_user_id
     returning p.name ${unscopedText('reference')}`,
    [deptId, from, to, holidayId],
  )
  return rows[0]?.name ?? null
}

/** Puts people on duty where nobody is at the same time; answers for how many shifts. */
export async function addShifts(tx: Sql, shifts: readonly (Place & { noticeUserId: string })[]): Promise<number> {
  const { rowCount } = await tx.query(
    `insert into duty_shift (dept_id, notice_user_id, from_time, to_time, holiday_id)
     select "deptId", "noticeUserId", to_timestamp("from" / 1000), to_timestamp("to" / 1000), "holidayId"
     from jsonb_to_recordset($1::jsonb)
       as x("deptId" bigint, "noticeUserId" bigint, "from" float8, "to" float8, "holidayId" bigint)
     on conflict do nothing ${unscopedText('reference')}`,
    [JSON.stringify(shifts)],
  )
  return rowCount ?? 0
}

export async function setAsked(tx: Sql, id: string, askedId: string | null): Promise<void> {
  await tx.query(
    `update duty_shift set asked_id = $2, asked_time = case when $2::bigint is null then null else now() end,
       version = version + 1
     where id = $1 ${unscopedText('reference')}`,
    [id, askedId],
  )
}

/** Who was asked has the shift. */
export async function swapShift(tx: Sql, id: string): Promise<void> {
  await tx.query(
    `update duty_shift set swapped_from = notice_user_id, notice_user_id = asked_id, asked_id = null, version = version + 1
     where id = $1 ${unscopedText('reference')}`,
    [id],
  )
}
