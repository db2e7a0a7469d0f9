import type { AutoAction, AutoLine, AutoReason, Reading } from '@sluice/contract'
import { numberArray, textArray } from '../../../platform/db/array-literal.ts'
import { goodNumber, partOf } from '../../../platform/db/db-reading.ts'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'

const PIPELINE = unscopedText('pipeline')
const JOB = unscopedText('job')

/** What a code does when a fault of it begins, and in whose name. */
export interface CodeAction {
  action: AutoAction
  stepPct: number | null
  byId: string
  byName: string
}

/** The action for one beginning of a fault; whether it is done is judged when its turn comes. */
export interface NewAction extends CodeAction {
  faultId: string
  deviceId: string
  begunAt: number
}

/** In the transaction of the beginnings. A beginning that has one keeps it. */
export async function insertActions(tx: Sql, actions: readonly NewAction[], now: Date): Promise<void> {
  await tx.query(
    `insert into fault_auto (fault_id, device_id, begun_time, action, step_pct, by_id, by_name, state, create_time)
     select f, d, to_timestamp(b / 1000), a, s, i, n, 'WAITING', $8
     from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::text[], $5::int[], $6::bigint[], $7::text[])
       as x (f, d, b, a, s, i, n)
     on conflict (fault_id, begun_time) do nothing ${PIPELINE}`,
    [
      numberArray(actions.map(({ faultId }) => faultId)),
      numberArray(actions.map(({ deviceId }) => deviceId)),
      numberArray(actions.map(({ begunAt }) => begunAt)),
      textArray(actions.map(({ action }) => action)),
      numberArray(actions.map(({ stepPct }) => stepPct)),
      numberArray(actions.map(({ byId }) => byId)),
      textArray(actions.map(({ byName }) => byName)),
      now,
    ],
  )
}

/** An action whose turn has come, with what is known of its fault now. */
export interface WaitingAction {
  id: string
  faultId: string
  faultNo: string
  deviceId: string
  deptId: string
  code: string
  begunAt: number
  action: AutoAction
  stepPct: number | null
  byId: string
  /** The condition of its fault still holds. */
  active: boolean
  explained: boolean
  inMaintenance: boolean
  /** The code still acts, in somebody's name. */
  on: boolean
  /** The last good opening of its device, %. */
  opening: number | null
}

/** The oldest that waits after that one, locked until the transaction ends; another process has its own. */
export async function lockWaiting(tx: Connection, after: string): Promise<WaitingAction | undefined> {
  const { rows } = await tx.query<WaitingAction & Record<string, unknown>>(
    `select a.id::text as id, f.id::text as "faultId", f.fault_no as "faultNo", a.device_id::text as "deviceId", f.dept_id::text as "deptId", f.code,
       extract(epoch from a.begun_time)::float8 * 1000 as "begunAt", a.action, a.step_pct as "stepPct", a.by_id::text as "byId",
       f.condition_state = 'ACTIVE' as active, f.cause_id is not null as explained, f.in_maintenance as "inMaintenance",
       coalesce(c.auto_on and c.enabled, false) as "on",
       (select ${goodNumber(partOf('s.readings', 'opening'))} from v_device_state s where s.device_id = a.device_id) as opening
     from fault_auto a join fault f on f.id = a.fault_id left join fault_code c on c.code = f.code
     where a.state = 'WAITING' and a.id > $1 order by a.id limit 1 for update of a skip locked ${JOB}`,
    [after],
  )
  return rows[0]
}

/** What became of one. */
export type AutoOutcome =
  | { state: 'SENT'; commandId: string }
  | { state: 'LEFT' | 'REFUSED'; reason: AutoReason; error?: string }

export async function endAction(tx: Connection, id: string, outcome: AutoOutcome): Promise<void> {
  const { commandId, reason, error } = { commandId: null, reason: null, error: null, ...outcome }
  await tx.query(`update fault_auto set state = $2, command_id = $3, reason = $4, error = $5 where id = $1 ${JOB}`, [
    id,
    outcome.state,
    commandId,
    reason,
    error,
  ])
}

/** A device that was read because a fault began, and has answered. */
export interface KeptRead {
  faultId: string
  deviceId: string
  deptId: string
  code: string
}

/** No command waits for its answer for longer. */
const LONGEST_READ = "interval '3 days'"

/** Keeps what devices answered that were read because of a fault, each once, in whatever process. */
export async function keepReads(tx: Sql, now: Date): Promise<KeptRead[]> {
  const { rows } = await tx.query<KeptRead & Record<string, unknown>>(
    `with done as (
       select a.id, s.readings, coalesce(c.done_time, $1) as at
       from fault_auto a join v_command c on c.id = a.command_id join v_device_state s on s.device_id = a.device_id
       where a.action = 'SNAPSHOT' and a.state = 'SENT' and a.readings is null and a.create_time > $1::timestamptz - ${LONGEST_READ}
         and c.status = 'EXECUTED'
       order by a.id for update of a skip locked
     )
     update fault_auto a set readings = done.readings, read_time = done.at from done, fault f
     where a.id = done.id and f.id = a.fault_id
     returning f.id::text as "faultId", f.device_id::text as "deviceId", f.dept_id::text as "deptId", f.code ${JOB}`,
    [now],
  )
  return rows
}

/** What a device answered the last time that it was read because of this fault, which was found in scope. */
export async function lastReadOf(
  db: Sql,
  faultId: string,
): Promise<{ ts: string; readings: KeptReadings } | undefined> {
  const { rows } = await db.query<{ ts: string; readings: KeptReadings }>(
    `select read_time as ts, readings from fault_auto where fault_id = $1 and readings is not null
     order by read_time desc limit 1 /* device:id */`,
    [faultId],
  )
  return rows[0]
}

/** What was done by itself about a fault that was found in scope, in the order of time. */
export async function actionsOf(db: Sql, faultId: string): Promise<AutoLine[]> {
  const { rows } = await db.query<AutoLine & Record<string, unknown>>(
    `select a.create_time as ts, a.action, a.step_pct as "stepPct", a.state, a.reason, a.error, a.command_id::text as "commandId",
       c.status as "commandStatus", a.by_name as "byName"
     from fault_auto a left join v_command c on c.id = a.command_id where a.fault_id = $1 order by a.id /* device:id */`,
    [faultId],
  )
  return rows
}

/** As the state of a device keeps them. */
export type KeptReadings = Readonly<Record<string, [Reading['v'], number, Reading['q']?]>>

interface StoredCode {
  version: number
  action: AutoAction | null
  stepPct: number | null
  on: boolean
}

export async function lockCode(tx: Connection, id: string): Promise<StoredCode | undefined> {
  const { rows } = await tx.query<StoredCode & Record<string, unknown>>(
    `select version, auto_action as action, auto_step_pct as "stepPct", auto_on as "on" from fault_code
     where id = $1 and not deleted for update`,
    [id],
  )
  return rows[0]
}

export async function saveCodeAction(
  tx: Connection,
  id: string,
  { action, stepPct, on, by }: Omit<StoredCode, 'version'> & { by: { id: string; name: string } },
): Promise<void> {
  await tx.query(
    `update fault_code set auto_action = $2, auto_step_pct = $3, auto_on = $4, auto_by = case when $4 then $5::bigint end,
       auto_by_name = case when $4 then $6 end, version = version + 1, update_by = $5, update_time = now() where id = $1`,
    [id, action, stepPct, on, by.id, by.name],
  )
}
