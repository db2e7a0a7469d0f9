import type { FaultLine, FaultStory, OtherFault, ToldLine } from '@sluice/contract'
import { AppError } from '@sluice/kit'
import { type RawBuilder, sql } from 'kysely'
import type { Sql } from '../../../platform/db/db.ts'
import { actionsOf } from '../auto/auto.store.ts'
import type { Scope } from '../../../platform/http/session.ts'
import { scopePredicate } from '../../../platform/resource/scoped.ts'

const CONSEQUENCES = 200
const SIMILAR = 20
const TOLD = 200

interface Subject {
  id: string
  deviceId: string
  productId: string | null
  code: string
  causeId: string | null
}

/** @throws AppError `not-found` for a fault that is not in sight. */
async function subjectOf(db: Sql, scope: Scope, id: string): Promise<Subject> {
  const { rows } = await sql<Subject>`
    select f.id::text as id, f.device_id::text as "deviceId", d.product_id::text as "productId", f.code, f.cause_id::text as "causeId"
    from fault f join v_device d on d.id = f.device_id
    where f.id = ${id} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(db.tables<unknown>())
  if (!rows[0]) throw new AppError('not-found')
  return rows[0]
}

/** Faults in sight that meet a condition on `f` and `d`. */
async function faultsWhere(
  db: Sql,
  scope: Scope,
  { where, order, most }: { where: RawBuilder<unknown>; order: RawBuilder<unknown>; most: number },
): Promise<OtherFault[]> {
  const { rows } = await sql<OtherFault>`
    select f.id::text as id, f.device_id::text as "deviceId", d.name as "deviceName", f.code, f.level,
      f.condition_state as "conditionState", f.first_time as "firstTime", f.clear_time as "clearTime", f.handle_note as "handleNote"
    from fault f join v_device d on d.id = f.device_id
    where ${where} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}
    order by ${order} limit ${most}`.execute(db.tables<unknown>())
  return rows
}

/** Messages in sight that tell of a fault and went out or failed. One tells of a fault once, whatever number of its steps. */
async function toldOf(db: Sql, scope: Scope, id: string): Promise<ToldLine[]> {
  const { rows } = await sql<ToldLine>`
    select coalesce(m.sent_time, m.failed_time) as ts, m.channel, u.name as "userName", m.status,
      case when m.status = 'FAILED' then m.reason end as reason, m.read_time as "readTime"
    from v_push_message m join v_notice_user u on u.id = m.notice_user_id
    where m.id in (select p.message_id from v_push_fault p where p.fault_id = ${id})
      and m.status in ('SENT', 'READ', 'FAILED') and ${scopePredicate(scope, 'v_push_message', 'm')}
    order by ts desc, m.id desc limit ${TOLD}`.execute(db.tables<unknown>())
  return rows.toReversed()
}

const NEWEST = sql`f.last_time desc, f.id desc`

/** What belongs to a fault (contract: faultStory). @throws AppError `not-found` */
export async function storyOf(db: Sql, scope: Scope, id: string, now: Date): Promise<FaultStory> {
  const { deviceId, productId, code, causeId } = await subjectOf(db, scope, id)
  const recent = sql`f.id <> ${id} and f.last_time > ${now.toISOString()}::timestamptz - interval '90 days'`
  const ofProduct = sql`${recent} and f.code = ${code} and f.device_id <> ${deviceId} and d.product_id = ${productId}`
  const [lines, steps, causes, consequences, counted] = [
    await db.query<FaultLine & Record<string, unknown>>(
      `select ts, action, user_name as "userName", note, reason from fault_log where fault_id = $1 order by ts, id`,
      [id],
    ),
    await db.query<FaultStory['steps'][number]>(
      `select step, user_name as "userName", ts from fault_step where fault_id = $1 order by step`,
      [id],
    ),
    causeId ? await faultsWhere(db, scope, { where: sql`f.id = ${causeId}`, order: NEWEST, most: 1 }) : [],
    await faultsWhere(db, scope, {
      where: sql`f.cause_id = ${id}`,
      order: sql`f.condition_state, d.name, f.id`,
      most: CONSEQUENCES,
    }),
    await sql<{ n: number }>`
      select count(*)::int as n from fault f join v_device d on d.id = f.device_id
      where f.cause_id = ${id} and not d.deleted and ${scopePredicate(scope, 'v_device', 'd')}`.execute(
      db.tables<unknown>(),
    ),
  ]
  return {
    lines: lines.rows,
    actions: await actionsOf(db, id),
    told: await toldOf(db, scope, id),
    steps: steps.rows,
    cause: causes[0] ?? null,
    consequences,
    consequenceCount: counted.rows[0]!.n,
    ofDevice: await faultsWhere(db, scope, {
      where: sql`${recent} and f.device_id = ${deviceId}`,
      order: NEWEST,
      most: SIMILAR,
    }),
    ofProduct: productId ? await faultsWhere(db, scope, { where: ofProduct, order: NEWEST, most: SIMILAR }) : [],
  }
}
