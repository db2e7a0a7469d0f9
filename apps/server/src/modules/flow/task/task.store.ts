import type { FlowType } from '@sluice/contract'
import type { Sql } from '../../../platform/db/db.ts'

export interface StoredTask {
  id: string
  instanceId: string
  no: number
  userId: string
  version: number
}

/** A task of this person; undefined where it is nobody's or another's. One that they had once is still theirs to name. */
export async function readTask(db: Sql, id: string, userId: string): Promise<StoredTask | undefined> {
  const { rows } = await db.query<StoredTask & Record<string, unknown>>(
    `select id::text as id, instance_id::text as "instanceId", no, user_id::text as "userId", version from flow_task
     where id = $1 and (user_id = $2 or owner_id = $2)`,
    [id, userId],
  )
  return rows[0]
}

export interface WaitingRow {
  taskId: string
  version: number
  instanceId: string
  title: string
  flowName: string
  flowType: FlowType
  starterId: string
  stepName: string
  kind: 'APPROVE' | 'COPY'
  arriveTime: string
  dueTime: string | null
  urgeTime: string | null
  forUserId: string | null
  ownerId: string | null
  claimedBy: 'ME' | 'OTHER' | null
}

/** What waits for a person, what is due first first. */
export async function readWaiting(db: Sql, userId: string, most: number): Promise<WaitingRow[]> {
  const { rows } = await db.query<WaitingRow & Record<string, unknown>>(
    `select t.id::text as "taskId", t.version, t.instance_id::text as "instanceId", t.title, t.flow_name as "flowName",
       t.flow_type as "flowType", t.starter_id::text as "starterId", t.step_name as "stepName", t.kind,
       t.arrive_time as "arriveTime", t.due_time as "dueTime", t.urge_time as "urgeTime", t.for_user_id::text as "forUserId", t.owner_id::text as "ownerId",
       case when t.claimed then 'ME' when exists (
         select from flow_task c where c.instance_id = t.instance_id and c.step = t.step and c.claimed and c.status = 'PENDING'
           and c.no <> t.no
       ) then 'OTHER' end as "claimedBy"
     from flow_task t where t.user_id = $1 and t.status = 'PENDING'
     order by t.due_time nulls last, t.arrive_time, t.id limit $2`,
    [userId, most],
  )
  return rows
}

/** How many tasks a person has to decide. */
export async function countWaiting(db: Sql, userId: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    `select count(*)::int as total from flow_task where user_id = $1 and status = 'PENDING' and kind = 'APPROVE'`,
    [userId],
  )
  return rows[0]?.total ?? 0
}

export interface OwnTask {
  id: string
  no: number
  version: number
}

/** The tasks of an instance by their number: ids and versions. */
export async function readTaskIds(db: Sql, instanceId: string): Promise<Map<number, OwnTask>> {
  const { rows } = await db.query<OwnTask & Record<string, unknown>>(
    'select id::text as id, no, version from flow_task where instance_id = $1',
    [instanceId],
  )
  return new Map(rows.map((row) => [row.no, row]))
}

/** What a person has done: what still waits stands in the inbox, and what is no longer needed nowhere. */
export const DONE_TASKS = `t.status in ('APPROVED', 'REJECTED', 'RETURNED', 'TRANSFERRED', 'DONE')`

/** Fields of a task that are no column. */
export const TASKS = {
  durationS: `case when t.finish_time is null or t.arrive_time is null then null
    else greatest(extract(epoch from t.finish_time - t.arrive_time), 0)::int end`,
}
