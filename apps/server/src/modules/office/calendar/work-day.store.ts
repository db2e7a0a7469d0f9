import type { WorkDay } from '@sluice/contract'
import type { Connection, Sql } from '../../../platform/db/db.ts'

/** The days of a year that depart from the ordinary week, in order. */
export async function daysOfYear(db: Sql, year: number): Promise<WorkDay[]> {
  const { rows } = await db.query<{ [K in keyof WorkDay]: WorkDay[K] }>(
    `select date::text as date, kind, name from work_day
     where not deleted and date >= make_date($1, 1, 1) and date < make_date($1 + 1, 1, 1) order by date`,
    [year],
  )
  return rows
}

/** The years that have a calendar. */
export async function calendarYears(db: Sql): Promise<number[]> {
  const { rows } = await db.query<{ year: number }>(
    'select distinct extract(year from date)::int as year from work_day where not deleted order by year',
  )
  return rows.map(({ year }) => year)
}

/** A day that was changed: its row, and what it said before; null: it was an ordinary one. */
export interface ChangedDay {
  id: string
  date: string
  before: Pick<WorkDay, 'kind' | 'name'> | null
}

/** Sets days, whatever they were; answers those that are other than before. Days of one call are set in their order. */
export async function saveDays(tx: Connection, days: readonly WorkDay[], userId: string): Promise<ChangedDay[]> {
  const { rows } = await tx.query<{ id: string; date: string; kind: WorkDay['kind'] | null; name: string | null }>(
    `with given as (
       select date, kind, name from jsonb_to_recordset($1::jsonb) as g(date date, kind text, name text)
     ), was as (
       select d.date, d.kind, d.name from work_day d join given g on g.date = d.date where not d.deleted
     ), saved as (
       insert into work_day (date, kind, name, create_by, update_by)
       select date, kind, name, $2, $2 from given order by date
       on conflict (date) where not deleted do update
         set kind = excluded.kind, name = excluded.name, version = work_day.version + 1, update_by = $2, update_time = now()
         where (work_day.kind, work_day.name) is distinct from (excluded.kind, excluded.name)
       returning id, date
     )
     select s.id::text as id, s.date::text as date, w.kind, w.name from saved s left join was w on w.date = s.date order by s.date`,
    [JSON.stringify(days), userId],
  )
  return rows.map(({ id, date, kind, name }) => ({ id, date, before: kind && { kind, name } }))
}

/** Makes days ordinary; answers those that were other. */
export async function forgetDays(tx: Connection, dates: readonly string[], userId: string): Promise<ChangedDay[]> {
  const { rows } = await tx.query<{ id: string; date: string; kind: WorkDay['kind']; name: string | null }>(
    `update work_day set deleted = true, version = version + 1, update_by = $2, update_time = now()
     where not deleted and date = any($1::date[]) returning id::text as id, date::text as date, kind, name`,
    [dates, userId],
  )
  return rows
    .map(({ id, date, kind, name }) => ({ id, date, before: { kind, name } }))
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
}
