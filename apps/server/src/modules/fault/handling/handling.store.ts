import { type FaultAction, type HandleState, SILENCE_FAULTS } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type RawBuilder, sql } from 'kysely'
import { jsonArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'

export interface HandledFault {
  id: string
  deviceId: string
  deptId: string
  code: string
  handleState: HandleState
  isActive: boolean
  version: number
  takenId: string | null
}

/** Faults in scope, locked until the transaction ends. */
async function lockWhere(tx: Sql, scope: Scope, condition: RawBuilder<unknown>): Promise<HandledFault[]> {
  const { rows } = await sql<HandledFault>`
    select f.id::text as id, f.device_id::text as "deviceId", d.dept_id::text as "deptId", f.code,
      f.handle_state as "handleState", f.condition_state = 'ACTIVE' as "isActive", f.version, f.taken_id::text as "takenId"
    from fault f join v_device d on d.id = f.device_id
    where ${condition} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
    order by f.id for update of f`.execute(tx.tables<unknown>())
  return rows
}

/** The departments of the devices of these faults. @throws AppError `not-found` when one is not in scope */
export async function deptsOf(db: Sql, scope: Scope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string; deptId: string }>`
    select f.id::text as id, d.dept_id::text as "deptId" from fault f join v_device d on d.id = f.device_id
    where f.id = any(${ids}::bigint[]) and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    db.tables<unknown>(),
  )
  if (rows.length < new Set(ids).size) throw new AppError('not-found')
  return [...new Set(rows.map(({ deptId }) => deptId))]
}

/** Those of these faults that are in scope. */
export function lockFaults(tx: Sql, scope: Scope, ids: readonly string[]): Promise<HandledFault[]> {
  return lockWhere(tx, scope, sql`f.id = any(${ids}::bigint[])`)
}

/** Active faults that nobody has taken, of the silent slaves of a master in one department. */
export function lockSilence(
  tx: Sql,
  scope: Scope,
  { masterId, deptId }: { masterId: string; deptId: string },
): Promise<HandledFault[]> {
  return lockWhere(
    tx,
    scope,
    sql`f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and f.code = any(${SILENCE_FAULTS})
      and d.master_id = ${masterId} and d.dept_id = ${deptId}`,
  )
}

/** Who has taken a fault, and when. */
interface Taker {
  id: string | null
  name: string
  at: Date
}

/** What a step sets beside the state; what is left out stays as it is. */
export interface Change {
  taker?: Taker
  resolvedAt?: Date | null
  note?: string
  ignoredUntil?: Date | null
  /** Over, too: of a fault without an end of its own. */
  endsAt?: Date
}

const at = (time: Date | null | undefined): string | null => time?.toISOString() ?? null

/** Sets the state of faults that were locked and are in scope; one that waits again is nobody's. */
export async function setState(
  tx: Sql,
  scope: Scope,
  ids: readonly string[],
  state: HandleState,
  { taker: given, resolvedAt, note, ignoredUntil, endsAt }: Change,
): Promise<void> {
  const taker = state === 'UNHANDLED' ? null : given
  const taken = sql`taken_id = ${taker?.id ?? null}::bigint, taken_name = ${taker?.name ?? null},
    taken_time = ${at(taker?.at)}::timestamptz,
    ack_time = ${taker ? sql`coalesce(f.ack_time, ${at(taker.at)}::timestamptz)` : sql`null`}`
  const sets = [
    sql`handle_state = ${state}, version = f.version + 1`,
    ...(taker === undefined ? [] : [taken]),
    ...(resolvedAt === undefined ? [] : [sql`resolve_time = ${at(resolvedAt)}::timestamptz`]),
    ...(note === undefined ? [] : [sql`handle_note = ${note}`]),
    ...(ignoredUntil === undefined ? [] : [sql`ignored_until = ${at(ignoredUntil)}::timestamptz`]),
    ...(endsAt === undefined ? [] : [sql`condition_state = 'CLEARED', clear_time = ${at(endsAt)}::timestamptz`]),
  ]
  await sql`update fault f set ${sql.join(sets)} from v_device d
    where f.id = any(${ids}::bigint[]) and d.id = f.device_id and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    tx.tables<unknown>(),
  )
}

/** A line of a fault's history; without a user the platform did it. */
export interface NewLine {
  faultId: string
  at: Date
  action: FaultAction
  userId?: string | null
  userName?: string
  note?: string | undefined
}

/** Appends lines, in their order. */
export async function appendLines(tx: Sql, lines: readonly NewLine[]): Promise<void> {
  if (lines.length === 0) return
  await tx.query(
    `insert into fault_log (fault_id, ts, action, user_id, user_name, note)
     select l.f, l.t, l.a, l.u, l.n, l.w from unnest($1::jsonb[]) with ordinality as given (line, place),
       jsonb_to_record(given.line) as l (f bigint, t timestamptz, a text, u bigint, n text, w text) order by given.place`,
    [
      jsonArray(
        lines.map((one) =>
          JSON.stringify({
            f: one.faultId,
            t: one.at.toISOString(),
            a: one.action,
            u: one.userId ?? null,
            n: one.userName ?? null,
            w: one.note ?? null,
          }),
        ),
      ),
    ],
  )
}

/** Whether the last time that somebody took it was by beginning to work on it: an order was made of it. */
export async function takenWithStart(tx: Sql, faultId: string): Promise<boolean> {
  const { rows } = await tx.query<{ together: boolean }>(
    `select taken.action = 'ACK' and taken.ts = started.ts and taken.user_id = started.user_id as together
     from (select action, ts, user_id from fault_log where fault_id = $1 and action in ('ACK', 'ASSIGN')
       order by id desc limit 1) taken,
       (select ts, user_id from fault_log where fault_id = $1 and action = 'START' order by id desc limit 1) started`,
    [faultId],
  )
  return rows[0]?.together ?? false
}

/** Of these faults, those whose code says that they have no end of their own. */
export async function withoutEnd(tx: Sql, codes: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await tx.query<{ code: string }>(
    'select code from fault_code where not auto_clear and code = any($1::text[])',
    [codes],
  )
  return new Set(rows.map(({ code }) => code))
}

/** A step of the remedy was taken by somebody, or with null by nobody any more. */
export async function setTick(
  tx: Sql,
  { faultId, step }: { faultId: string; step: number },
  by: { userId: string | null; userName: string; at: Date } | null,
): Promise<void> {
  await tx.query('delete from fault_step where fault_id = $1 and step = $2', [faultId, step])
  if (by === null) return
  await tx.query('insert into fault_step (fault_id, step, user_id, user_name, ts) values ($1, $2, $3, $4, $5)', [
    faultId,
    step,
    by.userId,
    by.userName,
    by.at.toISOString(),
  ])
}
