import type { HandleState } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { scopePredicate, unscopedText } from '../../../platform/resource/scoped.ts'

/** The department of each of these devices that are in scope. */
export async function deptsOfDevices(db: Sql, scope: Scope, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; deptId: string }>`
    select d.id::text as id, d.dept_id::text as "deptId" from v_device d
    where d.id = any(${ids}::bigint[]) and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    db.tables<unknown>(),
  )
  return new Map(rows.map(({ id, deptId }) => [id, deptId]))
}

/** The level of each of these codes. */
export async function levelsOfCodes(db: Sql, codes: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await db.query<{ code: string; level: number }>(
    'select code, level from fault_code where code = any($1::text[]) and not deleted',
    [codes],
  )
  return new Map(rows.map(({ code, level }) => [code, level]))
}

/** A fault that is over; times in epoch ms. */
export interface StoredPast {
  deptId: string
  deviceId: string
  code: string
  level: number
  firstTime: number
  clearTime: number
  state: HandleState
  takenId: string | null
  takenName: string | null
  takenAt: number | null
  ackAt: number | null
  resolvedAt: number | null
  note: string | null
}

/** Inserts it; undefined where a fault of the device and code held at any of its time. */
export async function insertPast(tx: Sql, one: StoredPast): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into fault (dept_id, device_id, code, level, condition_state, handle_state, first_time, last_time, clear_time,
       begin_times, taken_id, taken_name, taken_time, ack_time, resolve_time, handle_note)
     select $1::bigint, $2::bigint, $3::text, $4::int, 'CLEARED', $5, x.first, x.over, x.over, array[x.first], $8::bigint, $9, x.taken, x.ack, x.resolved, $13
     from (select to_timestamp($6::float8 / 1000) as first, to_timestamp($7::float8 / 1000) as over,
       to_timestamp($10::float8 / 1000) as taken, to_timestamp($11::float8 / 1000) as ack,
       to_timestamp($12::float8 / 1000) as resolved) x
     where not exists (select from fault f where f.device_id = $2 and f.code = $3 and f.first_time <= x.over
       and coalesce(f.clear_time, 'infinity') >= x.first)
     returning id::text as id ${unscopedText('reference')}`,
    [
      one.deptId,
      one.deviceId,
      one.code,
      one.level,
      one.state,
      one.firstTime,
      one.clearTime,
      one.takenId,
      one.takenName,
      one.takenAt,
      one.ackAt,
      one.resolvedAt,
      one.note,
    ],
  )
  return rows[0]?.id
}
