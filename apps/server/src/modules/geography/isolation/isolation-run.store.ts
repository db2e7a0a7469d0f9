import type { GeoPosition, LeftOut, UnableValve } from '@sluice/contract'
import { sql } from 'kysely'
import { numberArray } from '../../../platform/db/array-literal.ts'
import type { Connection, Sql } from '../../../platform/db/db.ts'
import { DEVICE_MARK, rowId, scopePredicate, unscopedText } from '../../../platform/resource/scoped.ts'
import type { Session } from '../../../platform/http/session.ts'
import type { SavedCaller } from '../../../platform/run/job-caller.ts'

/** A valve that another stands in for, as stored: its name is read when it is shown. */
export type StoredUnable = Pick<UnableValve, 'deviceId' | 'because'>

export interface IsolationRow {
  id: string
  deptId: string
  edgeId: string
  edgeName: string | null
  lng: number | null
  lat: number | null
  reason: string | null
  stretches: GeoPosition[][]
  lengthM: number
  byHand: StoredUnable[]
  createName: string
  createTime: string
  valveCount: number
  restoreName: string | null
  restoreTime: string | null
  restoreDoneTime: string | null
}

export interface IsolationValveRow {
  deviceId: string
  no: number
  before: number | null
  wasClosed: boolean
  insteadOf: StoredUnable[]
  isPassedOver: boolean
  commandId: string | null
  refused: string | null
  turn: number
  restoreTries: number
  restoreCommandId: string | null
  restoreRefused: string | null
  leftOut: LeftOut | null
}

export type NewIsolation = Pick<
  IsolationRow,
  'deptId' | 'edgeId' | 'lng' | 'lat' | 'reason' | 'stretches' | 'lengthM' | 'byHand'
> & { idempotencyKey: string; at: string }

export type NewIsolationValve = Pick<
  IsolationValveRow,
  'deviceId' | 'no' | 'before' | 'wasClosed' | 'insteadOf' | 'turn'
> & { mode: string | null; isLocked: boolean }

const ROW = sql.raw(`i.id::text as id, i.dept_id::text as "deptId", i.edge_id::text as "edgeId",
  f.name as "edgeName", i.lng, i.lat, i.reason, i.stretches, i.length_m as "lengthM", i.by_hand as "byHand",
  i.create_name as "createName", i.create_time as "createTime", i.restore_name as "restoreName",
  i.restore_time as "restoreTime", i.restore_done_time as "restoreDoneTime",
  (select count(*)::int from isolation_valve v where v.isolation_id = i.id and not v.passed_over) as "valveCount"`)

