import { type importRepairs, type InputOf, REPAIR_OPEN } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import type { Scope } from '../../platform/http/session.ts'
import { DEVICE_MARK, scopePredicate } from '../../platform/resource/scoped.ts'
import type { Walked } from './past-repair.rules.ts'

export type GivenRepair = InputOf<typeof importRepairs>['repairs'][number]

/** Those of these devices that are in scope. */
export async function devicesSeen(db: Sql, scope: Scope, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select d.id::text as id from v_device d
    where d.id = any(${ids}::bigint[]) and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    db.tables<unknown>(),
  )
  return new Set(rows.map(({ id }) => id))
}

/** The fault of a device in scope by what it is known by; undefined where there is none. */
export async function faultOf(
  tx: Sql,
  { deviceId, code, firstTime }: { deviceId: string; code: string; firstTime: string },
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `select id::text as id from v_fault where device_id = $1 and code = $2
       and date_trunc('milliseconds', first_time) = $3::timestamptz ${DEVICE_MARK}`,
    [deviceId, code, firstTime],
  )
  return rows[0]?.id
}

/** Inserts an order of a device in scope; undefined where the device has one that was made at that time, or its fault one that is open. */
export async function insertPastRepair(
  tx: Sql,
  given: GivenRepair,
  walked: Walked & { faultId: string | null },
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into repair_record (device_id, source, level, problem, contact, phone, status, assignee_id, sla_state, sla_due,
       sla_left_s, sla_late, arrive_time, finish_time, cause, damaged, measure, labor_fee, pay_state, score,
       visit_note, create_by, create_time, fault_id)
     select $1::bigint, $2, $3::int, $4, $5, $6, $7, $8::bigint, $9, $10::timestamptz, $11::int, $12::bool, to_timestamp($13::float8 / 1000), to_timestamp($14::float8 / 1000),
       $15, $16::bool, $17, $18::bigint, $19, $20::int, $21, $22::bigint, $23::timestamptz, $24::bigint
     where not exists (select from repair_record r where r.device_id = $1 and r.create_time = $23::timestamptz)
       and not ($7 = any($25::text[]) and exists (select from repair_record r where r.fault_id = $24::bigint and r.status = any($25::text[])))
     returning id::text as id /* device:id */`,
    [
      given.deviceId,
      given.source,
      given.level,
      given.problem,
      given.contact ?? null,
      given.phone ?? null,
      walked.status,
      given.assigneeId ?? null,
      walked.slaState,
      walked.slaDue,
      walked.slaLeftS,
      walked.slaLate,
      walked.arriveAt,
      walked.finishAt,
      given.cause ?? null,
      given.damaged ?? null,
      given.measure ?? null,
      given.laborFee ?? null,
      given.payState ?? 'NONE',
      given.score ?? null,
      given.visitNote ?? null,
      given.createBy,
      given.createTime,
      walked.faultId,
      [...REPAIR_OPEN],
    ],
  )
  return rows[0]?.id
}

export async function addParts(tx: Sql, repairId: string, parts: NonNullable<GivenRepair['parts']>): Promise<void> {
  await tx.query(
    `insert into repair_part (repair_record_id, line_no, item, quantity, price)
     select $1, n, p.item, p.quantity, p.price
     from rows from (jsonb_to_recordset($2::jsonb) as (item text, quantity numeric, price bigint)) with ordinality
       as p (item, quantity, price, n)`,
    [repairId, JSON.stringify(parts)],
  )
}
