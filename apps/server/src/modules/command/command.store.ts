import type { AttemptOutcome, CommandSource, CommandStatus, CommandTarget, ResultCode, Seen } from '@sluice/contract'
import type { AskedCommand, DeviceDownlink } from '@sluice/devices'
import type { Sql } from '../../platform/db/db.ts'
import { DEVICE_MARK, unscopedText } from '../../platform/resource/scoped.ts'
import type { ExecutionState } from './command.rules.ts'
import type { Entry, CommandRequest } from './ledger.ts'
import type { UnconfirmedChange } from './switches.rules.ts'

const MARK = unscopedText('job')

/** A row as the driver gives it; times are epoch ms. */
export interface CommandRow extends Record<string, unknown> {
  id: string
  device_id: string
  station_id: string
  code: string
  params: Record<string, unknown>
  source: CommandSource
  source_id: string | null
  operator_id: string | null
  operator_name: string | null
  priority: number
  status: CommandStatus
  absolute: boolean
  repeats_others: boolean
  target: CommandTarget | null
  stroke_s: number
  ack_timeout_s: number
  exec_timeout_s: number
  attempts: number
  max_attempts: number
  created: number
  expires: number
  sent: number | null
  acked: number | null
  moved: number | null
  done: number | null
  deadline: number | null
  result_code: ResultCode | null
  result_msg: string | null
  before: Seen | null
  after: Seen | null
  late: boolean
  outcome_unknown: boolean
  superseded_by: string | null
  version: number
}

const ms = (column: string, name: string): string => `(extract(epoch from c.${column}) * 1000)::float8 as ${name}`

/** The columns of an entry, of the table under the alias `c`. */
export const ENTRY = `c.id, c.device_id, c.station_id, c.code, c.params, c.source, c.source_id, c.operator_id,
  c.operator_name, c.priority, c.status, c.absolute, c.repeats_others, c.target, c.stroke_s, c.ack_timeout_s,
  c.exec_timeout_s, c.attempts, c.max_attempts, c.result_code, c.result_msg, c.before, c.after, c.late,
  c.outcome_unknown, c.superseded_by, c.version, ${ms('create_time', 'created')}, ${ms('expire_time', 'expires')},
  ${ms('sent_time', 'sent')}, ${ms('ack_time', 'acked')}, ${ms('motion_time', 'moved')}, ${ms('done_time', 'done')},
  ${ms('deadline', 'deadline')}`

export function entryOf(row: CommandRow): Entry {
  const request: CommandRequest = {
    id: row.id,
    deviceId: row.device_id,
    stationId: row.station_id,
    code: row.code,
    params: row.params,
    source: row.source,
    sourceId: row.source_id,
    operatorId: row.operator_id,
    operatorName: row.operator_name,
    priority: row.priority,
    createdAt: row.created,
    expireAt: row.expires,
    absolute: row.absolute,
    repeatsOthers: row.repeats_others,
    target: row.target,
    strokeS: row.stroke_s,
    ackTimeoutMs: row.ack_timeout_s * 1000,
    execTimeoutMs: row.exec_timeout_s * 1000,
    maxAttempts: row.max_attempts,
    before: row.before,
  }
  const state: ExecutionState = {
    status: row.status,
    attempts: row.attempts,
    sentAt: row.sent,
    ackAt: row.acked,
    motionAt: row.moved,
    doneAt: row.done,
    deadline: row.deadline,
    resultCode: row.result_code,
    resultMsg: row.result_msg,
    late: row.late,
    outcomeUnknown: row.outcome_unknown,
    supersededBy: row.superseded_by,
  }
  return { request, state, after: row.after, version: row.version }
}

export type NewCommand = Omit<CommandRequest, 'id'> & { idempotencyKey: string | null; reason: string | null }

const INSERT = `insert into command (device_id, station_id, code, params, source, source_id, operator_id, operator_name,
  reason, idempotency_key, priority, status, absolute, repeats_others, target, stroke_s, ack_timeout_s, exec_timeout_s,
  max_attempts, create_time, expire_time, before)
select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'QUEUED', $12, $13, $14, $15, $16, $17, $18,
  to_timestamp($19::float8 / 1000), to_timestamp($20::float8 / 1000), $21
on conflict (operator_id, idempotency_key) where idempotency_key is not null do nothing
returning id ${DEVICE_MARK}`

/**
 * Lets this transaction's commit return before it is on the disk. A command that has not left may be lost to a power cut
 * within half a second; the attempt that lets it leave is flushed, and the command with it.
 */
export async function flushLater(tx: Sql): Promise<void> {
  await tx.query('set local synchronous_commit to off')
}

/** Null: the same user has used the key before. The device was found visible, or a command of it was. */
export async function insertCommand(db: Sql, request: NewCommand): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>({
    name: 'command-insert',
    text: INSERT,
    values: [
      request.deviceId,
      request.stationId,
      request.code,
      JSON.stringify(request.params),
      request.source,
      request.sourceId,
      request.operatorId,
      request.operatorName,
      request.reason,
      request.idempotencyKey,
      request.priority,
      request.absolute,
      request.repeatsOthers,
      request.target && JSON.stringify(request.target),
      request.strokeS,
      request.ackTimeoutMs / 1000,
      request.execTimeoutMs / 1000,
      request.maxAttempts,
      request.createdAt,
      request.expireAt,
      request.before && JSON.stringify(request.before),
    ],
  })
  return rows[0]?.id ?? null
}

/** What a user sent with a key. */
export interface KeyedCommand extends AskedCommand {
  id: string
  deviceId: string
}

