import type { CommandStatus, operationLogGet, OutputOf, operationLogResource } from '@sluice/contract'
import { sql } from 'kysely'
import type { Sql } from '../../platform/db/db.ts'
import type { ResourceOptions } from '../../platform/resource/resource-change.ts'
import { scopePredicate } from '../../platform/resource/scoped.ts'
import type { Scope } from '../../platform/http/session.ts'

const AREA = "split_part(t.action, '.', 1)"
const VERB = "split_part(t.action, '.', 2)"

/** Lines as `operation_line` has them; they never change. */
export const OPERATIONS: Pick<ResourceOptions<typeof operationLogResource>, 'computed' | 'access'> = {
  computed: {
    version: '0',
    deptName: 'select d.name from v_dept d where d.id = t.dept_id',
    area: AREA,
    verb: VERB,
  },
  access: {
    area: { equals: `${AREA} = {value}` },
    verb: { equals: `${VERB} = {value}` },
    targetIds: { equals: 't.target_ids @> array[{value}]::text[]' },
    traceId: { equals: 't.trace_id = {value}' },
  },
}

export async function readOperation(
  db: Sql,
  scope: Scope,
  id: string,
): Promise<OutputOf<typeof operationLogGet> | undefined> {
  const { rows } = await sql<OutputOf<typeof operationLogGet>>`
    select l.id::text as id, l.ts, l.username, d.name as "deptName", l.action, l.target_ids as "targetIds", l.ip,
      l.trace_id as "traceId", l.before, l.after
    from operation_line l left join v_dept d on d.id = l.dept_id
    where l.id = ${id} and ${scopePredicate(scope, 'operation_line', 'l')}`.execute(db.tables<unknown>())
  return rows[0]
}

interface LineTargets {
  id: string
  action: string
  targetIds: string[]
  commandId: string | null
}

/** What these lines, as far as they are in scope, say they are about. */
export async function targetsOf(db: Sql, scope: Scope, ids: readonly string[]): Promise<LineTargets[]> {
  const { rows } = await sql<LineTargets>`
    select l.id::text as id, l.action, l.target_ids as "targetIds", l.after->>'commandId' as "commandId"
    from operation_line l where l.id = any(${ids}::bigint[]) and ${scopePredicate(scope, 'operation_line', 'l')}`.execute(
    db.tables<unknown>(),
  )
  return rows
}

type Outcome = { id: string; code: string; status: CommandStatus }

/** How the commands of devices in scope stand. */
export async function outcomesOf(db: Sql, scope: Scope, ids: readonly string[]): Promise<Map<string, Outcome>> {
  const { rows } = await sql<Outcome>`select c.id::text as id, c.code, c.status
    from v_command c join v_device d on d.id = c.device_id
    where c.id = any(${ids}::bigint[]) and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables<unknown>())
  return new Map(rows.map((row) => [row.id, row]))
}

export async function actionsInSight(db: Sql, scope: Scope): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`select distinct l.action from operation_line l
    where ${scopePredicate(scope, 'operation_line', 'l')} order by 1`.execute(db.tables<unknown>())
  return rows.map(({ action }) => action)
}
