import { AppError } from '@sluice/kit'
import { type Language, REPAIR_OPEN, type RepairStatus, type TestState } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import { scopePredicate } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'
import type { Move } from './sla.rules.ts'

/** The steps of the life of an order, which was found in scope. */
export async function movesOf(db: Sql, repairId: string): Promise<Move[]> {
  const { rows } = await db.query<{ ts: string; to_status: RepairStatus }>(
    'select ts, to_status from repair_event where repair_id = $1 order by id',
    [repairId],
  )
  return rows.map(({ ts, to_status }) => ({ at: Date.parse(ts), to: to_status }))
}

interface Step {
  at: Date
  from: RepairStatus | null
  to: RepairStatus
  userId: string
  userName: string
  note: string | null
}

export async function addStep(tx: Sql, repairId: string, step: Step): Promise<void> {
  const { at, from, to, userId, userName, note } = step
  await tx.query(
    `insert into repair_event (repair_id, ts, from_status, to_status, user_id, user_name, note)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [repairId, at, from, to, userId, userName, note],
  )
}

/** A fault in scope as an order is made of it, its name in the language of the caller. @throws AppError `not-found` */
export async function faultToRepair(db: Sql, scope: Scope, id: string, language: Language) {
  const { rows } = await sql<{ deviceId: string; level: number; code: string; name: string; english: string | null }>`
    select f.device_id::text as "deviceId", f.level, f.code, coalesce(c.name, f.code) as name,
      nullif(c.english_name, '') as english
    from v_fault f join v_device d on d.id = f.device_id left join v_fault_code c on c.code = f.code
    where f.id = ${id} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables<unknown>())
  const [fault] = rows
  if (!fault) throw new AppError('not-found')
  const { deviceId, level, code, name, english } = fault
  return { deviceId, level, problem: `${code} ${language === 'en-US' ? (english ?? name) : name}` }
}

/** Whether an order of this fault is open. */
export async function isBeingRepaired(db: Sql, faultId: string): Promise<boolean> {
  const { rows } = await db.query(
    'select 1 from repair_record where fault_id = $1 and status = any($2::text[]) /* device:id */',
    [faultId, [...REPAIR_OPEN]],
  )
  return rows.length > 0
}

export interface FoundRepair {
  id: string
  repairNo: string
  deviceId: string
  /** The unit that took its place by this order, else the device itself. */
  testedId: string
  deptId: string
  status: RepairStatus
  testState: TestState
}

/** The device that an order ends with: what is tested is what stands there. */
export const testedBy = (order: string) =>
  `coalesce((select x.new_device_id from v_device_replacement x where x.repair_id = ${order}.id
    order by x.ts desc limit 1), ${order}.device_id)`
export const TESTED = testedBy('r')

/** An order in scope, locked until the transaction ends where that is asked. @throws AppError `not-found` */
export async function findRepair(db: Sql, scope: Scope, id: string, lock = false): Promise<FoundRepair> {
  const { rows } = await sql<FoundRepair>`
    select r.id::text as id, r.repair_no as "repairNo", r.device_id::text as "deviceId", d.dept_id::text as "deptId",
      r.status, r.test_state as "testState", ${sql.raw(TESTED)}::text as "testedId"
    from repair_record r join v_device d on d.id = r.device_id
    where r.id = ${id} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
    ${lock ? sql`for update of r` : sql``}`.execute(db.tables<unknown>())
  const [found] = rows
  if (!found) throw new AppError('not-found')
  return found
}

/** The department of a device in scope; undefined for another. */
export async function deptOfDevice(db: Sql, scope: Scope, deviceId: string): Promise<string | undefined> {
  const { rows } = await sql<{ deptId: string }>`
    select d.dept_id::text as "deptId" from v_device d
    where d.id = ${deviceId} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    db.tables<unknown>(),
  )
  return rows[0]?.deptId
}
