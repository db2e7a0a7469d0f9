import type { faultPage, HandleState, ListedFault, OutputOf } from '@sluice/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Sql } from '../../platform/db.ts'
import { isRowId, scopePredicate, unscopedText } from '../../platform/scoped.ts'
import type { Scope } from '../../platform/session.ts'

type FaultQuery = z.output<(typeof faultPage)['input']>

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

function conditionsOf(scope: Scope, query: FaultQuery) {
  const { level, code, conditionState, handleState, deviceId, keyword, startTime, endTime } = query
  const conditions = [
    sql`not d.deleted`,
    scopePredicate(scope, 'device', 'd'),
    ...(level === undefined ? [] : [sql`f.level = ${level}`]),
    ...(code === undefined ? [] : [sql`f.code = ${code}`]),
    ...(conditionState === undefined ? [] : [sql`f.condition_state = ${conditionState}`]),
    ...(handleState === undefined ? [] : [sql`f.handle_state = ${handleState}`]),
    ...(deviceId === undefined ? [] : [sql`f.device_id = ${isRowId(deviceId) ? deviceId : '0'}`]),
    ...(keyword ? [sql`(d.name ilike ${like(keyword)} or d.device_no ilike ${like(keyword)})`] : []),
    ...(startTime === undefined ? [] : [sql`f.last_time >= ${startTime}::timestamptz`]),
    ...(endTime === undefined ? [] : [sql`f.first_time <= ${endTime}::timestamptz`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** Whoever sees a device sees its faults. Active ones first, then the worst, then the newest. */
export async function pageFaults(db: Sql, scope: Scope, query: FaultQuery): Promise<OutputOf<typeof faultPage>> {
  const { page, limit } = query
  const from = sql`from fault f join device d on d.id = f.device_id where ${conditionsOf(scope, query)}`
  const counted = await sql<{ total: string }>`select count(*) as total ${from}`.execute(db.tables<unknown>())
  const { rows } = await sql<ListedFault>`
    select f.id::text as id, f.device_id::text as "deviceId", f.code, f.level, f.condition_state as "conditionState",
      f.handle_state as "handleState", f.first_time as "firstTime", f.last_time as "lastTime",
      f.clear_time as "clearTime", f.count, f.version, d.name as "deviceName", d.device_no as "deviceNo",
      (select p.device_type_code from product p where p.id = d.product_id) as "deviceTypeCode",
      coalesce((select o.name from dept o where o.id = d.dept_id), '') as "deptName"
    ${from} order by f.condition_state, f.level desc, f.last_time desc, f.id desc
    limit ${limit} offset ${(page - 1) * limit}`.execute(db.tables<unknown>())
  return { list: rows, total: Number(counted.rows[0]?.total ?? 0), page, limit }
}

/** The number on the bell. */
export async function countOpenFaults(db: Sql, scope: Scope): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from fault f join device d on d.id = f.device_id
    where f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and not d.deleted
      and ${scopePredicate(scope, 'device', 'd')}`.execute(db.tables<unknown>())
  return Number(rows[0]?.total ?? 0)
}

/** The same for every department at once: one question, however many people look. */
export async function openFaultsByDept(db: Sql): Promise<Map<string, number>> {
  const { rows } = await db.query<{ dept_id: string; total: string }>(
    `select d.dept_id, count(*) as total from fault f join device d on d.id = f.device_id
     where f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and not d.deleted
     group by d.dept_id ${unscopedText('live')}`,
  )
  return new Map(rows.map((row) => [row.dept_id, Number(row.total)]))
}

/** Names for a line that people read. */
export async function namesOf(
  db: Sql,
  found: { deviceIds: readonly string[]; codes: readonly string[] },
): Promise<{ devices: Map<string, string>; faults: Map<string, string> }> {
  const [devices, faults] = [
    await db.query<{ id: string; name: string }>(
      `select id, name from device where id = any($1::bigint[]) ${unscopedText('live')}`,
      [found.deviceIds],
    ),
    await db.query<{ code: string; name: string }>('select code, name from fault_code where code = any($1::text[])', [
      found.codes,
    ]),
  ]
  return {
    devices: new Map(devices.rows.map((row) => [row.id, row.name])),
    faults: new Map(faults.rows.map((row) => [row.code, row.name])),
  }
}

export interface HandledFault {
  deviceId: string
  deptId: string
  handleState: HandleState
  version: number
}

/** Locked until the transaction ends; undefined when there is none in sight. */
export async function lockFault(tx: Sql, scope: Scope, id: string): Promise<HandledFault | undefined> {
  const { rows } = await sql<HandledFault>`
    select f.device_id::text as "deviceId", d.dept_id::text as "deptId", f.handle_state as "handleState", f.version
    from fault f join device d on d.id = f.device_id
    where f.id = ${id} and not d.deleted and ${scopePredicate(scope, 'device', 'd')} for update of f`.execute(
    tx.tables<unknown>(),
  )
  return rows[0]
}

/** Of a fault that was locked in sight. */
export async function setHandleState(tx: Sql, scope: Scope, id: string, state: HandleState): Promise<void> {
  await sql`update fault f set handle_state = ${state}, version = f.version + 1 from device d
    where f.id = ${id} and d.id = f.device_id and ${scopePredicate(scope, 'device', 'd')}`.execute(tx.tables<unknown>())
}