export async function commandOfKey(db: Sql, operatorId: string, key: string): Promise<KeyedCommand | undefined> {
  const { rows } = await db.query<KeyedCommand & Record<string, unknown>>({
    name: 'command-of-key',
    text: `select id, device_id as "deviceId", code, params from command
           where operator_id = $1 and idempotency_key = $2 ${unscopedText('self')}`,
    values: [operatorId, key],
  })
  return rows[0]
}

const at = (place: string): string => `to_timestamp(${place}::float8 / 1000)`

const CHANGE = `status = $3, attempts = $4, sent_time = ${at('$5')}, ack_time = ${at('$6')}, motion_time = ${at('$7')},
  done_time = ${at('$8')}, deadline = ${at('$9')}, result_code = $10, result_msg = $11, late = $12,
  outcome_unknown = $13, superseded_by = $14, after = $15, version = version + 1`

function changeOf({ request, version, after }: Entry, state: ExecutionState): unknown[] {
  const { status, attempts, sentAt, ackAt, motionAt, doneAt, deadline, resultCode, resultMsg } = state
  const { late, outcomeUnknown, supersededBy } = state
  return [
    request.id,
    version,
    status,
    attempts,
    sentAt,
    ackAt,
    motionAt,
    doneAt,
    deadline,
    resultCode,
    resultMsg,
    late,
    outcomeUnknown,
    supersededBy,
    after && JSON.stringify(after),
  ]
}

const COMMIT_ATTEMPT = `with moved as (
  update command set ${CHANGE} where id = $1 and version = $2 and status = 'QUEUED' returning id, attempts
)
insert into command_attempt (command_id, no, ts, downlink, process)
select id, attempts, ${at('$16')}, $17, $18 from moved returning no ${MARK}`

/**
 * Writes an attempt and sets its command to SENT, in one statement. False when the command was changed meanwhile. Only
 * the caller that gets true may transmit, and only once.
 */
export async function commitAttempt(
  db: Sql,
  entry: Entry,
  state: ExecutionState,
  attempt: { at: number; downlink: DeviceDownlink; process: string },
): Promise<boolean> {
  const values = [...changeOf(entry, state), attempt.at, JSON.stringify(attempt.downlink), attempt.process]
  const { rowCount } = await db.query({ name: 'command-attempt', text: COMMIT_ATTEMPT, values })
  return rowCount === 1
}

/** Whether the attempt is in the store, and this process wrote it. */
export async function isAttemptOf(db: Sql, commandId: string, no: number, process: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from command_attempt where command_id = $1 and no = $2 and process = $3 ${MARK}`,
    [commandId, no, process],
  )
  return rows.length === 1
}

/** The outcome of an attempt. */
export interface AttemptResult {
  no: number
  outcome: AttemptOutcome
  at: number
}

const SAVE = `with told as (
  update command_attempt a set outcome = x.outcome, outcome_time = ${at('x.at')}
  from unnest($16::int[], $17::text[], $18::float8[]) as x (no, outcome, at)
  where a.command_id = $1 and a.no = x.no
)
update command set ${CHANGE} where id = $1 and version = $2 returning id ${MARK}`

/** False when the command was changed since it was read. */
export async function saveState(
  db: Sql,
  entry: Entry,
  state: ExecutionState,
  attempts: readonly AttemptResult[],
): Promise<boolean> {
  const lists = [attempts.map((a) => a.no), attempts.map((a) => a.outcome), attempts.map((a) => a.at)]
  const values = [...changeOf(entry, state), ...lists]
  const { rowCount } = await db.query({ name: 'command-save', text: SAVE, values })
  return rowCount === 1
}

/** Its bytes were handed to the line. Behind the work: a process that dies before leaves it null. */
export async function noteSent(db: Sql, commandId: string, no: number, sentAt: number): Promise<void> {
  await db.query(
    `update command_attempt set outcome = 'SENT', outcome_time = ${at('$3')}
     where command_id = $1 and no = $2 and outcome is null ${MARK}`,
    [commandId, no, sentAt],
  )
}

export async function readEntry(db: Sql, id: string): Promise<Entry | undefined> {
  const { rows } = await db.query<CommandRow>(`select ${ENTRY} from command c where c.id = $1 ${MARK}`, [id])
  return rows[0] && entryOf(rows[0])
}

/** Open commands, and those given up since `lateFrom` for which a proof may still arrive, oldest first. */
export async function openEntries(db: Sql, lateFrom: number): Promise<Entry[]> {
  const { rows } = await db.query<CommandRow>(
    `select ${ENTRY} from command c where c.status in ('QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING')
       or (c.status = 'TIMEOUT' and c.target is not null and c.done_time > ${at('$1')}
         and not exists (select from command n where n.device_id = c.device_id and n.id > c.id and n.target is not null
           and n.target->'metric'->>'subject' is not distinct from c.target->'metric'->>'subject'
           and n.sent_time is not null))
     order by c.id ${MARK}`,
    [lateFrom],
  )
  return rows.map(entryOf)
}

/** Valves that commands left unproven since `from`, by station. */
export async function unconfirmedSince(db: Sql, from: number): Promise<(UnconfirmedChange & { stationId: string })[]> {
  const { rows } = await db.query<{ station_id: string; device_id: string; done: number }>(
    `select c.station_id, c.device_id, ${ms('done_time', 'done')} from command c
     where c.status in ('TIMEOUT', 'FAILED') and c.repeats_others and c.sent_time is not null
       and c.done_time > ${at('$1')} and c.result_code is distinct from 'NAK' ${MARK}`,
    [from],
  )
  return rows.map((row) => ({ stationId: row.station_id, deviceId: row.device_id, at: row.done }))
}
