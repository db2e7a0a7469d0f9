import type { HandleState, faultResource } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import { scopePredicate, unscopedText } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'

const ofDevice = (column: string) => `select d.${column} from v_device d where d.id = t.device_id`
const deviceOrder = (by: string) => ({ join: 'left join v_device as o on o.id = t.device_id', by })

/** Everyone who sees a device sees its faults, under its present name, number and department. */
export const FAULTS: Pick<ResourceOptions<typeof faultResource>, 'computed' | 'access'> = {
  computed: {
    deviceName: ofDevice('name'),
    deviceNo: ofDevice('device_no'),
    deptId: ofDevice('dept_id'),
    deviceTypeCode: `select p.device_type_code from v_product p where p.id = (${ofDevice('product_id')})`,
  },
  access: {
    deviceName: { order: deviceOrder('o.name') },
    // Faults to be handled come first: active before cleared, then the highest level, then the newest.
    conditionState: { order: { join: '', by: 'row(t.condition_state, -t.level, -extract(epoch from t.last_time))' } },
    level: { order: { join: '', by: 'row(t.level, t.last_time)' } },
  },
}

/** The number on the bell. */
export async function countOpenFaults(db: Sql, scope: Scope): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select count(*) as total from fault f join v_device d on d.id = f.device_id
    where f.condition_state = 'ACTIVE' and f.handle_state = 'UNHANDLED' and not d.deleted
      and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables<unknown>())
  return Number(rows[0]?.total ?? 0)
}

/** The same for every department at once: one query for any number of viewers. */
export async function openFaultsByDept(db: Sql): Promise<Map<string, number>> {
  const { rows } = await db.query<{ dept_id: string; total: string }>(
    `select d.dept_id, count(*) as total from fault f join v_device d on d.id = f.device_id
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
      `select id, name from v_device where id = any($1::bigint[]) ${unscopedText('live')}`,
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
  code: string
  handleState: HandleState
  version: number
}

/** Locked until the transaction ends; undefined when there is none in scope. */
export async function lockFault(tx: Sql, scope: Scope, id: string): Promise<HandledFault | undefined> {
  const { rows } = await sql<HandledFault>`
    select f.device_id::text as "deviceId", d.dept_id::text as "deptId", f.code, f.handle_state as "handleState", f.version
    from fault f join v_device d on d.id = f.device_id
    where f.id = ${id} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')} for update of f`.execute(
    tx.tables<unknown>(),
  )
  return rows[0]
}

/** For a fault that was locked and is in scope. */
export async function setHandleState(tx: Sql, scope: Scope, id: string, state: HandleState): Promise<void> {
  await sql`update fault f set handle_state = ${state}, version = f.version + 1 from v_device d
    where f.id = ${id} and d.id = f.device_id and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    tx.tables<unknown>(),
  )
}
