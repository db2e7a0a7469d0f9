import type { FaultAction } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import { afterAll } from '../fault.store.ts'
import { SAME_MS, UNHANDLED_CLOSES_MS } from './handling.rules.ts'

/** A fault that the platform moved on. */
export interface Moved {
  id: string
  deviceId: string
  deptId: string
  code: string
  action: Extract<FaultAction, 'CLOSE' | 'REOPEN'>
}

/** At most so many are moved in a transaction. */
const BATCH = 500

/**
 * What moves on by itself (domain 6.3): ignored longer than agreed, minor and over without handling, resolved and over
 * so long that it would not begin again. Writes state and history; returns what moved.
 */
export async function moveOn(tx: Sql, now: Date): Promise<Moved[]> {
  const { rows } = await tx.query<Moved & Record<string, unknown>>(
    `with due as (
       select id, case when handle_state = 'IGNORED' and condition_state = 'ACTIVE' then 'UNHANDLED' else 'CLOSED' end as state
       from fault f
       where (handle_state = 'IGNORED' and ignored_until <= $1)
          or (handle_state in ('UNHANDLED', 'ACKED', 'PROCESSING') and condition_state = 'CLEARED' and level <= 2
            and clear_time <= $1::timestamptz - $2 * interval '1 millisecond'
            and not exists (select from fault_log l where l.fault_id = f.id and l.user_id is not null
              and l.ts > $1::timestamptz - $2 * interval '1 millisecond'))
          or (handle_state = 'RESOLVED' and condition_state = 'CLEARED'
            and greatest(clear_time, resolve_time) <= $1::timestamptz - $3 * interval '1 millisecond')
       order by id limit ${BATCH} for update of f skip locked
     ), moved as (
       update fault f set handle_state = d.state, version = f.version + 1,
         ignored_until = null,
         taken_id = case when d.state = 'CLOSED' then f.taken_id end,
         taken_name = case when d.state = 'CLOSED' then f.taken_name end,
         taken_time = case when d.state = 'CLOSED' then f.taken_time end
       from due d where f.id = d.id
       returning f.id, f.device_id, f.dept_id, f.code, case d.state when 'CLOSED' then 'CLOSE' else 'REOPEN' end as action
     ), lines as (
       insert into fault_log (fault_id, ts, action) select id, $1, action from moved
     )
     select id::text as id, device_id::text as "deviceId", dept_id::text as "deptId", code, action from moved
     ${unscopedText('job')}`,
    [now.toISOString(), UNHANDLED_CLOSES_MS, SAME_MS],
  )
  return rows
}

/** A fault that ended with the use of its device. */
export type Ended = Omit<Moved, 'action'>

/**
 * Ends active faults of devices that are switched off, retired or deleted, which do not tell any more that they are over. Writes
 * state and history; returns what ended.
 */
export async function endOutOfUse(tx: Sql, now: Date): Promise<Ended[]> {
  const { rows } = await tx.query<Ended & Record<string, unknown>>(
    `with due as (
       select f.id from fault f join v_device d on d.id = f.device_id
       where f.condition_state = 'ACTIVE' and (d.deleted or not d.enabled)
       order by f.id limit ${BATCH} for update of f skip locked
     ), over as (
       update fault f set condition_state = 'CLEARED', clear_time = greatest(f.last_time, $1), version = f.version + 1
       from due where f.id = due.id
       returning f.id, f.device_id, f.dept_id, f.code, f.clear_time
     ), lines as (
       insert into fault_log (fault_id, ts, action, reason)
       select id, ${afterAll('over.id', 'clear_time')}, 'CLEAR', 'OUT_OF_USE' from over
     )
     select id::text as id, device_id::text as "deviceId", dept_id::text as "deptId", code from over ${unscopedText('job')}`,
    [now.toISOString()],
  )
  return rows
}
