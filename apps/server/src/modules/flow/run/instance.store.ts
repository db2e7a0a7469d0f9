import type { FlowModel, FlowType, InstanceState } from '@sluice/contract'
import { jsonArray, numberArray } from '../../../platform/db/array-literal.ts'
import type { Sql } from '../../../platform/db/db.ts'
import { unscopedText } from '../../../platform/resource/scoped.ts'
import type { FlowEvent, TaskState } from '../engine/flow-event.rules.ts'

/** An instance as it was when it was locked. */
export interface StoredInstance {
  id: string
  instNo: string
  definitionId: string
  versionNo: number
  flowType: FlowType
  flowName: string
  /** The department whose flow it is. */
  homeDeptId: string
  title: string
  userId: string
  deptId: string
  status: InstanceState
  startTime: string
  endTime: string | null
}

const COLUMNS = `i.id::text as id, i.inst_no as "instNo", i.definition_id::text as "definitionId", i.version_no as "versionNo",
  i.flow_type as "flowType", d.name as "flowName", d.dept_id::text as "homeDeptId", i.title, i.user_id::text as "userId",
  i.dept_id::text as "deptId", i.status, i.start_time as "startTime", i.end_time as "endTime"`

/** The instance, locked until the transaction ends where `lock` says so. Who may touch it, the service decides. */
export async function readInstance(db: Sql, id: string, lock = false): Promise<StoredInstance | undefined> {
  const { rows } = await db.query<StoredInstance & Record<string, unknown>>(
    `select ${COLUMNS} from flow_instance i join flow_definition d on d.id = i.definition_id
     where i.id = $1 ${lock ? 'for update of i' : ''} ${unscopedText('self')}`,
    [id],
  )
  return rows[0]
}

/** The instance that a call with this key started before. */
export async function findStarted(
  db: Sql,
  userId: string,
  key: string,
): Promise<{ id: string; instNo: string } | undefined> {
  const { rows } = await db.query<{ id: string; instNo: string }>(
    `select id::text as id, inst_no as "instNo" from flow_instance where user_id = $1 and start_key = $2 ${unscopedText('self')}`,
    [userId, key],
  )
  return rows[0]
}

export interface NewInstance {
  definitionId: string
  versionNo: number
  flowType: string
  title: string
  userId: string
  deptId: string
  startKey: string
  startTime: string
  /** The day in the zone of the starter, `YYYYMMDD`, which its number begins with. */
  day: string
}

/** A new instance; undefined when one with its key exists by now. */
export async function insertInstance(tx: Sql, one: NewInstance): Promise<{ id: string; instNo: string } | undefined> {
  const { rows } = await tx.query<{ id: string; instNo: string }>(
    `with next as (select nextval(pg_get_serial_sequence('flow_instance', 'id')) as id)
     insert into flow_instance (id, inst_no, definition_id, version_no, flow_type, title, user_id, dept_id, start_key, start_time)
     select id, 'F' || $1 || '-' || lpad(id::text, greatest(4, length(id::text)), '0'), $2, $3, $4, $5, $6, $7, $8, $9 from next
     on conflict (user_id, start_key) do nothing
     returning id::text as id, inst_no as "instNo" ${unscopedText('self')}`,
    [
      one.day,
      one.definitionId,
      one.versionNo,
      one.flowType,
      one.title,
      one.userId,
      one.deptId,
      one.startKey,
      one.startTime,
    ],
  )
  return rows[0]
}

/** Sets what follows from the events. */
export async function saveInstance(
  tx: Sql,
  {
    id,
    status,
    steps,
    endTime,
  }: { id: string; status: InstanceState; steps: readonly string[]; endTime: string | null },
): Promise<void> {
  await tx.query(
    `update flow_instance set status = $2, current_steps = $3, end_time = $4, version = version + 1
     where id = $1 ${unscopedText('self')}`,
    [id, status, JSON.stringify(steps), endTime],
  )
}

/** Everything that happened to an instance, in order. */
export async function readEvents(db: Sql, instanceId: string): Promise<FlowEvent[]> {
  const { rows } = await db.query<{ event: FlowEvent }>(
    'select event from flow_event where instance_id = $1 order by no',
    [instanceId],
  )
  return rows.map(({ event }) => event)
}

export async function appendEvents(
  tx: Sql,
  instanceId: string,
  after: number,
  events: readonly FlowEvent[],
): Promise<void> {
  await tx.query(
    `insert into flow_event (instance_id, no, event)
     select $1, $2 + place, given.event from unnest($3::jsonb[]) with ordinality as given (event, place)`,
    [instanceId, after, jsonArray(events.map((event) => JSON.stringify(event)))],
  )
}

