import type { InputOf, leaveLedger, LeaveType, OutputOf } from '@sluice/contract'
import { sql } from 'kysely'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'

/** A person with what they have in a year. */
export interface KnownPerson {
  userId: string
  name: string
  deptId: string
  deptName: string
  seniorityFrom: string | null
  isGranted: boolean
  balances: { type: LeaveType; halves: number }[]
}

/** People in sight of a department and those below it, or of every one, in the order of their names. */
export async function peopleWithLeave(
  db: Sql,
  scope: Scope,
  { year, deptId, ids, limit }: { year: number; deptId?: string | undefined; ids?: readonly string[]; limit: number },
): Promise<KnownPerson[]> {
  const { rows } = await sql<KnownPerson>`
    select p.id::text as "userId", p.nick_name as name, p.dept_id::text as "deptId", d.name as "deptName",
      p.seniority_from::text as "seniorityFrom",
      exists (select from leave_balance b join leave_ledger l on l.balance_id = b.id
        where b.user_id = p.id and b.year = ${year} and l.kind = 'GRANT' and b.type = 'ANNUAL') as "isGranted",
      coalesce((select jsonb_agg(jsonb_build_object('type', b.type, 'halves', b.granted_halves) order by b.type)
        from leave_balance b where b.user_id = p.id and b.year = ${year}), '[]') as balances
    from v_person p join v_dept d on d.id = p.dept_id
    where not p.deleted and p.status = 'NORMAL' and ${scopePredicate(scope, 'v_person', 'p')}
      and (${deptId ?? null}::bigint is null or d.id = ${deptId ?? null}::bigint or ${deptId ?? null}::bigint = any(d.ancestors))
      and (${ids ?? null}::bigint[] is null or p.id = any(${ids ?? null}::bigint[]))
    order by p.nick_name, p.id limit ${limit}`.execute(db.tables<unknown>())
  return rows
}

/** The balance of a person, locked; it is made where there is none. */
export async function lockBalance(
  tx: Connection,
  { userId, year, type }: { userId: string; year: number; type: LeaveType },
): Promise<{ id: string; halves: number }> {
  await tx.query(
    'insert into leave_balance (user_id, year, type) values ($1, $2, $3) on conflict (user_id, year, type) do nothing',
    [userId, year, type],
  )
  const { rows } = await tx.query<{ id: string; halves: number }>(
    `select id::text as id, granted_halves as halves from leave_balance
     where user_id = $1 and year = $2 and type = $3 for update`,
    [userId, year, type],
  )
  return rows[0]!
}

export interface NewLine {
  balanceId: string
  halves: number
  /** Of a grant. */
  serviceYears?: number
  /** Of an adjustment. */
  reason?: string
  by: { id: string; name: string }
  at: Date
}

/** Adds a line, and its half days to the locked balance; false where the year was granted before. */
export async function addLine(tx: Connection, line: NewLine): Promise<boolean> {
  const { balanceId, halves, serviceYears = null, reason = null, by, at } = line
  const { rowCount } = await tx.query(
    `insert into leave_ledger (balance_id, kind, halves, service_years, reason, by_id, by_name, create_time)
     values ($1, case when $3::int is null then 'ADJUST' else 'GRANT' end, $2, $3, $4, $5, $6, $7)
     on conflict (balance_id) where kind = 'GRANT' do nothing`,
    [balanceId, halves, serviceYears, reason, by.id, by.name, at],
  )
  if (!rowCount) return false
  await tx.query('update leave_balance set granted_halves = granted_halves + $2 where id = $1', [balanceId, halves])
  return true
}

/** The lines of a person in sight; undefined where the person is not. */
export async function linesOf(
  db: Sql,
  scope: Scope,
  { userId, year }: InputOf<typeof leaveLedger>,
): Promise<OutputOf<typeof leaveLedger> | undefined> {
  const [person] = await peopleWithLeave(db, scope, { year: Number(year), ids: [userId], limit: 1 })
  if (!person) return undefined
  const { rows } = await db.query<OutputOf<typeof leaveLedger>[number] & Record<string, unknown>>(
    `select l.id::text as id, b.type, l.kind, l.halves,
       (sum(l.halves) over (partition by b.id order by l.id))::int as after, l.service_years as "serviceYears", l.reason,
       l.by_name as "byName", to_char(l.create_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createTime"
     from leave_ledger l join leave_balance b on b.id = l.balance_id
     where b.user_id = $1 and b.year = $2 order by l.id`,
    [userId, year],
  )
  return rows
}
