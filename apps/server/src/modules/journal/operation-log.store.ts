import { CATEGORY_AREAS, DEVICE_AREAS, SHEET_VERBS } from '@sluice/contract'
import type {
  CommandStatus,
  operationLogGet,
  OperationLogObjects,
  OutputOf,
  operationLogResource,
} from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import { idIn } from '../../platform/db/db-reading.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import { isRowId, scopePredicate } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'

const AREA = "split_part(t.action, '.', 1)"
const VERB = "split_part(t.action, '.', 2)"

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ')
/** What a line is counted under: files first, whatever they are of, then by its area. */
const CATEGORY = `case when ${VERB} in (${listed(SHEET_VERBS)}) then 'SHEET' ${Object.entries(CATEGORY_AREAS)
  .map(([category, areas]) => `when ${AREA} in (${listed(areas)}) then '${category}'`)
  .join(' ')} else 'CONFIG' end`

const ABOUT_DEVICES = `${AREA} in (${listed(DEVICE_AREAS)})`
const HAS_TARGET = 't.target_ids @> array[{value}]::text[]'
/** Found first, and by the devices in scope only: nobody learns a name from the lines that a search for it finds. */
const NAMED_DEVICES = `array(select d.id::text from v_device d where {scope:v_device d}
  and (position(lower({value}) in lower(d.name)) > 0 or position(lower({value}) in lower(d.device_no)) > 0))`

/** Only what somebody wrote as a number is one: a line is never changed, whatever it holds. */
const COMMAND_ID = idIn('t.after', 'commandId')
/** A longer change is only in the line itself. */
const CHANGE_CHARS = 800
/** Nobody's lines, of the operator at the server and of the system, are each by itself. */
const BATCH = "coalesce(t.after->>'batch', case when t.user_id is null then t.id::text else t.trace_id end)"

/** Lines as `operation_line` has them; they never change. */
export const OPERATIONS: Pick<ResourceOptions<typeof operationLogResource>, 'computed' | 'access'> = {
  computed: {
    version: '0',
    // Only searched by: nothing of them is answered.
    userId: 'null::bigint',
    deviceId: 'null::bigint',
    deptName: 'select d.name from v_dept d where d.id = t.dept_id',
    area: AREA,
    verb: VERB,
    category: CATEGORY,
    change: `case when jsonb_typeof(t.before) = 'object' and jsonb_typeof(t.after) = 'object'
      and length(t.before::text) + length(t.after::text) < ${CHANGE_CHARS}
      then jsonb_build_object('before', t.before, 'after', t.after) end`,
    outcome: `select c.status from v_command_proof c join v_device d on d.id = c.device_id
      where c.id = ${COMMAND_ID} and {scope:v_device d}`,
    batch: BATCH,
  },
  access: {
    area: { equals: `${AREA} = {value}` },
    verb: { equals: `${VERB} = {value}` },
    category: { equals: `${CATEGORY} = {value}` },
    userId: { equals: (value) => (isRowId(value) ? 't.user_id = {value}::bigint' : 'false') },
    deviceId: { equals: `${HAS_TARGET} and ${ABOUT_DEVICES}` },
    targetIds: { equals: `${HAS_TARGET} or (t.target_ids && ${NAMED_DEVICES} and ${ABOUT_DEVICES})` },
    traceId: { equals: 't.trace_id = {value}' },
    batch: { equals: `${BATCH} = {value}` },
  },
}

export async function readOperation(
  db: Sql,
  scope: Scope,
  id: string,
): Promise<Omit<OutputOf<typeof operationLogGet>, 'chain'> | undefined> {
  const { rows } = await sql<Omit<OutputOf<typeof operationLogGet>, 'chain'>>`
    select l.id::text as id, l.ts, l.username, d.name as "deptName", l.action, l.target_ids as "targetIds", l.ip,
      l.trace_id as "traceId", l.before, l.after
    from operation_line l left join v_dept d on d.id = l.dept_id
    where l.id = ${id} and ${scopePredicate(scope, 'operation_line', 'l')}`.execute(db.tables<unknown>())
  return rows[0]
}

interface LineTargets {
  id: string
  username: string
  nickName: string | null
  apiKeyName: string | null
  action: string
  targetIds: string[]
  before: unknown
  after: unknown
  commandId: string | null
  batchLines: number
  batchCommands: string[]
}

/** How long after its first line a batch may still write one. */
const BATCH_SPAN = '10 minutes'

/**
 * What these lines, as far as they are in scope, say they are about. The lines of a batch are found by its call, or near
 * the line among those of the same person.
 */
export async function targetsOf(db: Sql, scope: Scope, ids: readonly string[]): Promise<LineTargets[]> {
  const seen = scopePredicate(scope, 'operation_line', 'x')
  const { rows } = await sql<LineTargets>`
    select l.id::text as id, l.username, l.nick_name as "nickName", l.api_key_name as "apiKeyName", l.action, l.target_ids as "targetIds", l.before, l.after, l.after->>'commandId' as "commandId",
      b.lines as "batchLines", b.commands as "batchCommands"
    from operation_line l cross join lateral (
      select greatest(1, count(*))::int as lines,
        coalesce(array_agg(o.after->>'commandId') filter (where o.after->>'commandId' is not null), '{}') as commands
      from (
        select x.after from operation_line x
        where l.after->>'batch' is null and x.trace_id = l.trace_id and x.user_id = l.user_id and ${seen}
        union all
        select x.after from operation_line x
        where x.user_id = l.user_id and x.after->>'batch' = l.after->>'batch'
          and x.ts between l.ts - ${BATCH_SPAN}::interval and l.ts + ${BATCH_SPAN}::interval and ${seen}
      ) o) b
    where l.id = any(${ids}::bigint[]) and ${scopePredicate(scope, 'operation_line', 'l')}`.execute(
    db.tables<unknown>(),
  )
  return rows
}

type Outcome = NonNullable<OperationLogObjects['command']> & { status: CommandStatus }

/** How the commands of devices in scope stand. */
export async function outcomesOf(db: Sql, scope: Scope, ids: readonly string[]): Promise<Map<string, Outcome>> {
  const { rows } = await sql<Outcome>`select c.id::text as id, c.code, c.status, c.target, c.before, c.after, c.late
    from v_command_proof c join v_device d on d.id = c.device_id
    where c.id = any(${ids}::bigint[]) and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables<unknown>())
  return new Map(rows.map((row) => [row.id, row]))
}

/** What is wrong, and with which device, of the faults of devices in scope. */
export async function faultsOf(
  db: Sql,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, { code: string; deviceId: string }>> {
  const { rows } = await sql<{ id: string; code: string; deviceId: string }>`
    select f.id::text as id, f.code, f.device_id::text as "deviceId" from v_fault f join v_device d on d.id = f.device_id
    where f.id = any(${ids.filter(isRowId)}::bigint[]) and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
    db.tables<unknown>(),
  )
  return new Map(rows.map(({ id, ...fault }) => [id, fault]))
}

export async function actionsInSight(db: Sql, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select distinct l.action from operation_line l
    where ${scopePredicate(scope, 'operation_line', 'l')} order by 1`.execute(db.tables<unknown>())
  return rows.map(({ action }) => action)
}