/** A task as the lists show it. */
export interface TaskRow extends TaskState {
  stepName: string
  dueTime: string | null
}

/** Writes tasks that are new or have changed. Whose it is and whether it can be decided counts its version up; being urged does not. */
export async function saveTasks(
  tx: Sql,
  { id, userId, title, flowName, flowType }: Pick<StoredInstance, 'id' | 'userId' | 'title' | 'flowName' | 'flowType'>,
  tasks: readonly TaskRow[],
): Promise<void> {
  if (tasks.length === 0) return
  await tx.query(
    `insert into flow_task as t (instance_id, no, user_id, for_user_id, owner_id, starter_id, title, flow_name, flow_type, step,
       step_name, kind, status, claimed, comment, arrive_time, finish_time, due_time,
       urge_time)
     select $1, l.no, l."userId", l."forUserId", l."ownerId", $2, $3, $4, $5, l.step, l."stepName", l.kind, l.status,
       coalesce(l.claimed, false), l.comment, l."arrivedAt", l."finishedAt", l."dueTime", l."urgedAt"
     from unnest($6::jsonb[]) as given (task), jsonb_to_record(given.task) as l (no integer, "userId" bigint, "forUserId" bigint,
       "ownerId" bigint, step text, "stepName" text, kind text, status text, claimed boolean, comment text,
       "arrivedAt" timestamptz, "finishedAt" timestamptz, "dueTime" timestamptz, "urgedAt" timestamptz)
     on conflict (instance_id, no) do update set user_id = excluded.user_id, owner_id = excluded.owner_id,
       status = excluded.status, claimed = excluded.claimed, comment = excluded.comment, arrive_time = excluded.arrive_time,
       finish_time = excluded.finish_time, due_time = excluded.due_time, urge_time = excluded.urge_time, version = t.version + case
         when (t.user_id, t.owner_id, t.status, t.claimed)
           is distinct from (excluded.user_id, excluded.owner_id, excluded.status, excluded.claimed) then 1 else 0 end`,
    [id, userId, title, flowName, flowType, jsonArray(tasks.map((task) => JSON.stringify(task)))],
  )
}

/** The timers of an instance, all of them. */
export async function saveTimers(
  tx: Sql,
  instanceId: string,
  timers: readonly { step: string; until: string }[],
): Promise<void> {
  await tx.query('delete from flow_timer where instance_id = $1', [instanceId])
  if (timers.length === 0) return
  await tx.query(
    `insert into flow_timer (instance_id, step, due_time)
     select $1, l.step, l.until from unnest($2::jsonb[]) as given (timer),
       jsonb_to_record(given.timer) as l (step text, until timestamptz)`,
    [instanceId, jsonArray(timers.map((timer) => JSON.stringify(timer)))],
  )
}

/** Instances with a timer that is due, the longest due first. */
export async function dueInstances(db: Sql, now: Date, most: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select instance_id::text as id from flow_timer where due_time <= $1
     group by instance_id order by min(due_time) limit $2`,
    [now.toISOString(), most],
  )
  return rows.map(({ id }) => id)
}

/** Open tasks of these people, or of everybody who is away at a time: instance, number, person. */
export async function openTasksOf(
  db: Sql,
  userIds: readonly string[],
): Promise<{ instanceId: string; no: number; userId: string }[]> {
  const { rows } = await db.query<{ instanceId: string; no: number; userId: string }>(
    `select instance_id::text as "instanceId", no, user_id::text as "userId" from flow_task
     where status in ('PENDING', 'WAITING') and kind = 'APPROVE' and user_id = any($1::bigint[])
     order by instance_id, no limit 500`,
    [numberArray(userIds)],
  )
  return rows
}

/** Everybody with an open task. */
export async function peopleAsked(db: Sql): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select distinct user_id::text as id from flow_task where status in ('PENDING', 'WAITING') and kind = 'APPROVE'`,
  )
  return rows.map(({ id }) => id)
}

/** What was published as this version. */
export async function readVersionModel(
  db: Sql,
  definitionId: string,
  versionNo: number,
): Promise<FlowModel | undefined> {
  const { rows } = await db.query<{ model: FlowModel }>(
    'select model from flow_version where definition_id = $1 and version_no = $2',
    [definitionId, versionNo],
  )
  return rows[0]?.model
}