/** Null: the same user has used the key before. The edge was found visible. */
export async function insertIsolation(tx: Sql, session: Session, row: NewIsolation): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into isolation (dept_id, edge_id, lng, lat, reason, stretches, length_m, by_hand, idempotency_key,
       create_by, create_name, create_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (create_by, idempotency_key) do nothing returning id /* scope:insert */`,
    [
      row.deptId,
      row.edgeId,
      row.lng,
      row.lat,
      row.reason,
      JSON.stringify(row.stretches),
      row.lengthM,
      JSON.stringify(row.byHand),
      row.idempotencyKey,
      session.userId,
      session.nickName,
      row.at,
    ],
  )
  return rows[0]?.id ?? null
}

/** The devices were found visible, one by one. */
export async function insertValves(tx: Sql, isolationId: string, valves: readonly NewIsolationValve[]): Promise<void> {
  await tx.query(
    `insert into isolation_valve (isolation_id, device_id, no, before_opening, before_mode, before_lock, was_closed,
       instead_of, turn)
     select $1, x.device_id, x.no, x.before, x.mode, x.lock, x.was_closed, x.instead_of, x.turn
     from jsonb_to_recordset($2::jsonb) as x
       (device_id bigint, no integer, before double precision, mode text, lock boolean, was_closed boolean,
        instead_of jsonb, turn integer)
     on conflict do nothing ${DEVICE_MARK}`,
    [
      isolationId,
      JSON.stringify(
        valves.map(({ deviceId, no, before, mode, isLocked, wasClosed, insteadOf, turn }) => ({
          device_id: deviceId,
          no,
          before,
          mode,
          lock: isLocked,
          was_closed: wasClosed,
          instead_of: insteadOf,
          turn,
        })),
      ),
    ],
  )
}

/** Of the session's own isolations, by the key they were asked for with. */
export async function isolationOfKey(db: Sql, session: Session, key: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>(
    `select id from isolation where create_by = $1 and idempotency_key = $2 ${unscopedText('self')}`,
    [session.userId, key],
  )
  return rows[0]?.id
}

export async function findIsolation(db: Sql, { scope }: Session, id: string): Promise<IsolationRow | undefined> {
  const { rows } = await sql<IsolationRow>`
    select ${ROW} from isolation i join geo_feature f on f.id = i.edge_id
    where i.id = ${rowId(id)} and ${scopePredicate(scope, 'isolation', 'i')}`.execute(db.tables<unknown>())
  return rows[0]
}

const LISTED = 20

/** Newest first: those whose valves have not all been put back. */
export async function openIsolationRows(db: Sql, { scope }: Session): Promise<IsolationRow[]> {
  const { rows } = await sql<IsolationRow>`
    select ${ROW} from isolation i join geo_feature f on f.id = i.edge_id
    where i.restore_done_time is null and ${scopePredicate(scope, 'isolation', 'i')}
    order by i.create_time desc limit ${sql.lit(LISTED)}`.execute(db.tables<unknown>())
  return rows
}

/** As far as the session sees them, in the order of their numbers. */
export async function isolationValves(db: Sql, { scope }: Session, id: string): Promise<IsolationValveRow[]> {
  const { rows } = await sql<IsolationValveRow>`
    select v.device_id::text as "deviceId", v.no, v.before_opening as before, v.was_closed as "wasClosed",
      v.instead_of as "insteadOf", v.passed_over as "isPassedOver", v.command_id::text as "commandId", v.refused,
      v.turn, v.restore_tries as "restoreTries", v.restore_command_id::text as "restoreCommandId",
      v.restore_refused as "restoreRefused", v.left_out as "leftOut"
    from isolation_valve v join v_device d on d.id = v.device_id
    where v.isolation_id = ${id} and ${scopePredicate(scope, 'v_device', 'd')} order by v.no`.execute(
    db.tables<unknown>(),
  )
  return rows
}

/** One change of an isolation at a time. */
export async function lockIsolation(tx: Connection, id: string): Promise<void> {
  await tx.query(`select from isolation where id = $1 for update ${unscopedText('reference')}`, [id])
}

export async function writeClosing(
  db: Sql,
  isolationId: string,
  deviceId: string,
  { commandId, refused }: Pick<IsolationValveRow, 'commandId' | 'refused'>,
): Promise<void> {
  await db.query(
    `update isolation_valve set command_id = coalesce($3, command_id), refused = $4
     where device_id = $1 and isolation_id = $2 ${DEVICE_MARK}`,
    [deviceId, isolationId, commandId, refused],
  )
}

export async function passOver(db: Sql, isolationId: string, deviceId: string): Promise<void> {
  await db.query(
    `update isolation_valve set passed_over = true where device_id = $1 and isolation_id = $2 ${DEVICE_MARK}`,
    [deviceId, isolationId],
  )
}

/** The dry part grew by a valve that was passed over. */
export async function writeDryPart(
  db: Sql,
  id: string,
  { stretches, lengthM, byHand }: Pick<IsolationRow, 'stretches' | 'lengthM' | 'byHand'>,
): Promise<void> {
  await db.query(
    `update isolation set stretches = $2, length_m = $3, by_hand = $4 where id = $1 ${unscopedText('reference')}`,
    [id, JSON.stringify(stretches), lengthM, JSON.stringify(byHand)],
  )
}

export async function beginRestore(db: Sql, id: string, caller: SavedCaller, at: string): Promise<void> {
  await db.query(
    `update isolation set restore_caller = $2, restore_name = $3, restore_time = $4 where id = $1
     ${unscopedText('reference')}`,
    [id, JSON.stringify(caller), caller.session.nickName, at],
  )
}

/** No further valve gets its turn until somebody asks again. */
export async function haltRestore(db: Sql, id: string): Promise<void> {
  await db.query(
    `update isolation set restore_caller = null, restore_name = null, restore_time = null
     where id = $1 and restore_done_time is null ${unscopedText('reference')}`,
    [id],
  )
}

export async function endRestore(db: Sql, id: string, at: string): Promise<void> {
  await db.query(`update isolation set restore_done_time = $2 where id = $1 ${unscopedText('job')}`, [id, at])
}

/** A step that was not proven is due again. */
export async function retryStep(db: Sql, isolationId: string, deviceIds: readonly string[]): Promise<void> {
  await db.query(
    `update isolation_valve set restore_command_id = null, restore_refused = null
     where device_id = any($1::bigint[]) and isolation_id = $2 ${DEVICE_MARK}`,
    [numberArray(deviceIds), isolationId],
  )
}

export async function writeStep(
  db: Sql,
  isolationId: string,
  deviceId: string,
  step: { commandId?: string; refused?: string; leftOut?: LeftOut; tries: number },
): Promise<void> {
  await db.query(
    `update isolation_valve set restore_command_id = $3, restore_refused = $4, left_out = $5, restore_tries = $6
     where device_id = $1 and isolation_id = $2 ${DEVICE_MARK}`,
    [deviceId, isolationId, step.commandId ?? null, step.refused ?? null, step.leftOut ?? null, step.tries],
  )
}

/** Every isolation whose valves are being put back, with who asked for it. */
export async function restoringNow(db: Sql): Promise<{ id: string; caller: SavedCaller }[]> {
  const { rows } = await db.query<{ id: string; caller: SavedCaller }>(
    `select id, restore_caller as caller from isolation where restore_time is not null and restore_done_time is null
     order by id ${unscopedText('job')}`,
  )
  return rows
}

/** Devices of these that any command is moving now. */
export async function commandedNow(db: Sql, deviceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ device_id: string }>(
    `select distinct device_id from v_command where device_id = any($1::bigint[]) and target is not null
     and status in ('QUEUED', 'SENT', 'ACKNOWLEDGED', 'EXECUTING') ${DEVICE_MARK}`,
    [numberArray(deviceIds)],
  )
  return new Set(rows.map(({ device_id }) => device_id))
}
