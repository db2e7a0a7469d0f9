import type { AlarmRule, LimitScope } from '@sluice/contract'
import type { GivenLimit } from '@sluice/devices'
import { sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import type { Session } from '../../../platform/http/session.ts'
import { DEVICE_MARK, type ScopedDeviceId, scopePredicate, unscopedText } from '../../../platform/resource/scoped.ts'

/** SQL over a limit `t`: its rule in one piece (contract: `AlarmRule`). */
export const RULE = `jsonb_build_object('key', t.key, 'op', t.op, 'value', t.value, 'value2', t.value2, 'equals', t.equals,
  'hysteresis', t.hysteresis, 'holdS', t.hold_s, 'repeatN', t.repeat_n, 'windowFrom', t.window_from,
  'windowTo', t.window_to, 'weekMask', t.week_mask)`

/** SQL over a limit `t`: the name of what it applies to, for the reader. */
export const TARGET = `case t.scope
  when 'TYPE' then coalesce((select {word:deviceType.name y} from v_device_type y where y.code = t.device_type_code
    and not y.deleted order by y.id limit 1), t.device_type_code)
  when 'PRODUCT' then (select {word:product.name p} from v_product p where p.id = t.product_id)
  when 'GROUP' then (select g.name from v_device_group g where g.id = t.group_id)
  else (select d.name from v_device d where d.id = t.device_id) end`

/** SQL over a limit `t`: whether a built-in one is no longer as it came. */
export const CHANGED = 't.built_in and t.defaults <> alarm_limit_settings(t)'

/** A limit with what it applies to. */
export interface StoredLimit extends GivenLimit {
  /** Code of the type, number of the product, id of the group or of the device. */
  target: string
}

/** Every limit there is. */
export async function allLimits(db: Sql): Promise<StoredLimit[]> {
  const { rows } = await db.query<{
    id: string
    scope: LimitScope
    target: string | null
    fault: string
    level: number | null
    enabled: boolean
    rule: AlarmRule
  }>(
    `select t.id, t.scope, t.fault_code as fault, t.level, t.enabled, ${RULE} as rule,
       coalesce(t.device_type_code, p.product_no, t.group_id::text, t.device_id::text) as target
     from alarm_limit t left join v_product p on p.id = t.product_id
     where not t.deleted order by t.id ${unscopedText('pipeline')}`,
  )
  return rows.flatMap(({ target, ...limit }) => (target === null ? [] : [{ ...limit, target }]))
}

/** The departments of those of these groups or devices that the session sees, by id. */
export async function deptsOf(
  tx: Sql,
  { scope }: Pick<Session, 'scope'>,
  kind: 'GROUP' | 'DEVICE',
  ids: readonly string[],
): Promise<Map<string, string>> {
  const view = kind === 'GROUP' ? 'v_device_group' : 'v_device'
  const { rows } = await sql<{ id: string; deptId: string }>`
    select x.id::text as id, x.dept_id::text as "deptId" from ${sql.table(view)} x
    where x.id = any(${ids}::bigint[]) and not x.deleted and ${scopePredicate(scope, view, 'x')}`.execute(
    tx.tables<unknown>(),
  )
  return new Map(rows.map(({ id, deptId }) => [id, deptId]))
}

/** Whether faults of this code may begin by a limit: it stands, and is not one of those that only the platform tells. */
export async function isRaisable(tx: Sql, code: string, told: readonly string[]): Promise<boolean> {
  if (told.includes(code)) return false
  const { rows } = await tx.query('select from fault_code where code = $1 and not deleted', [code])
  return rows.length > 0
}

/** A limit in sight, locked until the transaction ends. */
export async function lockLimit(
  tx: Sql,
  { scope }: Pick<Session, 'scope'>,
  id: string,
): Promise<
  { version: number; deptId: string | null; builtIn: boolean; settings: object; defaults: object } | undefined
> {
  const { rows } = await sql<{
    version: number
    deptId: string | null
    builtIn: boolean
    settings: object
    defaults: object
  }>`select l.version, l.dept_id::text as "deptId", l.built_in as "builtIn", alarm_limit_settings(l) as settings, l.defaults
    from alarm_limit l where l.id = ${id} and not l.deleted and ${scopePredicate(scope, 'alarm_limit', 'l')}
    for update`.execute(tx.tables<unknown>())
  return rows[0]
}

/** A limit that was locked becomes what it came as. */
export async function restoreDefaults(tx: Sql, id: string, userId: string): Promise<void> {
  await tx.query(
    `update alarm_limit l set op = d.op, value = d.value, value2 = d.value2, equals = d.equals, hysteresis = d.hysteresis,
       hold_s = d."holdS", repeat_n = d."repeatN", window_from = d."windowFrom", window_to = d."windowTo",
       week_mask = d."weekMask", level = d.level, enabled = d.enabled, version = l.version + 1, update_by = $2,
       update_time = now()
     from alarm_limit b, jsonb_to_record(b.defaults) as d (op text, value float8, value2 float8, equals text, hysteresis float8,
       "holdS" integer, "repeatN" integer, "windowFrom" text, "windowTo" text, "weekMask" integer, level integer, enabled boolean)
     where b.id = $1 and l.id = b.id ${unscopedText('reference')}`,
    [id, userId],
  )
}

const COLUMN = { PRODUCT: 'product_id', GROUP: 'group_id', DEVICE: 'device_id' } as const

/**
 * The same limit for these targets, with the department of each; where one stands for the metric and the fault it becomes this
 * one. Returns how many were new. The caller was found to see all of them.
 */
export async function copyTo(
  tx: Sql,
  id: string,
  {
    scope,
    targets,
    userId,
  }: { scope: keyof typeof COLUMN; targets: ReadonlyMap<string, string | null>; userId: string },
): Promise<number> {
  const { rows } = await tx.query<{ fresh: boolean }>(
    `insert into alarm_limit (scope, ${COLUMN[scope]}, dept_id, key, op, value, value2, equals, hysteresis, hold_s, repeat_n,
       window_from, window_to, week_mask, fault_code, level, enabled, remark, create_by, update_by)
     select $2, x.target, x.dept, l.key, l.op, l.value, l.value2, l.equals, l.hysteresis, l.hold_s, l.repeat_n, l.window_from,
       l.window_to, l.week_mask, l.fault_code, l.level, l.enabled, l.remark, $5::bigint, $5::bigint
     from alarm_limit l, unnest($3::bigint[], $4::bigint[]) as x (target, dept) where l.id = $1
     on conflict (scope, coalesce(device_type_code, ''), coalesce(product_id, group_id, device_id, 0), key, fault_code)
       where not deleted
     do update set op = excluded.op, value = excluded.value, value2 = excluded.value2, equals = excluded.equals,
       hysteresis = excluded.hysteresis, hold_s = excluded.hold_s, repeat_n = excluded.repeat_n,
       window_from = excluded.window_from, window_to = excluded.window_to, week_mask = excluded.week_mask,
       level = excluded.level, enabled = excluded.enabled, version = alarm_limit.version + 1,
       update_by = excluded.update_by, update_time = now()
     returning xmax = 0 as fresh ${unscopedText('reference')}`,
    [id, scope, [...targets.keys()], [...targets.values()], userId],
  )
  return rows.filter(({ fresh }) => fresh).length
}

/** The limits of one unit hold for the one that takes its place, whatever that one had of the same kind. Both were found in sight. */
export async function limitsMoved(tx: Sql, oldId: ScopedDeviceId, newId: ScopedDeviceId): Promise<void> {
  await tx.query(
    `update alarm_limit n set deleted = true, version = n.version + 1 from alarm_limit o
     where n.device_id = $2 and o.device_id = $1 and not n.deleted and not o.deleted
       and n.key = o.key and n.fault_code = o.fault_code ${DEVICE_MARK}`,
    [oldId, newId],
  )
  await tx.query(`update alarm_limit set device_id = $2, version = version + 1 where device_id = $1 ${DEVICE_MARK}`, [
    oldId,
    newId,
  ])
}
